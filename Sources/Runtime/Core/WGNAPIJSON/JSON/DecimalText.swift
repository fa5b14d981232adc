import WGNAPISupport

extension FixedWidthInteger {
  /// Creates an integer from exact decimal digits; nil if the number isn't an integer or doesn't fit.
  init?(exactly decimal: DecimalDigits) {
    guard decimal.isInteger, decimal.digits.count + decimal.exponent <= 20 else { return nil }
    var value: Self = 0
    let zeros = decimal.digits.isEmpty ? 0 : decimal.exponent
    for index in 0..<(decimal.digits.count + zeros) {
      let digit = Self(index < decimal.digits.count ? decimal.digits[index] : 0)
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        decimal.isNegative
        ? scaled.subtractingReportingOverflow(digit) : scaled.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      value = sum
    }
    self = value
  }
}

/// Writes numbers as decimal text to memory with enough room.
enum DecimalText {
  private static let pairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

  /// Writes an integer with at most twenty digits.
  ///
  /// - Returns: The end of the text.
  @inline(__always)
  static func write(_ value: UInt64, _ start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    if value < 10 {
      start.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
      return start + 1
    }
    return writeLong(value, start)
  }

  private static func writeLong(
    _ value: UInt64, _ start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let end = start + digitCount(value)
    var next = end
    var rest = value
    while rest >= 100_000_000 {
      let eight = UInt32(truncatingIfNeeded: rest % 100_000_000)
      rest /= 100_000_000
      next -= 8
      writeFour(eight / 10_000, next)
      writeFour(eight % 10_000, next + 4)
    }
    var last = UInt32(truncatingIfNeeded: rest)
    while last >= 100 {
      next -= 2
      writePair(last % 100, next)
      last /= 100
    }
    if last >= 10 {
      writePair(last, next - 2)
    } else if next > start {
      (next - 1).pointee = 0x30 + UInt8(last)
    }
    return end
  }

  @inline(__always)
  private static func writeFour(_ value: UInt32, _ start: UnsafeMutablePointer<UInt8>) {
    writePair(value / 100, start)
    writePair(value % 100, start + 2)
  }

  @inline(__always)
  private static func writePair(_ value: UInt32, _ start: UnsafeMutablePointer<UInt8>) {
    start.update(from: pairs.utf8Start + 2 * Int(value), count: 2)
  }

  private static func digitCount(_ value: UInt64) -> Int {
    var count = 1
    var rest = value
    while rest >= 10_000 {
      rest /= 10_000
      count += 4
    }
    return count + (rest >= 1000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
  }

  /// Writes the shortest text of a number with few decimals. For others it returns nil, and the memory
  /// contains nothing useful.
  ///
  /// - Returns: The end of the text.
  @inline(__always)
  static func write(_ value: Double, _ start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
    let magnitude = value.magnitude
    guard magnitude < 1e12, magnitude >= 1e-3 || magnitude == 0 else { return nil }
    var next = start
    if value.sign == .minus {
      next.pointee = UInt8(ascii: "-")
      next += 1
    }
    // Below 2^53, the decimal text is read as the quotient of two exact doubles. With up to fifteen digits,
    // no shorter text is read as the same number, except by removing trailing zeros.
    var scale = 1.0
    for decimals in 0...3 {
      let product = magnitude * scale + 0.5
      guard product < 1e15 else { break }
      let scaled = UInt64(product)
      if Double(scaled) / scale == magnitude { return write(scaled, decimals: decimals, next) }
      scale *= 10
    }
    return nil
  }

  /// Writes `scaled` / 10^`decimals` with all decimals.
  private static func write(
    _ scaled: UInt64, decimals: Int, _ start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    if decimals == 0 {
      let next = write(scaled, start)
      next[0] = UInt8(ascii: ".")
      next[1] = UInt8(ascii: "0")
      return next + 2
    }
    let count = digitCount(scaled)
    guard decimals < count else {
      start[0] = UInt8(ascii: "0")
      start[1] = UInt8(ascii: ".")
      let zeros = decimals - count
      for index in 0..<zeros { start[2 + index] = UInt8(ascii: "0") }
      return write(scaled, start + 2 + zeros)
    }
    // Write one byte further, and then move the integer part to its place.
    let end = write(scaled, start + 1)
    let whole = count - decimals
    start.update(from: start + 1, count: whole)
    start[whole] = UInt8(ascii: ".")
    return end
  }
}

/// Reads decimal digits eight at a time.
@usableFromInline enum Digits {
  /// The powers of ten for up to eight digits.
  private static let powers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  /// Appends the digits from `next` on to `value` and skips them. With more than nineteen digits, the value
  /// wraps around, so the caller must count them.
  @inline(__always)
  @usableFromInline static func accumulate(
    _ value: inout UInt64, _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) {
    while end - next >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
      let digits = word ^ 0x3030_3030_3030_3030
      // Set the high bit of each byte that isn't a digit, up to the first one; carries affect only the bytes
      // after it.
      let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
      guard others != 0 else {
        value = value &* 100_000_000 &+ number(digits)
        next += 8
        continue
      }
      let count = others.trailingZeroBitCount >> 3
      guard count > 0 else { return }
      value = value &* powers[count] &+ number(digits << UInt64(64 - 8 * count))
      next += count
      return
    }
    while next < end, next.pointee.isDigit {
      value = value &* 10 &+ UInt64(next.pointee &- 0x30)
      next += 1
    }
  }

  /// Returns the number with these eight digits; the first is in the lowest byte.
  @inline(__always)
  private static func number(_ digits: UInt64) -> UInt64 {
    let pairs = ((digits & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) >> 8
    let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* 6_553_601) >> 16
    return ((fours & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) >> 32
  }
}
