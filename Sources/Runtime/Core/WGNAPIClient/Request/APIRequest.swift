import HTTPTypes
import WGNAPIJSON
import WGNAPISupport

/// A call to an endpoint. Its parameters are properties; everything else is in ``endpoint``.
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
/// `==`, `hash(into:)`, `description` and the mirror use the endpoint's parameters: properties that aren't
/// parameters are ignored, and secrets appear as `<redacted>`.
public protocol APIRequest: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The type of the endpoint's response.
  associatedtype Response: Sendable
  /// The envelope around the response's payload; ``NoEnvelope`` if the body is the payload.
  associatedtype ServiceEnvelope: ResponseEnvelope = NoEnvelope
  /// The type of the service's error codes; by default that of the envelope.
  associatedtype ServiceCode: ServiceErrorCode = ServiceEnvelope.ServiceCode
  /// The endpoint that this request calls: path, parameters, response and policies.
  static var endpoint: Endpoint<Self> { get }
}

extension APIRequest {
  /// Returns whether all parameters are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    endpoint.parameters.allSatisfy { $0.source.areEqual(lhs, rhs) }
  }

  /// Hashes all parameters.
  public func hash(into hasher: inout Hasher) {
    for parameter in Self.endpoint.parameters { parameter.source.hash(self, into: &hasher) }
  }

  /// The request's type and its parameters, with secrets redacted.
  public var description: String {
    let values = Self.endpoint.parameters.compactMap { parameter in
      displayText(of: parameter).map { "\(parameter.name): \($0)" }
    }
    return "\(Self.self)(\(values.joined(separator: ", ")))"
  }

  /// Same as ``description``, which Swift also uses for debugging, so no conformance is compiled for it.
  public var debugDescription: String { description }

  /// The parameters by their wire names, with secrets redacted.
  public var customMirror: Mirror {
    let children = Self.endpoint.parameters.compactMap { parameter in
      displayText(of: parameter).map { (label: String?.some(parameter.name), value: $0 as Any) }
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }

  private func displayText(of parameter: Parameter<Self>) -> String? {
    guard let json = try? parameter.source.hiddenJSON(of: self) else { return nil }
    return parameter.isSecret ? Redaction.mark : String(decoding: json, as: UTF8.self)
  }
}

extension APIRequest {
  /// The HTTP method that this request uses by default.
  public var method: HTTPRequest.Method { Self.endpoint.methods.preferred }

  /// The path below the server's base path, with parameters filled in and percent-encoded.
  ///
  /// - Throws: ``APIError`` if the request is invalid.
  public var path: String {
    get throws { try checkedComposition().path }
  }

  /// The query as pairs of name and value, before percent-encoding, in the order of the endpoint's
  /// parameters.
  ///
  /// - Throws: ``APIError`` if the request is invalid.
  public var query: [(name: String, value: String)] {
    get throws {
      try checkedComposition().query.map { ($0.name, $0.value) }
    }
  }

  /// The body: JSON, a form, or empty.
  ///
  /// - Throws: ``APIError`` if the request is invalid.
  public var body: [UInt8] {
    get throws { try checkedComposition().bodyBytes }
  }

  private func checkedComposition() throws(APIError) -> RequestComposition {
    let composition = RequestComposition(of: self)
    try composition.check(Self.endpoint.name, server: nil)
    return composition
  }

  /// The violations in this request's parameters; empty if it can be sent.
  public var violations: [Violation] { RequestComposition(of: self).violations }
}

/// A request for some fields of an endpoint's response. `WGNAPIPartial` defines such requests.
package protocol RestrictedRequest: APIRequest {
  /// The fields to ask for, which also determine how the response is decoded.
  var selection: any SelectedFields { get }
  /// The request for all fields.
  var unrestricted: any APIRequest { get }
  /// The violations in the lists of fields.
  var fieldViolations: [Violation] { get }
}

/// The HTTP methods that an endpoint accepts, the preferred one first: `.get`, or `[.get, .post]`.
///
/// If both GET and POST are allowed, a request is sent as GET unless its URL would be too long
/// (``ClientConfiguration/longestURL``) or ``CallOptions/method`` is POST. A POST request sends its query as
/// a form body.
public struct RequestMethods: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// The methods in order of preference.
  package let all: [HTTPRequest.Method]
  /// A name that no method can have; requests with it are invalid.
  private let invalidName: String?

  /// The default method.
  package var preferred: HTTPRequest.Method { all.first ?? .get }

  /// Creates a list of one method.
  package init(_ method: HTTPRequest.Method) { (all, invalidName) = ([method], nil) }

  private init(_ name: String) {
    let method = HTTPRequest.Method(rawValue: name)
    (all, invalidName) = (method.map { [$0] } ?? [], method == nil ? name : nil)
  }

  /// Creates a list of all methods in `elements`, in order.
  public init(arrayLiteral elements: RequestMethods...) {
    all = elements.flatMap(\.all)
    invalidName = elements.lazy.compactMap(\.invalidName).first
  }

  /// GET.
  public static var get: Self { Self(.get) }
  /// HEAD.
  public static var head: Self { Self(.head) }
  /// POST.
  public static var post: Self { Self(.post) }
  /// PUT.
  public static var put: Self { Self(.put) }
  /// PATCH.
  public static var patch: Self { Self(.patch) }
  /// DELETE.
  public static var delete: Self { Self(.delete) }
  /// TRACE.
  public static var trace: Self { Self(.trace) }
  /// QUERY, which reads like GET and has a body.
  public static var query: Self { Self("QUERY") }
  /// OPTIONS.
  public static var options: Self { Self(.options) }
  /// Any other method, such as `COPY`. Requests are invalid if it isn't a token (RFC 9110, section 9.1).
  public static func other(_ name: String) -> Self { Self(name) }

  /// Returns whether `method` is allowed.
  package func contains(_ method: HTTPRequest.Method) -> Bool { all.contains(method) }

  /// Returns why a request can't have the method; nil if it can.
  func problem(with method: HTTPRequest.Method) -> String? {
    if let invalidName { return "'\(invalidName)' isn't the name of an HTTP method" }
    return contains(method) ? nil : "the endpoint doesn't accept \(method.rawValue)"
  }
}
