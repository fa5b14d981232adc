import HTTPTypes
import WGNAPIClient

/// The properties of a request that are known before it is answered, by the semantic conventions.
struct RequestAttributes {
  /// The method; `_OTHER` for one that the conventions don't know.
  let method: String
  /// The method as it is sent, if ``method`` is `_OTHER`.
  let originalMethod: String?
  let scheme: String
  let address: String
  let port: Int
  let template: String

  init(_ request: MiddlewareRequest) {
    let http = request.httpRequest
    let sent = http.method.rawValue
    let isKnown = Self.methods.contains(sent)
    method = isKnown ? sent : "_OTHER"
    originalMethod = isKnown ? nil : sent
    scheme = http.scheme ?? "https"
    (address, port) = Self.parts(of: http.authority ?? "", scheme: scheme)
    template = request.call.urlTemplate
  }

  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY",
  ]

  /// The name of an attempt's span.
  var spanName: String { "\(originalMethod == nil ? method : "HTTP") \(template)" }

  /// Returns host and port of an authority, which has no user information.
  static func parts(of authority: String, scheme: String) -> (address: String, port: Int) {
    let usual = scheme == "http" ? 80 : 443
    // The colons of an IPv6 address are in square brackets.
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    guard let colon = authority[end...].lastIndex(of: ":") else { return (authority, usual) }
    let port = Int(authority[authority.index(after: colon)...]) ?? usual
    return (String(authority[..<colon]), port)
  }

  /// The dimensions of all metrics of attempts.
  var dimensions: [(String, String)] {
    [
      ("http.request.method", method), ("server.address", address), ("server.port", "\(port)"),
      ("url.scheme", scheme), ("url.template", template),
    ]
  }
}
