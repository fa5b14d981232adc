/// Integers in decimal digits.
///
/// The standard library's parser is generic; each of its specializations is 2,000 lines of SIL for users to compile.
package enum IntegerText {
  /// A sign and an absolute value.
  package typealias Parsed = (isNegative: Bool, magnitude: UInt64)

  /// The integer as `Int64.init(_:)` reads it; nil if the text is not one, or out of range.
  @inline(never)
  package static func int64(_ text: String) -> Int64? {
    guard let parsed = parse(text) else { return nil }
    return int64(parsed)
  }

  /// The integer as `UInt64.init(_:)` reads it; nil if the text is not one, or out of range.
  @inline(never)
  package static func uint64(_ text: String) -> UInt64? {
    guard let parsed = parse(text), !parsed.isNegative || parsed.magnitude == 0 else { return nil }
    return parsed.magnitude
  }

  /// The integer as `Int.init(_:)` reads it; nil if the text is not one, or out of range.
  package static func int(_ text: String) -> Int? { int64(text).flatMap { Int(exactly: $0) } }

  /// A signed integer; nil if it is out of range.
  package static func int64(_ parsed: Parsed) -> Int64? {
    guard parsed.isNegative else { return Int64(exactly: parsed.magnitude) }
    return parsed.magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- parsed.magnitude) : nil
  }

  private static func parse(_ text: String) -> Parsed? {
    var text = text
    return text.withUTF8 { bytes in
      let hasPlus = bytes.first == UInt8(ascii: "+")
      return parse(
        hasPlus ? UnsafeBufferPointer(rebasing: bytes[1...]) : bytes, isShortest: false, allowsMinus: !hasPlus
      )
    }
  }

  /// The integer in its shortest form only: no leading zeros, no `-0`, no plus sign.
  @inline(never)
  package static func shortest(_ bytes: UnsafeBufferPointer<UInt8>) -> Parsed? {
    parse(bytes, isShortest: true, allowsMinus: true)
  }

  /// The integer in its shortest form only.
  package static func shortest(_ text: String) -> Parsed? {
    var text = text
    return text.withUTF8 { shortest($0) }
  }

  private static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, isShortest: Bool, allowsMinus: Bool
  ) -> Parsed? {
    let isNegative = allowsMinus && bytes.first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard bytes.count > start else { return nil }
    if isShortest, bytes[start] == UInt8(ascii: "0"), isNegative || bytes.count > start + 1 { return nil }
    var magnitude: UInt64 = 0
    for index in start..<bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isTooMuch) = product.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !isTooMuch else { return nil }
      magnitude = sum
    }
    return (isNegative, magnitude)
  }
}
