import WGNAPISupport

/// A server's base URL combined with the API's base path, parsed and validated.
///
/// The parser works on bytes and plain strings, because every user compiles it.
struct BaseURL: Sendable {
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
    var url = BaseURL(scheme: "", authority: "", path: "")
    if let problem = server.problem ?? parse(server.baseURL, basePath, &url) {
      throw APIError(.invalidServer(problem), operation: operation, server: server.name)
    }
    return url
  }

  /// Returns what is wrong with the text; nil if nothing is.
  private static func parse(_ text: String, _ basePath: String, _ url: inout BaseURL) -> String? {
    let scheme = text.beginning { $0 == UInt8(ascii: ":") }.lowercased()
    let start = scheme.utf8.count
    guard scheme == "http" || scheme == "https", text.bytes.has("://", at: start) else {
      return "its base URL must begin with http:// or https://"
    }
    let rest = text.rest(after: start + 3)
    let authority = rest.beginning { "/?#".has($0) }
    guard isHostAndPort(authority) else {
      return
        "its base URL needs a host of ASCII characters (an international one in Punycode), without user name and password"
    }
    guard hasValidHost(authority.bytes) else { return "its base URL has a malformed host" }
    guard hasValidPort(authority.bytes) else { return "its base URL has a malformed port" }
    var path = "/"
    let slash = UInt8(ascii: "/")
    for segment in rest.rest(after: authority.utf8.count).names(at: slash) + basePath.names(at: slash) {
      guard isSegment(segment) else {
        return
          "its base URL and the API's base path may hold path characters only, and neither query nor fragment"
      }
      path += segment + "/"
    }
    url = BaseURL(scheme: scheme, authority: authority, path: path)
    return nil
  }

  /// Returns whether the text is a host, optionally with a port, and nothing else.
  static func isAuthority(_ text: String) -> Bool {
    isHostAndPort(text) && hasValidHost(text.bytes) && hasValidPort(text.bytes)
  }

  private static func isHostAndPort(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.first != UInt8(ascii: ":") && text.isAll(isAuthorityByte)
  }

  private static func isAuthorityByte(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || ":[]".has(byte)
  }

  /// Returns whether the segment consists of path characters and complete escapes, and no URL parser treats
  /// it as `.` or `..`.
  private static func isSegment(_ segment: String) -> Bool {
    guard segment.isAll(PercentEncoding.isPathByte), let text = PercentEncoding.decode(segment.bytes) else {
      return false
    }
    return text != "." && text != ".."
  }

  /// Returns whether square brackets are used only around an IPv6 address (RFC 3986, section 3.2.2).
  private static func hasValidHost(_ authority: [UInt8]) -> Bool {
    guard authority.first == UInt8(ascii: "[") else { return brackets(in: authority, from: 0) == 0 }
    guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
    return isIPv6(authority.part(1, close)) && brackets(in: authority, from: close + 1) == 0
  }

  private static func brackets(in text: [UInt8], from start: Int) -> Int {
    var count = 0
    for byte in text.part(start, text.count) where "[]".has(byte) { count += 1 }
    return count
  }

  /// Returns whether the text is eight groups of up to four hex digits, the last two optionally as an IPv4
  /// address, with at most one `::` for omitted groups.
  private static func isIPv6(_ text: [UInt8]) -> Bool {
    var groups = String(repairing: text).parts(at: UInt8(ascii: ":"))
    var count = 0
    if let last = groups.last, last.has(UInt8(ascii: ".")) {
      guard isIPv4(last), groups.count > 1 else { return false }
      groups.removeLast()
      count = 2
    }
    // A leading or trailing `::` makes one empty group too many.
    if text.has("::", at: 0) { groups.removeFirst() }
    if text.has("::", at: text.count - 2), groups.count > 1 { groups.removeLast() }
    var gaps = 0
    for group in groups {
      guard group.utf8.count <= 4, group.isAll(\.isHexadecimal) else { return false }
      if group.isEmpty { gaps += 1 } else { count += 1 }
    }
    // With one gap, an empty group is the one of a `::`.
    return gaps == 0 && count == 8 || gaps == 1 && count < 8 && hasDoubleColon(text)
  }

  private static func hasDoubleColon(_ text: [UInt8]) -> Bool {
    for index in 0..<text.count where text.has("::", at: index) { return true }
    return false
  }

  private static func isIPv4(_ text: String) -> Bool {
    let numbers = text.parts(at: UInt8(ascii: "."))
    for number in numbers where !isNumber(number, upTo: 255) { return false }
    return numbers.count == 4
  }

  private static func hasValidPort(_ authority: [UInt8]) -> Bool {
    // The end of the host: the closing bracket, or the first colon.
    var end = 0
    if authority.first == UInt8(ascii: "[") {
      guard let close = authority.lastIndex(of: UInt8(ascii: "]")) else { return false }
      end = close + 1
      guard end == authority.count || authority[end] == UInt8(ascii: ":") else { return false }
    } else {
      end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.count
    }
    return end == authority.count
      || isNumber(String(repairing: authority.part(end + 1, authority.count)), upTo: 65535)
  }

  /// Returns whether the text is only digits, of a number that isn't too large.
  static func isNumber(_ text: String, upTo limit: Int) -> Bool {
    guard text.isAll(\.isDigit) else { return false }
    return IntegerText.int(text).map { $0 <= limit } ?? false
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
    var rest = path
    while rest.utf8.first == UInt8(ascii: "/") { rest = rest.rest(after: 1) }
    var isParameter = false
    // What follows each `{` is a name, `}` and text.
    for part in rest.parts(at: UInt8(ascii: "{")) {
      guard isParameter else {
        add(part)
        isParameter = true
        continue
      }
      let name = part.beginning { $0 == UInt8(ascii: "}") }
      guard name.utf8.count < part.utf8.count else {
        problem = "the endpoint's path has a '{' without '}'"
        return
      }
      parts.append(.parameter(name))
      add(part.rest(after: name.utf8.count + 1))
    }
  }

  private mutating func add(_ text: String) {
    guard text.isAll(PercentEncoding.isPathByte) else {
      problem = "the endpoint's path contains a character that must be percent-encoded"
      return
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }
}

/// Percent-encoding per RFC 3986, section 2.
///
/// Everything except unreserved characters (`A-Z a-z 0-9 - . _ ~`) is encoded, byte by byte in UTF-8, in path
/// segments, queries and form bodies. A space is always `%20`, never `+`: servers that read a query per RFC
/// 3986 and servers that read it as `application/x-www-form-urlencoded` agree on `%20`, but not on `+`. For
/// the same reason, a literal `+` is always `%2B`.
public enum PercentEncoding {
  /// Returns `text` with every byte outside RFC 3986's unreserved set replaced by `%XX` (uppercase hex
  /// digits).
  @inline(never)
  public static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    encode(text, into: &bytes)
    return String(repairing: bytes)
  }

  /// Returns `text` with every byte replaced by `%XX` that is neither unreserved nor one of `kept`.
  package static func encode(_ text: String, keeping kept: String) -> String {
    var bytes: [UInt8] = []
    encode(text, into: &bytes, keeping: kept)
    return String(repairing: bytes)
  }

  private static func encode(_ text: String, into bytes: inout [UInt8], keeping kept: String = "") {
    guard !text.isAll(isUnreserved) else { return bytes.add(text) }
    for byte in text.bytes {
      if isUnreserved(byte) || kept.has(byte) {
        bytes.append(byte)
      } else {
        append(escaping: byte, to: &bytes)
      }
    }
  }

  /// Appends `%XX` for a byte.
  package static func append(escaping byte: UInt8, to bytes: inout [UInt8]) {
    bytes += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 0x0F)]
  }

  /// Returns the decoded text; nil if a `%` isn't followed by two hex digits, or if the bytes aren't UTF-8. A
  /// `+` is a plus sign.
  public static func decode(_ encoded: some StringProtocol) -> String? { decode(String(encoded).bytes) }

  static func decode(_ encoded: [UInt8]) -> String? {
    var bytes: [UInt8] = []
    var index = 0
    while index < encoded.count {
      var byte = encoded[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index + 1 < encoded.count, let high = hexValue(encoded[index]),
          let low = hexValue(encoded[index + 1])
        else { return nil }
        byte = high << 4 | low
        index += 2
      }
      bytes.append(byte)
    }
    return String(valid: bytes)
  }

  /// Appends names and values as a query or a form body: `a=1&b=2`, in the given order.
  static func encode(_ fields: [RequestComposition.Field], into bytes: inout [UInt8]) {
    var separator = ""
    for field in fields {
      bytes.add(separator)
      encode(field.name, into: &bytes)
      bytes.add("=")
      if let encoded = field.encoded {
        bytes.add(encoded)
      } else {
        encode(field.value, into: &bytes)
      }
      separator = "&"
    }
  }

  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Returns whether `byte` needs no encoding in a URL's path (RFC 3986, `pchar` and `/`); true for `%`, too.
  package static func isPathByte(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "/%!$&'()*+,;=:@".has(byte)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  package static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
