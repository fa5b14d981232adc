import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// A place beside the servers of an API where some of its endpoints are, such as a host for uploads.
///
/// Its URL is a part of each ``APIServer``. It gets no credentials and no secret parameters but those that it lists.
public struct OtherServer: Sendable {
  /// The name by which endpoints refer to it.
  package let name: String
  /// The names of the credentials, and of the client's secret parameters, that are sent there.
  package let secrets: [String]

  /// Creates a description of another server.
  public init(_ name: String, secrets: [String] = []) {
    self.name = name
    self.secrets = secrets
  }
}

// Endpoints that are at another server.
extension ClientCore {
  /// Returns the common parameters that are sent to an endpoint.
  func parameters(_ parameters: [ClientParameter], to facts: EndpointFacts) -> [ClientParameter] {
    if facts.isElsewhere { return [] }
    guard let server = facts.server else { return parameters }
    let secrets = secrets(of: server)
    return parameters.filter { !$0.isSecret || secrets.contains($0.name) }
  }

  /// Returns the credentials that a call of an endpoint needs; nil if it needs none.
  ///
  /// - Throws: ``APIError`` if the endpoint is at another server that may not get them.
  func requirement(
    of facts: EndpointFacts, options: CallOptions
  ) throws(APIError) -> CredentialRequirement? {
    if facts.isElsewhere { return nil }
    let own = policies(of: facts, options)[CredentialRequirement.self]
    guard let requirement = credentials.requirement(own), let name = facts.server else {
      return credentials.requirement(own)
    }
    let secrets = secrets(of: name)
    let alternatives = requirement.alternatives.filter { $0.allSatisfy { secrets.contains($0.name) } }
    guard !alternatives.isEmpty else {
      let message = "its credentials aren't sent to the server '\(name)'"
      throw APIError(
        .invalidRequest([Violation(keyword: "credentials", message: message, byteOffset: 0)]),
        operation: facts.name, server: server.name)
    }
    return CredentialRequirement(alternatives: alternatives)
  }

  private func secrets(of server: String) -> [String] {
    api.otherServers.first { $0.name == server }?.secrets ?? []
  }
}
