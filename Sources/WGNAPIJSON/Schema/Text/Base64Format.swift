import WGNAPISupport

/// `byte` of OpenAPI: base64 with padding (RFC 4648, section 4).
package enum Base64Format {
  package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count % 4 == 0 else { return false }
    var scanner = FormatScanner(bytes)
    let digits = scanner.skip {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
    }
    // What isn't a digit is padding, of which there are at most two.
    return bytes.count - digits <= 2 && bytes[digits...].allSatisfy { $0 == UInt8(ascii: "=") }
  }
}
