import WGNAPISupport

/// The host of a URL and, if given, its port (RFC 3986, section 3.2), as all transports accept them.
///
/// HTTP libraries interpret invalid ones differently, and AsyncHTTPClient stops the process at a port that is too large.
package enum Authority {
  /// The part that is malformed.
  package enum Problem: Sendable {
    /// There is none, or it has a user name, or characters that aren't ASCII or belong elsewhere.
    case characters
    case host
    case port
  }

  /// Returns what is wrong with the text; nil if nothing is.
  package static func problem(_ text: String) -> Problem? {
    guard !text.isEmpty, text.utf8.first != UInt8(ascii: ":"), text.isAll(isAuthorityByte) else {
      return .characters
    }
    guard hasValidHost(text.bytes) else { return .host }
    return hasValidPort(text.bytes) ? nil : .port
  }

  private static func isAuthorityByte(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || "-._~:[]".has(byte)
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
  package static func isNumber(_ text: String, upTo limit: Int) -> Bool {
    guard text.isAll(\.isDigit) else { return false }
    return IntegerText.int(text).map { $0 <= limit } ?? false
  }
}

extension OutgoingRequest {
  /// Checks what a client never sends, but whoever calls a transport might, and each library would understand differently:
  /// another host, two lines, or a body whose length makes no sense.
  package func check() throws(TransportError) {
    let scheme = head.scheme?.lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw Self.refusal("the URL's scheme is neither http nor https")
    }
    guard Authority.problem(head.authority ?? "") == nil else {
      throw Self.refusal("the URL's host or port is malformed, or comes with a user name")
    }
    let path = head.path ?? "/"
    guard path.utf8.first == UInt8(ascii: "/"),
      path.isAll({ $0 > 0x20 && $0 < 0x7F && !"\"#<>\\^`{|}".has($0) })
    else {
      throw Self.refusal("the URL's path must begin with '/' and be percent-encoded")
    }
    guard body.length ?? 0 >= 0 else { throw Self.refusal("the length of the request's body is negative") }
    // RFC 9110, sections 9.3.2 and 9.3.8.
    guard body.isEmpty || ![.head, .trace].contains(head.method) else {
      throw Self.refusal("a request with the method HEAD or TRACE has no body")
    }
  }

  private static func refusal(_ message: String) -> TransportError {
    .failed(TransportFailure(.invalidRequest, message: message))
  }
}
