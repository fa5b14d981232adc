extension JSONReader {
  /// Reads a number, correctly rounded. A number outside the range of `Double` is an error.
  @inline(never)
  public mutating func readDouble() throws(JSONError) -> Double { try readDoubleInPlace() }

  @inline(__always)
  mutating func readDoubleInPlace() throws(JSONError) -> Double {
    skipWhitespace()
    var next = position
    guard let value = Self.plainDouble(&next, end) else { return try readDoubleSlowly() }
    position = next
    return value
  }

  @inline(never)
  private mutating func readDoubleSlowly() throws(JSONError) -> Double {
    guard peek() == .number else { throw mismatch("number") }
    let before = mark
    let span = try scanNumber()
    guard let value = Double(span.text), value.isFinite else {
      rewind(to: before)
      throw outOfRange(Double.self)
    }
    return value
  }

  /// Skips a number with up to nineteen significant digits and returns it; nil for anything else.
  @inline(__always)
  static func plainDouble(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Double? {
    guard next < end else { return nil }
    let isNegative = next.pointee == UInt8(ascii: "-")
    if isNegative { next += 1 }
    let integer = next
    var digits: UInt64 = 0
    Digits.accumulate(&digits, &next, end)
    var count = next - integer
    guard count > 0, integer.pointee != UInt8(ascii: "0") || count == 1 else { return nil }
    var exponent = 0
    if next < end, next.pointee == UInt8(ascii: ".") {
      next += 1
      let fraction = next
      Digits.accumulate(&digits, &next, end)
      exponent = fraction - next
      guard exponent < 0 else { return nil }
      count -= exponent
      if count > 19, integer.pointee == UInt8(ascii: "0") { count -= leadingZeros(integer, fraction, next) }
    }
    guard count <= 19 else { return nil }
    if next < end, next.pointee | 0x20 == UInt8(ascii: "e") {
      guard let written = Self.exponent(&next, end) else { return nil }
      exponent += written
    }
    guard let value = double(digits, exponent) else { return nil }
    return isNegative ? -value : value
  }

  /// Returns the number of leading zeros of a number such as `0.00012`.
  private static func leadingZeros(
    _ integer: UnsafePointer<UInt8>, _ fraction: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Int {
    var next = fraction
    while next < end, next.pointee == UInt8(ascii: "0") { next += 1 }
    return 1 + (next - fraction)
  }

  /// Skips an exponent of up to four digits.
  private static func exponent(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int? {
    next += 1
    guard next < end else { return nil }
    let isNegative = next.pointee == UInt8(ascii: "-")
    if isNegative || next.pointee == UInt8(ascii: "+") { next += 1 }
    let start = next
    var value: UInt64 = 0
    Digits.accumulate(&value, &next, end)
    guard next > start, next - start <= 4 else { return nil }
    return isNegative ? -Int(value) : Int(value)
  }

  /// Returns `digits` × 10^`exponent`, correctly rounded; nil if that needs more than 128 bits or isn't a
  /// normal number.
  @inline(__always)
  private static func double(_ digits: UInt64, _ exponent: Int) -> Double? {
    // Both are exact doubles, so one operation rounds once (Clinger, "How to Read Floating Point Numbers
    // Accurately").
    if digits <= 1 << 53, exponent <= 0, exponent > -exactPowers.count {
      return Double(digits) / exactPowers[-exponent]
    }
    return CorrectDouble.make(digits, exponent)
  }

  private static let exactPowers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
}
