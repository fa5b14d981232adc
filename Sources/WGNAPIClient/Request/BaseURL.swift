import WGNAPISupport

/// A server's base URL combined with the API's base path, parsed and validated.
struct BaseURL: Hashable, Sendable {
  /// `http` or `https`.
  let scheme: String
  /// The host and, if given, the port.
  let authority: String
  /// The path, with a leading and a trailing slash.
  let path: String

  /// Parses `server`'s URL (RFC 3986, section 3) and appends `basePath`.
  ///
  /// - Throws: ``APIError`` of kind `invalidServer` if the scheme isn't http or https, if there is user
  ///   information, a query or a fragment, and if host or path contain invalid characters.
  static func parse(
    _ server: APIServer, basePath: String, operation: String
  ) throws(APIError) -> BaseURL {
    func problem(_ text: String) -> APIError {
      APIError(.invalidServer(text), operation: operation, server: server.name)
    }
    if let fault = server.problem { throw problem(fault) }
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
    guard isHostAndPort(authority) else {
      throw problem(
        "its base URL needs a host of ASCII characters (an international one in Punycode), without user name and password"
      )
    }
    guard hasValidHost(authority) else { throw problem("its base URL has a malformed host") }
    guard hasValidPort(authority) else { throw problem("its base URL has a malformed port") }
    let segments = (path.split(separator: "/") + basePath.split(separator: "/"))
    guard segments.allSatisfy(isSegment) else {
      throw problem(
        "its base URL and the API's base path may hold path characters only, and neither query nor fragment")
    }
    let joined = segments.isEmpty ? "/" : "/" + segments.joined(separator: "/") + "/"
    return BaseURL(scheme: scheme, authority: String(authority), path: joined)
  }

  /// Returns whether the text is a host, optionally with a port, and nothing else.
  static func isAuthority(_ text: Substring) -> Bool {
    isHostAndPort(text) && hasValidHost(text) && hasValidPort(text)
  }

  private static func isHostAndPort(_ text: Substring) -> Bool {
    !text.isEmpty && text.first != ":" && text.utf8.allSatisfy(isAuthorityByte)
  }

  private static func isAuthorityByte(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[")
      || byte == UInt8(ascii: "]")
  }

  /// Returns whether the segment consists of path characters and complete escapes, and no URL parser treats
  /// it as `.` or `..`.
  private static func isSegment(_ segment: Substring) -> Bool {
    guard segment.utf8.allSatisfy(PercentEncoding.isPathByte), let text = PercentEncoding.decode(segment)
    else {
      return false
    }
    return text != "." && text != ".."
  }

  /// Returns whether square brackets are used only around an IPv6 address (RFC 3986, section 3.2.2).
  private static func hasValidHost(_ authority: Substring) -> Bool {
    guard authority.first == "[" else { return !authority.contains { $0 == "[" || $0 == "]" } }
    guard let close = authority.firstIndex(of: "]") else { return false }
    let rest = authority[authority.index(after: close)...]
    return isIPv6(authority[..<close].dropFirst()) && !rest.contains { $0 == "[" || $0 == "]" }
  }

  /// Returns whether the text is eight groups of up to four hex digits, the last two optionally as an IPv4
  /// address, with at most one `::` for omitted groups.
  private static func isIPv6(_ text: Substring) -> Bool {
    var groups = text.split(separator: ":", omittingEmptySubsequences: false)
    var count = 0
    if let last = groups.last, last.contains(".") {
      let parts = last.split(separator: ".", omittingEmptySubsequences: false)
      let isIPv4 = parts.count == 4 && parts.allSatisfy { isNumber($0, upTo: 255) }
      guard isIPv4 else { return false }
      groups.removeLast()
      count = 2
      if groups.isEmpty { return false }
    }
    // A leading or trailing `::` makes one empty group too many.
    if text.hasPrefix("::") { groups.removeFirst() }
    if text.hasSuffix("::"), groups.count > 1 { groups.removeLast() }
    let gaps = groups.filter(\.isEmpty).count
    let digits = groups.filter { !$0.isEmpty }
    guard digits.allSatisfy({ $0.utf8.count <= 4 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }) else {
      return false
    }
    count += digits.count
    return gaps == 0 && count == 8 || gaps == 1 && count < 8 && text.contains("::")
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
    isNumber(text, upTo: 65535)
  }

  /// Returns whether the text is only digits, of a number that isn't too large.
  private static func isNumber(_ text: Substring, upTo limit: Int) -> Bool {
    guard text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return false }
    return IntegerText.int(String(text)).map { $0 <= limit } ?? false
  }
}

extension String {
  /// Returns the first occurrence of `text`, without Foundation and regular expressions.
  fileprivate func firstRange(ofText text: String) -> Range<Index>? {
    indices.lazy.compactMap { start -> Range<Index>? in
      guard self[start...].hasPrefix(text) else { return nil }
      return start..<self.index(start, offsetBy: text.count)
    }.first
  }
}

/// An endpoint's path, parsed once to text and `{name}` parameters.
struct PathTemplate: Sendable {
  enum Part: Sendable {
    case text(String)
    case parameter(String)
  }

  private(set) var parts: [Part] = []
  /// The syntax error in the path, if any. Nothing may be sent then.
  private(set) var problem: String?

  /// - Parameter path: The path below the API's base path. Leading slashes are ignored.
  init(_ path: String) {
    var rest = path.drop { $0 == "/" }
    while let open = rest.firstIndex(of: "{") {
      add(rest[..<open])
      guard let close = rest[open...].firstIndex(of: "}") else {
        problem = "the endpoint's path has a '{' without '}'"
        return
      }
      parts.append(.parameter(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    add(rest)
  }

  private mutating func add(_ text: Substring) {
    guard text.utf8.allSatisfy(PercentEncoding.isPathByte) else {
      problem = "the endpoint's path contains a character that must be percent-encoded"
      return
    }
    if !text.isEmpty { parts.append(.text(String(text))) }
  }
}
