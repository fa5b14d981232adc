/// A server's base URL with the API's base path, taken apart and checked.
struct BaseURL: Hashable, Sendable {
  /// `http` or `https`.
  let scheme: String
  /// Host and, where given, port.
  let authority: String
  /// Begins and ends with a slash.
  let path: String

  /// Takes apart `server`'s URL (RFC 3986, section 3) and joins `basePath` to it.
  ///
  /// - Throws: ``APIError`` of kind `invalidServer` for anything but http and https, for user information, a
  ///   query or a fragment, and for characters that don't belong into a host or a path.
  static func parse(
    _ server: APIServer, basePath: String, operation: String
  ) throws(APIError) -> BaseURL {
    func problem(_ text: String) -> APIError {
      APIError(.invalidServer(text), operation: operation, server: server.name)
    }
    let text = server.baseURL
    guard let separator = text.firstRange(ofText: "://") else {
      throw problem("its base URL must begin with http:// or https://")
    }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw problem("its base URL must begin with http:// or https://")
    }
    let rest = text[separator.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let path = rest[authority.endIndex...]
    guard !authority.isEmpty, authority.first != ":", authority.utf8.allSatisfy(isAuthorityByte) else {
      throw problem(
        "its base URL needs a host of ASCII characters (an international one in Punycode), without user name and password"
      )
    }
    guard hasValidPort(authority) else { throw problem("its base URL has a malformed port") }
    let segments = (path.split(separator: "/") + basePath.split(separator: "/"))
    guard segments.allSatisfy({ $0.utf8.allSatisfy(PercentEncoding.isPathByte) && $0 != "." && $0 != ".." })
    else {
      throw problem(
        "its base URL and the API's base path may hold path characters only, and neither query nor fragment")
    }
    let joined = segments.isEmpty ? "/" : "/" + segments.joined(separator: "/") + "/"
    return BaseURL(scheme: scheme, authority: String(authority), path: joined)
  }

  private static func isAuthorityByte(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[")
      || byte == UInt8(ascii: "]")
  }

  private static func hasValidPort(_ authority: Substring) -> Bool {
    if authority.first == "[" {
      guard let close = authority.lastIndex(of: "]") else { return false }
      let after = authority[authority.index(after: close)...]
      return after.isEmpty || after.first == ":" && isPort(after.dropFirst())
    }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 1 || parts.count == 2 && isPort(parts[1])
  }

  private static func isPort(_ text: Substring) -> Bool {
    UInt16(text) != nil && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }
}

extension String {
  /// The first place of `text`, without Foundation and without regular expressions.
  fileprivate func firstRange(ofText text: String) -> Range<Index>? {
    indices.lazy.compactMap { start -> Range<Index>? in
      guard self[start...].hasPrefix(text) else { return nil }
      return start..<self.index(start, offsetBy: text.count)
    }.first
  }
}
