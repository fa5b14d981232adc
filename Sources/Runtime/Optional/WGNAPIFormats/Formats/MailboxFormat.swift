import WGNAPISupport

/// `email` (RFC 5321, section 4.1.2, `Mailbox`) and `idn-email` (RFC 6531, section 3.3, the same with
/// international letters).
enum MailboxFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>, isInternational: Bool) -> Bool {
    var scanner = FormatScanner(bytes)
    let hasLocalPart =
      scanner.peek() == UInt8(ascii: "\"")
      ? scanQuoted(&scanner, isInternational) : scanDotString(&scanner, isInternational)
    guard hasLocalPart, scanner.skip("@") else { return false }
    if scanner.skip("[") { return acceptsLiteral(&scanner) }
    return HostnameFormat.accepts(
      UnsafeBufferPointer(rebasing: bytes[scanner.rest]), isInternational: isInternational)
  }

  /// Skips atoms separated by dots.
  private static func scanDotString(_ scanner: inout FormatScanner, _ isInternational: Bool) -> Bool {
    repeat {
      guard scanner.skip(while: { $0.isAtomText || (isInternational && $0 >= 0x80) }) > 0 else {
        return false
      }
    } while scanner.skip(".")
    return true
  }

  private static func scanQuoted(_ scanner: inout FormatScanner, _ isInternational: Bool) -> Bool {
    guard scanner.skip("\"") else { return false }
    while let byte = scanner.next() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard let escaped = scanner.next(), 0x20...0x7E ~= escaped else { return false }
      case 0x20...0x7E: break
      default: if byte < 0x80 || !isInternational { return false }
      }
    }
    return false
  }

  /// Returns whether the rest is an address literal in brackets.
  private static func acceptsLiteral(_ scanner: inout FormatScanner) -> Bool {
    guard scanner.bytes.last == UInt8(ascii: "]"), scanner.rest.count > 1 else { return false }
    let inner = FormatScanner(scanner.bytes, scanner.index..<(scanner.bytes.count - 1))
    if IPAddressFormat.acceptsV4(inner) { return true }
    var tagged = inner
    let tagStart = tagged.index
    guard tagged.skip(while: { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }) > 0,
      tagged.bytes[tagged.index - 1] != UInt8(ascii: "-")
    else { return false }
    let tag = tagged.bytes[tagStart..<tagged.index]
    guard tagged.skip(":") else { return false }
    if tag.elementsEqual("ipv6".utf8, by: { $0 | 0x20 == $1 }) { return IPAddressFormat.acceptsV6(tagged) }
    return tagged.skip { 0x21...0x5A ~= $0 || 0x5E...0x7E ~= $0 } > 0 && tagged.isAtEnd
  }
}

extension UInt8 {
  /// Whether the byte is `atext` of RFC 5322.
  fileprivate var isAtomText: Bool {
    switch self {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2F, 0x3D, 0x3F, 0x5E...0x60, 0x7B...0x7E: true
    default: isLetter || isDigit
    }
  }
}
