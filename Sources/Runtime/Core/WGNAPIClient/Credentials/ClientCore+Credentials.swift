import HTTPTypes
import WGNAPIJSON

// Requests with the credentials that their endpoints need.
extension ClientCore {
  /// Returns the credentials that a call of an endpoint needs; nil if it needs none.
  ///
  /// - Parameters:
  ///   - facts: The endpoint.
  ///   - options: The options of the call and the client; see ``options(_:)``.
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
        operation: facts.name, server: server.name(of: facts.server))
    }
    return CredentialRequirement(alternatives: alternatives)
  }

  /// Composes a request with the credentials that its endpoint needs, and sends it; if the service refuses them
  /// and their providers have others, composes and sends it once more.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - options: The options of the call.
  ///   - status: The status of a result.
  ///   - send: Sends the composed request with the options of the call and the client.
  package func withCredentials<Request: APIRequest, Result>(
    for request: Request, options: CallOptions, status: (Result) -> HTTPResponse.Status,
    send: (ComposedRequest, CallOptions) async throws -> Result
  ) async throws -> Result {
    let options = self.options(options)
    let endpoint = Request.endpoint
    guard let requirement = try requirement(of: endpoint.facts, options: options) else {
      return try await send(try compose(request, options: options, credentials: []), options)
    }
    // A server that doesn't have the endpoint gets no credentials, so their providers aren't asked.
    try endpoint.facts.requireAvailability(on: server)
    let resolved: ClientCredentials.Resolved
    do {
      resolved = try await reporting(Request.self) { try await credentials.resolve(requirement) }
    } catch
      where policies(of: endpoint.facts, options).all.reasonNotToSend != nil
      && credentials.areKnown(requirement)
    {
      // Nothing is sent. The last credential identifies the account whose stored response is wanted, even if it has expired.
      return try await send(
        try compose(request, options: options, credentials: credentials.known(requirement)), options)
    }
    // The same key for the second request, which is another attempt of the call.
    let key = policies(of: endpoint.facts, options)[IdempotencyKeyPolicy.self].map { _ in
      configuration.random.idempotencyKey()
    }
    var composed = try compose(request, options: options, credentials: resolved.placed)
    composed.idempotencyKey = key
    // A body that can be read only once isn't sent again.
    let isReplayable = composed.streamedBody?.isReplayable ?? true
    let renewed: ClientCredentials.Resolved
    do {
      let result = try await send(composed, options)
      guard resolved.isRefusal(status: status(result).code, nil),
        let others = try await reporting(Request.self, { try await credentials.renew(resolved) }),
        isReplayable
      else { return result }
      renewed = others
    } catch let error as APIError {
      guard error.operation == endpoint.name, resolved.isRefusal(status: error.status?.code, error.failure),
        let others = try await reporting(Request.self, { try await credentials.renew(resolved) }),
        isReplayable
      else { throw error }
      renewed = others
    }
    var again = try compose(request, options: options, credentials: renewed.placed)
    again.idempotencyKey = key
    return try await send(again, options)
  }

  /// Whether the credentials of a request are known without asking their providers.
  package func knowsCredentials<Request: APIRequest>(
    of request: Request, options: CallOptions
  ) throws(APIError) -> Bool {
    let options = self.options(options)
    guard let requirement = try requirement(of: Request.endpoint.facts, options: options) else { return true }
    return credentials.areKnown(requirement)
  }

  /// Checks whether a request can be composed, assuming that providers have credentials.
  package func check<Request: APIRequest>(_ request: Request, options: CallOptions) throws(APIError) {
    let options = self.options(options)
    let requirement = try requirement(of: Request.endpoint.facts, options: options)
    _ = try compose(
      request, options: options,
      credentials: requirement.map { credentials.known($0, standIn: .bearer("unknown")) } ?? [])
  }

  private func reporting<Request: APIRequest, Result>(
    _ type: Request.Type, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let refusal as ClientCredentials.Refusal {
      throw APIError(
        .credential(refusal.failure), operation: Request.endpoint.name,
        server: server.name(of: Request.endpoint.server))
    }
  }
}
