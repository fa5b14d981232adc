/// A number in a document.
struct NumberSpan {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// Whether the number has neither a fraction nor an exponent.
  let isPlain: Bool

  var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }
}

extension JSONReader {
  /// Skips a number, checking its syntax.
  mutating func scanNumber() throws(JSONError) -> NumberSpan {
    let first = nextByte()
    guard first == UInt8(ascii: "-") || Digits.isDigit(first) else { throw mismatch("number") }
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
    while next < end, Digits.isDigit(next.pointee) { next += 1 }
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
  @inline(__always)
  static func plainInt64(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int64? {
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
  private static func endsInteger(_ byte: UInt8) -> Bool {
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
    let value = try Integer.bitWidth == 64 ? readInt64() : readNarrowInteger()
    guard let result = Integer(exactly: value) else {
      position = start
      throw outOfRange(type)
    }
    return result
  }

  /// Reads an integer in code that all callers share: for narrower types, and where numbers are rare.
  @inline(never)
  mutating func readNarrowInteger() throws(JSONError) -> Int64 { try readInt64() }

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
    skipWhitespace()
    return error(.outOfRange, "number \(excerpt(from: offset)) does not fit \(type)")
  }
}
