import WGNAPISupport

/// `json-pointer` (RFC 6901, section 3) and `relative-json-pointer` (draft-bhutton-relative-json-pointer-00).
enum JSONPointerFormat {
  /// Returns whether the text is empty, or consists of reference tokens that each follow a slash, with `~`
  /// only in `~0` and `~1`.
  static func accepts(_ start: FormatScanner) -> Bool {
    var scanner = start
    guard scanner.isAtEnd || scanner.peek() == UInt8(ascii: "/") else { return false }
    while let byte = scanner.next() {
      if byte == UInt8(ascii: "~"), !scanner.skip("0"), !scanner.skip("1") { return false }
    }
    return true
  }

  /// Returns whether the text is a number of levels, optionally followed by an index offset (`0-1`), and then
  /// `#` or a pointer.
  static func acceptsRelative(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = FormatScanner(bytes)
    guard scanInteger(&scanner) else { return false }
    if scanner.skip("+") || scanner.skip("-"), !scanInteger(&scanner) { return false }
    if scanner.skip("#") { return scanner.isAtEnd }
    return accepts(scanner)
  }

  private static func scanInteger(_ scanner: inout FormatScanner) -> Bool {
    let startsWithZero = scanner.peek() == UInt8(ascii: "0")
    let count = scanner.skip(while: \.isDigit)
    return count == 1 || (count > 1 && !startsWithZero)
  }
}
