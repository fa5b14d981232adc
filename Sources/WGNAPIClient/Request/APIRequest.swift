import HTTPTypes
import WGNAPIJSON

/// One call of one endpoint: its parameters as properties, everything else in ``endpoint``.
///
/// ```swift
/// struct SearchPlayers: APIRequest {
///   typealias Response = [PlayerMatch]
///   typealias ServiceEnvelope = Envelope
///   var search: String
///   var limit: Int?
///   static let endpoint = Endpoint<Self>("searchPlayers", .get, "account/list/", response: .json()) {
///     $0.query("search", \.search, [.type(.string), .minLength(3), .maxLength(24)])
///     $0.query("limit", \.limit)
///   }
/// }
/// ```
///
/// `==`, `hash(into:)`, `description` and the mirror come from the endpoint's parameters: a property that is
/// no parameter takes no part in them, and a secret one shows as `<redacted>`.
public protocol APIRequest: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// What the endpoint answers.
  associatedtype Response: Sendable
  /// How the answer's payload is wrapped; ``NoEnvelope`` where the body is the payload.
  associatedtype ServiceEnvelope: ResponseEnvelope = NoEnvelope
  /// The endpoint this request calls: path, parameters, response, policies.
  static var endpoint: Endpoint<Self> { get }
}

extension APIRequest {
  /// Whether all parameters are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    endpoint.parameters.allSatisfy { $0.source.areEqual(lhs, rhs) }
  }

  /// Hashes all parameters.
  public func hash(into hasher: inout Hasher) {
    for parameter in Self.endpoint.parameters { parameter.source.hash(self, into: &hasher) }
  }

  /// The request's type with its parameters; secrets are redacted.
  public var description: String {
    let values = Self.endpoint.parameters.compactMap { parameter in
      displayText(of: parameter).map { "\(parameter.name): \($0)" }
    }
    return "\(Self.self)(\(values.joined(separator: ", ")))"
  }

  /// As ``description``.
  public var debugDescription: String { description }

  /// The parameters by their wire names; secrets are redacted.
  public var customMirror: Mirror {
    let children = Self.endpoint.parameters.compactMap { parameter in
      displayText(of: parameter).map { (label: String?.some(parameter.name), value: $0 as Any) }
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }

  private func displayText(of parameter: Parameter<Self>) -> String? {
    guard let json = try? parameter.source.json(of: self) else { return nil }
    return parameter.isSecret ? Redaction.mark : String(decoding: json, as: UTF8.self)
  }
}

extension APIRequest {
  /// The value of the parameter of this wire name, in JSON; nil where it is absent, or there is none of the name.
  package func json(ofParameter name: String) throws(JSONError) -> [UInt8]? {
    guard let parameter = Self.endpoint.parameters.first(where: { $0.name == name }) else { return nil }
    return try parameter.source.json(of: self)
  }

  /// This request with another value, in JSON, of the parameter of this wire name.
  ///
  /// - Throws: ``APIError`` where the parameter doesn't exist, can't be changed or can't hold the value.
  package func setting(_ name: String, to json: [UInt8]) throws(APIError) -> Self {
    var result = self
    let problem: String
    do throws(JSONError) {
      let parameter = Self.endpoint.parameters.first { $0.name == name }
      if try parameter?.source.set(json, on: &result) == true { return result }
      problem = parameter == nil ? "the endpoint has no such parameter" : "its property can't be changed"
    } catch {
      problem = error.message
    }
    throw APIError(
      .invalidRequest([
        Violation(instanceLocation: "/\(name)", keyword: "policy", message: problem, byteOffset: 0)
      ]), operation: Self.endpoint.name)
  }
}

extension APIRequest {
  /// The method this request is sent with by default.
  public var method: HTTPRequest.Method { Self.endpoint.methods.preferred }

  /// The path below the server's base path, parameters filled in and percent-encoded.
  ///
  /// - Throws: ``APIError`` where the request is invalid.
  public var path: String {
    get throws { try RequestComposition(of: self).checked(Self.endpoint.name).path }
  }

  /// The query as name and value pairs, not yet percent-encoded, in the order of the endpoint's parameters.
  ///
  /// - Throws: ``APIError`` where the request is invalid.
  public var query: [(name: String, value: String)] {
    get throws {
      try RequestComposition(of: self).checked(Self.endpoint.name).query.map { ($0.name, $0.value) }
    }
  }

  /// The body: JSON, a form, or nothing.
  ///
  /// - Throws: ``APIError`` where the request is invalid.
  public var body: [UInt8] {
    get throws { try RequestComposition(of: self).checked(Self.endpoint.name).bodyBytes }
  }

  /// Everything wrong with this request's parameters; empty where it can be sent.
  public var violations: [Violation] { RequestComposition(of: self).violations }

  /// The whole HTTP request as it would be sent, without sending it.
  ///
  /// - Parameters:
  ///   - server: the server whose base URL comes first.
  ///   - basePath: the API's path below the server's.
  ///   - parameters: the client's common parameters.
  ///   - method: one of the endpoint's methods; nil takes the preferred one.
  /// - Throws: ``APIError`` where the request or the server's base URL is invalid, or the server doesn't have
  ///   the endpoint.
  public func httpRequest(
    for server: APIServer, basePath: String = "", parameters: [ClientParameter] = [],
    method: HTTPRequest.Method? = nil
  ) throws -> ComposedRequest {
    try Self.endpoint.requireAvailability(on: server)
    let base = try BaseURL.parse(server, basePath: basePath, operation: Self.endpoint.name)
    return try RequestComposition(of: self, parameters: parameters, method: method)
      .composed(at: base, operation: Self.endpoint.name, server: server.name)
  }
}
