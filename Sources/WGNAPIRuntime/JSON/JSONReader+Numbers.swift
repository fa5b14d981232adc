/// A number in a document.
struct NumberSpan {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// Whether it has neither a fraction nor an exponent.
  let isPlain: Bool

  var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }
}

extension JSONReader {
  /// Passes a number, checking its grammar.
  mutating func scanNumber() throws(JSONError) -> NumberSpan {
    let first = nextByte()
    guard first == UInt8(ascii: "-") || isDigit(first) else { throw mismatch("number") }
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

  /// Reads a number with its text.
  public mutating func readNumber() throws(JSONError) -> JSONNumber {
    JSONNumber(scanned: try scanNumber().text)
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  private func skipDigits(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var next = start
    while next < end, isDigit(next.pointee) { next += 1 }
    return next
  }

  private func malformedNumber(_ start: UnsafePointer<UInt8>) -> JSONError {
    error(.syntax, "malformed number \(excerpt(from: start - base))", at: start - base)
  }

  // MARK: Integers

  /// Reads an integer: a number without a fractional part, so `12`, `12.0` and `1e2` but not `12.5`.
  @inline(__always)
  public mutating func readInt64() throws(JSONError) -> Int64 {
    skipWhitespace()
    var next = position
    let isNegative = next < end && next.pointee == UInt8(ascii: "-")
    if isNegative { next += 1 }
    let digits = next
    // Eighteen digits cannot overflow.
    let limit = end - next > 18 ? next + 18 : end
    var value: Int64 = 0
    while next < limit, isDigit(next.pointee) {
      value = value &* 10 &+ Int64(next.pointee &- 0x30)
      next += 1
    }
    guard next > digits, next == end || endsInteger(next.pointee),
      digits.pointee != UInt8(ascii: "0") || next == digits + 1
    else { return try readIntegerSlowly(Int64.self) }
    position = next
    return isNegative ? 0 &- value : value
  }

  @inline(__always)
  private func endsInteger(_ byte: UInt8) -> Bool {
    !(isDigit(byte) || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e"))
  }

  /// Reads an integer of any width.
  public mutating func readInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type = Integer.self
  ) throws(JSONError) -> Integer {
    if Integer.bitWidth == 64, !Integer.isSigned { return try readIntegerSlowly(type) }
    let before = mark
    let value = try readInt64()
    guard let result = Integer(exactly: value) else {
      rewind(to: before)
      throw outOfRange(type)
    }
    return result
  }

  @inline(never)
  private mutating func readIntegerSlowly<Integer: FixedWidthInteger>(
    _ type: Integer.Type
  ) throws(JSONError) -> Integer {
    guard peek() == .number else { throw mismatch("integer") }
    let before = mark
    let span = try scanNumber()
    if span.isPlain, let value = Integer(span.text) { return value }
    let decimal = JSONNumber(scanned: span.text).decimal
    if let value = Integer(exactly: decimal) { return value }
    rewind(to: before)
    if decimal.exponent < 0, !decimal.digits.isEmpty { throw mismatch("integer") }
    throw outOfRange(type)
  }

  private mutating func outOfRange<Number>(_ type: Number.Type) -> JSONError {
    skipWhitespace()
    return error(.outOfRange, "number \(excerpt(from: offset)) does not fit \(type)")
  }

  // MARK: Floating point

  /// Reads a number, correctly rounded; one beyond the range of `Double` is an error.
  public mutating func readDouble() throws(JSONError) -> Double {
    guard peek() == .number else { throw mismatch("number") }
    let before = mark
    let span = try scanNumber()
    if let value = exactDouble(span) { return value }
    guard let value = Double(span.text), value.isFinite else {
      rewind(to: before)
      throw outOfRange(Double.self)
    }
    return value
  }

  /// Numbers whose digits and power of ten are both exact doubles (Clinger's fast path).
  @inline(__always)
  private func exactDouble(_ span: NumberSpan) -> Double? {
    // Nineteen digits fit the integer below; a twentieth could wrap it around.
    guard span.count <= 19 else { return nil }
    var next = span.start
    let end = span.start + span.count
    let isNegative = next.pointee == UInt8(ascii: "-")
    if isNegative { next += 1 }
    var digits: UInt64 = 0
    var fraction = 0
    var inFraction = false
    while next < end {
      let byte = next.pointee
      if byte == UInt8(ascii: ".") {
        inFraction = true
      } else if isDigit(byte) {
        digits = digits &* 10 &+ UInt64(byte &- 0x30)
        if inFraction { fraction += 1 }
      } else {
        return nil
      }
      next += 1
    }
    guard digits <= 1 << 53, fraction < Self.powersOfTen.count else { return nil }
    let value = Double(digits) / Self.powersOfTen[fraction]
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]
}
