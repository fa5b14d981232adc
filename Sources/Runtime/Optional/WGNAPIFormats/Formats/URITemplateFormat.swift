import WGNAPISupport

/// `uri-template` (RFC 6570, section 2), of any level, with erratum 6937, which allows `'` in literals.
enum URITemplateFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = FormatScanner(bytes)
    while let byte = scanner.peek() {
      if byte == UInt8(ascii: "{") {
        guard scanExpression(&scanner) else { return false }
      } else if byte >= 0x80 {
        guard let scalar = scanner.nonASCII(), scalar.isUniversal || scalar.isPrivateInIRI else {
          return false
        }
      } else if isLiteral(byte) {
        _ = scanner.next()
      } else if !scanner.skipPercentEncoded() {
        return false
      }
    }
    return true
  }

  /// Returns whether the byte is in `literals`, without percent signs and characters that aren't ASCII.
  private static func isLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23, 0x24, 0x26...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
    default: false
    }
  }

  /// Skips `{`, an optional operator, and variables separated by commas.
  private static func scanExpression(_ scanner: inout FormatScanner) -> Bool {
    guard scanner.skip("{") else { return false }
    switch scanner.peek() {
    // The operators, including those reserved for future use.
    case 0x2B, 0x23, 0x2E, 0x2F, 0x3B, 0x3F, 0x26, 0x3D, 0x2C, 0x21, 0x40, 0x7C: _ = scanner.next()
    default: break
    }
    repeat {
      guard scanVariable(&scanner) else { return false }
    } while scanner.skip(",")
    return scanner.skip("}")
  }

  private static func scanVariable(_ scanner: inout FormatScanner) -> Bool {
    repeat {
      guard scanNamePart(&scanner) else { return false }
    } while scanner.skip(".")
    if scanner.skip(":") {
      let startsWithZero = scanner.peek() == UInt8(ascii: "0")
      return !startsWithZero && 1...4 ~= scanner.skip(while: \.isDigit)
    }
    _ = scanner.skip("*")
    return true
  }

  private static func scanNamePart(_ scanner: inout FormatScanner) -> Bool {
    var count = 0
    while true {
      let plain = scanner.skip { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
      let isEncoded = scanner.skipPercentEncoded()
      guard plain > 0 || isEncoded else { return count > 0 }
      count += 1
    }
  }
}
