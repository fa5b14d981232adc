import WGNAPISupport
import WGNAPITransport

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

  /// Parses a request's whole URL. ``path`` is its path and query, as they are written.
  ///
  /// - Returns: What is wrong with it; nil if nothing is.
  static func parse(whole text: String, _ url: inout BaseURL) -> String? {
    let (scheme, authority, rest): (String, String, String)
    switch head(of: text) {
    case .problem(let problem): return "the URL \(problem)"
    case .parts(let first, let second, let third): (scheme, authority, rest) = (first, second, third)
    }
    let path = rest.beginning { "?#".has($0) }
    for segment in path.parts(at: UInt8(ascii: "/")) {
      let name = PercentEncoding.decode(segment.bytes)
      if name == "." || name == ".." { return "the URL's path can't have '.' or '..' as a part" }
    }
    guard rest.isAll({ PercentEncoding.isPathByte($0) || $0 == UInt8(ascii: "?") }),
      PercentEncoding.isEscaped(rest.bytes)
    else { return "the URL has a fragment, or characters that must be percent-encoded" }
    url = BaseURL(scheme: scheme, authority: authority, path: path.isEmpty ? "/" + rest : rest)
    return nil
  }

  private enum Head {
    case problem(String)
    case parts(scheme: String, authority: String, rest: String)
  }

  /// Returns scheme and authority, or what is wrong with them, and what follows them.
  private static func head(of text: String) -> Head {
    let scheme = text.beginning { $0 == UInt8(ascii: ":") }.lowercased()
    let start = scheme.utf8.count
    guard scheme == "http" || scheme == "https", text.bytes.has("://", at: start) else {
      return .problem("must begin with http:// or https://")
    }
    let rest = text.rest(after: start + 3)
    let authority = rest.beginning { "/?#".has($0) }
    switch Authority.problem(authority) {
    case nil:
      return .parts(scheme: scheme, authority: authority, rest: rest.rest(after: authority.utf8.count))
    case .characters:
      return .problem(
        "needs a host of ASCII characters (an international one in Punycode), without user name and password")
    case .host: return .problem("has a malformed host")
    case .port: return .problem("has a malformed port")
    }
  }

  /// Returns what is wrong with the text; nil if nothing is.
  private static func parse(_ text: String, _ basePath: String, _ url: inout BaseURL) -> String? {
    let (scheme, authority, rest): (String, String, String)
    switch head(of: text) {
    case .problem(let problem): return "its base URL \(problem)"
    case .parts(let first, let second, let third): (scheme, authority, rest) = (first, second, third)
    }
    var path = "/"
    let slash = UInt8(ascii: "/")
    for segment in rest.names(at: slash) + basePath.names(at: slash) {
      guard isSegment(segment) else {
        return
          "its base URL and the API's base path may hold path characters only, and neither query nor fragment"
      }
      path += segment + "/"
    }
    url = BaseURL(scheme: scheme, authority: authority, path: path)
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

  /// Returns whether each `%` is followed by two hex digits.
  static func isEscaped(_ text: [UInt8]) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: "%") {
      guard index + 2 < text.count, hexValue(text[index + 1]) != nil, hexValue(text[index + 2]) != nil else {
        return false
      }
    }
    return true
  }

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
