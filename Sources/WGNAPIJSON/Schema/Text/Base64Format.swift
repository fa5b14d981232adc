import WGNAPISupport

/// `byte` of OpenAPI: Base64 with padding (RFC 4648, section 4).
package enum Base64Format {
  package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count % 4 == 0 else { return false }
    var scanner = FormatScanner(bytes)
    let digits = scanner.skip {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
    }
    // The rest is padding of at most two characters.
    return bytes.count - digits <= 2 && bytes[digits...].allSatisfy { $0 == UInt8(ascii: "=") }
  }
}
