import WGNAPISupport

/// `duration` (RFC 3339, appendix A). Units follow one another without gaps, from the largest; as in all
/// ABNF, case is ignored.
enum DurationFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = FormatScanner(bytes)
    guard scanner.skip(letter: "P") else { return false }
    if scanner.peek().map({ $0 | 0x20 }) == UInt8(ascii: "t") { return acceptsTime(&scanner) }
    guard let unit = scanUnits(&scanner, ["Y", "M", "D"]) else { return false }
    if unit == nil {
      return scanner.skip(letter: "W") && scanner.isAtEnd
    }
    return scanner.isAtEnd || acceptsTime(&scanner)
  }

  private static func acceptsTime(_ scanner: inout FormatScanner) -> Bool {
    guard scanner.skip(letter: "T"), let unit = scanUnits(&scanner, ["H", "M", "S"]) else { return false }
    return unit != nil && scanner.isAtEnd
  }

  /// Skips numbers with consecutive units. Returns nil if a required number is missing, and `.some(nil)` if
  /// the first unit, which is next, is another one.
  private static func scanUnits(
    _ scanner: inout FormatScanner, _ units: [Unicode.Scalar]
  ) -> Unicode.Scalar?? {
    guard scanner.skip(while: \.isDigit) > 0 else { return nil }
    guard var index = units.firstIndex(where: { scanner.skip(letter: $0) }) else { return .some(nil) }
    while scanner.peek()?.isDigit == true {
      _ = scanner.skip(while: \.isDigit)
      index += 1
      guard index < units.count, scanner.skip(letter: units[index]) else { return nil }
    }
    return units[index]
  }
}
