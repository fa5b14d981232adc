import WGNAPISupport

/// `uri`, `uri-reference` (RFC 3986, appendix A), `iri` and `iri-reference` (RFC 3987, section 2.2).
struct URIFormat {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isInternational: Bool

  static func accepts(
    _ bytes: UnsafeBufferPointer<UInt8>, mayBeRelative: Bool, isInternational: Bool
  ) -> Bool {
    URIFormat(bytes: bytes, isInternational: isInternational).accepts(mayBeRelative: mayBeRelative)
  }

  private func accepts(mayBeRelative: Bool) -> Bool {
    var scanner = FormatScanner(bytes)
    let hasScheme = skipScheme(&scanner)
    guard hasScheme || mayBeRelative else { return false }
    if scanner.peek() == UInt8(ascii: "/"), scanner.peek(1) == UInt8(ascii: "/") {
      _ = scanner.next()
      _ = scanner.next()
      guard acceptsAuthority(&scanner) else { return false }
    } else if !hasScheme {
      // A relative path can't contain a colon before its first slash, because that would be part of a scheme.
      skipCharacters(&scanner, also: "@")
      if scanner.peek() == UInt8(ascii: ":") { return false }
    }
    skipCharacters(&scanner, also: ":@/")
    if scanner.skip("?") { skipCharacters(&scanner, also: ":@/?", allowsPrivate: true) }
    if scanner.skip("#") { skipCharacters(&scanner, also: ":@/?") }
    return scanner.isAtEnd
  }

  /// Skips a scheme and its colon, if any.
  private func skipScheme(_ scanner: inout FormatScanner) -> Bool {
    var attempt = scanner
    guard attempt.peek()?.isLetter == true else { return false }
    _ = attempt.skip { $0.isLetter || $0.isDigit || [0x2B, 0x2D, 0x2E].contains($0) }
    guard attempt.skip(":") else { return false }
    scanner = attempt
    return true
  }

  /// Skips the part between `//` and the path; returns false if it is invalid.
  private func acceptsAuthority(_ scanner: inout FormatScanner) -> Bool {
    var userInformation = scanner
    skipCharacters(&userInformation, also: ":")
    if userInformation.skip("@") { scanner = userInformation }
    if scanner.skip("[") {
      let start = scanner.index
      _ = scanner.skip { $0 != UInt8(ascii: "]") }
      let literal = FormatScanner(bytes, start..<scanner.index)
      guard scanner.skip("]"), IPAddressFormat.acceptsV6(literal) || isFutureAddress(literal) else {
        return false
      }
    } else {
      skipCharacters(&scanner, also: "")
    }
    if scanner.skip(":") { _ = scanner.skip(while: \.isDigit) }
    switch scanner.peek() {
    case nil, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
    default: return false
    }
  }

  /// Returns whether the text is a version, such as `v1.`, followed by an address.
  private func isFutureAddress(_ start: FormatScanner) -> Bool {
    var scanner = start
    guard scanner.skip(letter: "v"), scanner.skip(while: \.isHexadecimal) > 0, scanner.skip(".") else {
      return false
    }
    return scanner.skip { $0.isUnreserved || $0.isSubdelimiter || $0 == UInt8(ascii: ":") } > 0
      && scanner.isAtEnd
  }

  /// Skips unreserved characters, delimiters within components, percent-encoded bytes, and the given
  /// characters.
  private func skipCharacters(
    _ scanner: inout FormatScanner, also others: StaticString, allowsPrivate: Bool = false
  ) {
    while let byte = scanner.peek() {
      if byte.isUnreserved || byte.isSubdelimiter || others.contains(byte) {
        _ = scanner.next()
      } else if byte >= 0x80, isInternational {
        var attempt = scanner
        guard let scalar = attempt.nonASCII(),
          scalar.isUniversal || (allowsPrivate && scalar.isPrivateInIRI)
        else { return }
        scanner = attempt
      } else if !scanner.skipPercentEncoded() {
        return
      }
    }
  }
}

extension StaticString {
  fileprivate func contains(_ byte: UInt8) -> Bool {
    withUTF8Buffer { $0.contains(byte) }
  }
}

extension UInt8 {
  /// Whether the byte is `unreserved` of RFC 3986.
  var isUnreserved: Bool {
    isLetter || isDigit || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
  }

  /// Whether the byte is in `sub-delims` of RFC 3986.
  var isSubdelimiter: Bool {
    switch self {
    case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is `ucschar` of RFC 3987: not ASCII, private, a noncharacter or a special.
  var isUniversal: Bool {
    switch value {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0x10000...0xDFFFF: value & 0xFFFF <= 0xFFFD
    case 0xE1000...0xEFFFD: true
    default: false
    }
  }

  /// Whether the character is `iprivate` of RFC 3987, which is allowed only in queries.
  var isPrivateInIRI: Bool {
    switch value {
    case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: true
    default: false
    }
  }
}
