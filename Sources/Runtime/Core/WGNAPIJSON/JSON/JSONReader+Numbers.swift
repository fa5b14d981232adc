import WGNAPISupport

/// A number in a document.
package struct NumberSpan {
  package let start: UnsafePointer<UInt8>
  package let count: Int
  /// Whether the number has neither a fraction nor an exponent.
  package let isPlain: Bool

  package var text: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

extension JSONReader {
  /// Skips a number, checking its syntax.
  package mutating func scanNumber() throws(JSONError) -> NumberSpan {
    let first = nextByte()
    guard first == UInt8(ascii: "-") || first.isDigit else { throw mismatch("number") }
    let start = position
    var next = position
    var isPlain = true
    if first == UInt8(ascii: "-") { next += 1 }
    let integer = next
    next = skipDigits(next)
    guard next > integer else { throw malformedNumber(start) }
    if integer.pointee == UInt8(ascii: "0"), next > integer + 1 { throw malformedNumber(start) }
    if next < end, next.pointee == UInt8(ascii: ".") {
      isPlain = false
      let fraction = next + 1
      next = skipDigits(fraction)
      guard next > fraction else { throw malformedNumber(start) }
    }
    if next < end, next.pointee | 0x20 == UInt8(ascii: "e") {
      isPlain = false
      next += 1
      if next < end, next.pointee == UInt8(ascii: "+") || next.pointee == UInt8(ascii: "-") { next += 1 }
      let exponent = next
      next = skipDigits(exponent)
      guard next > exponent else { throw malformedNumber(start) }
    }
    position = next
    return NumberSpan(start: start, count: next - start, isPlain: isPlain)
  }

  /// Reads a number, keeping its text.
  public mutating func readNumber() throws(JSONError) -> JSONNumber {
    JSONNumber(scanned: try scanNumber().text)
  }

  @inline(__always)
  private func skipDigits(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var next = start
    while next < end, next.pointee.isDigit { next += 1 }
    return next
  }

  private func malformedNumber(_ start: UnsafePointer<UInt8>) -> JSONError {
    error(.syntax, "malformed number \(excerpt(from: start - base))", at: start - base)
  }

  // MARK: Integers

  /// Reads an integer: a number without a fractional part, such as `12`, `12.0` and `1e2`, but not `12.5`.
  @inline(__always)
  public mutating func readInt64() throws(JSONError) -> Int64 {
    skipWhitespace()
    var next = position
    guard let value = Self.plainInt64(&next, end) else {
      return Int64(bitPattern: try readIntegerSlowly(isSigned: true, Int64.self))
    }
    position = next
    return value
  }

  /// Skips an integer of up to eighteen digits and returns it; nil for anything else.
  @inlinable @inline(__always)
  package static func plainInt64(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int64? {
    guard next < end else { return nil }
    let isNegative = next.pointee == UInt8(ascii: "-")
    if isNegative { next += 1 }
    let digits = next
    var value: UInt64 = 0
    Digits.accumulate(&value, &next, end)
    // Eighteen digits can't overflow; leading zeros aren't allowed.
    guard next > digits, next - digits <= 18, digits.pointee != UInt8(ascii: "0") || next == digits + 1,
      next == end || endsInteger(next.pointee)
    else { return nil }
    let magnitude = Int64(truncatingIfNeeded: value)
    return isNegative ? 0 &- magnitude : magnitude
  }

  @inline(__always)
  @usableFromInline static func endsInteger(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: ".") && byte | 0x20 != UInt8(ascii: "e")
  }

  /// Reads an integer of any width.
  public mutating func readInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type = Integer.self
  ) throws(JSONError) -> Integer {
    if Integer.bitWidth == 64, !Integer.isSigned {
      return Integer(truncatingIfNeeded: try readIntegerSlowly(isSigned: false, type))
    }
    let start = position
    let value = try Integer.bitWidth == 64 ? readInt64() : readInt64OutOfLine()
    guard let result = Integer(exactly: value) else {
      position = start
      throw outOfRange(type)
    }
    return result
  }

  /// Reads an integer in code that all callers share: for narrower types, and where numbers are rare.
  @inline(never)
  mutating func readInt64OutOfLine() throws(JSONError) -> Int64 { try readInt64() }

  /// Reads an integer of 64 bits in any form, such as `2.0` and `1e3`.
  ///
  /// - Returns: its bits.
  @inline(never)
  private mutating func readIntegerSlowly(isSigned: Bool, _ type: Any.Type) throws(JSONError) -> UInt64 {
    guard peek() == .number else { throw mismatch("integer") }
    let before = mark
    let span = try scanNumber()
    let number = JSONNumber(scanned: span.text)
    if let bits = isSigned ? number.int64.map({ UInt64(bitPattern: $0) }) : number.uint64 { return bits }
    let decimal = number.decimal
    rewind(to: before)
    if decimal.exponent < 0, !decimal.digits.isEmpty { throw mismatch("integer") }
    throw outOfRange(type)
  }

  mutating func outOfRange(_ type: Any.Type) -> JSONError {
    let isNegative = nextByte() == UInt8(ascii: "-")
    return error(.outOfRange, "number \(excerpt(from: offset)) does not fit \(type)")
      .violating(isNegative ? "minimum" : "maximum")
  }
}

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
  package static func plainDouble(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Double?
  {
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
