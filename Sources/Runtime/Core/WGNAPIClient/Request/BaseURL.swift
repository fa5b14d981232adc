import WGNAPISupport
import WGNAPITransport

/// A server's base URL combined with the API's base path, parsed and validated.
///
/// The parser works on bytes and plain strings, because every user compiles it.
package struct BaseURL: Sendable {
  /// `http` or `https`.
  package let scheme: String
  /// The host and, if given, the port.
  package let authority: String
  /// The path, with a leading and a trailing slash.
  package let path: String

  package init(scheme: String, authority: String, path: String) {
    self.scheme = scheme
    self.authority = authority
    self.path = path
  }

  /// Parses `server`'s URL (RFC 3986, section 3) and appends `basePath`.
  ///
  /// - Throws: ``APIError`` of kind `invalidServer` if the scheme isn't http or https, if there is user
  ///   information, a query or a fragment, and if host or path contain invalid characters.
  static func parse(
    _ server: APIServer, basePath: String, operation: String
  ) throws(APIError) -> BaseURL {
    var url = BaseURL(scheme: "", authority: "", path: "")
    if let problem = server.problem ?? parse(server.baseURL, basePath, &url) {
      throw APIError(.invalidServer(problem), operation: operation, server: server.name)
    }
    return url
  }

  /// Parses a request's whole URL. ``path`` is its path and query, as they are written.
  ///
  /// - Returns: What is wrong with it; nil if nothing is.
  package static func parse(whole text: String, _ url: inout BaseURL) -> String? {
    var (head, rest) = (url, "")
    if let problem = parseHead(text, &head, &rest) { return "the URL \(problem)" }
    let path = rest.beginning { "?#".has($0) }
    for segment in path.parts(at: UInt8(ascii: "/")) {
      let name = PercentEncoding.decode(segment.bytes)
      if name == "." || name == ".." { return "the URL's path can't have '.' or '..' as a part" }
    }
    guard rest.isAll({ PercentEncoding.isPathByte($0) || $0 == UInt8(ascii: "?") }),
      PercentEncoding.isEscaped(rest.bytes)
    else { return "the URL has a fragment, or characters that must be percent-encoded" }
    url = BaseURL(scheme: head.scheme, authority: head.authority, path: path.isEmpty ? "/" + rest : rest)
    return nil
  }

  /// Parses scheme and authority, and gives what follows them.
  ///
  /// - Returns: What is wrong with them; nil if nothing is.
  private static func parseHead(_ text: String, _ url: inout BaseURL, _ rest: inout String) -> String? {
    let scheme = text.beginning { $0 == UInt8(ascii: ":") }.lowercased()
    let start = scheme.utf8.count
    guard scheme == "http" || scheme == "https", text.bytes.has("://", at: start) else {
      return "must begin with http:// or https://"
    }
    let afterScheme = text.rest(after: start + 3)
    let authority = afterScheme.beginning { "/?#".has($0) }
    switch Authority.problem(authority) {
    case nil: break
    case .characters:
      return
        "needs a host of ASCII characters (an international one in Punycode), without user name and password"
    case .host: return "has a malformed host"
    case .port: return "has a malformed port"
    }
    url = BaseURL(scheme: scheme, authority: authority, path: "")
    rest = afterScheme.rest(after: authority.utf8.count)
    return nil
  }

  /// Returns what is wrong with the text; nil if nothing is.
  package static func parse(_ text: String, _ basePath: String, _ url: inout BaseURL) -> String? {
    var (head, rest) = (url, "")
    if let problem = parseHead(text, &head, &rest) { return "its base URL \(problem)" }
    var path = "/"
    let slash = UInt8(ascii: "/")
    for segment in rest.names(at: slash) + basePath.names(at: slash) {
      guard isSegment(segment) else {
        return
          "its base URL and the API's base path may hold path characters only, and neither query nor fragment"
      }
      path += segment + "/"
    }
    url = BaseURL(scheme: head.scheme, authority: head.authority, path: path)
    return nil
  }

  /// Returns whether the segment consists of path characters and complete escapes, and no URL parser treats
  /// it as `.` or `..`.
  private static func isSegment(_ segment: String) -> Bool {
    guard segment.isAll(PercentEncoding.isPathByte), let text = PercentEncoding.decode(segment.bytes) else {
      return false
    }
    return text != "." && text != ".."
  }
}
