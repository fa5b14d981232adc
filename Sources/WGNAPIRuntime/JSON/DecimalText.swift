/// Numbers as decimal text, written where there is room.
enum DecimalText {
  private static let pairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

  /// Writes an integer, at most twenty digits.
  ///
  /// - Returns: where the text ends.
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
    while rest >= 100 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      next -= 2
      next.update(from: pairs.utf8Start + 2 * Int(pair), count: 2)
      rest = quotient
    }
    if rest >= 10 {
      (next - 2).update(from: pairs.utf8Start + 2 * Int(rest), count: 2)
    } else {
      (next - 1).pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
    }
    return end
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

  /// Writes a number of few decimals in its shortest text; nil for others, and nothing of use is written.
  ///
  /// - Returns: where the text ends.
  @inline(__always)
  static func write(_ value: Double, _ start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
    let magnitude = value.magnitude
    guard magnitude < 1e12, magnitude >= 1e-3 || magnitude == 0 else { return nil }
    var next = start
    if value.sign == .minus {
      next.pointee = UInt8(ascii: "-")
      next += 1
    }
    // Below 2^53, a quotient of two exact doubles is what the decimal text reads as; up to fifteen digits no shorter text
    // reads as the same number, unless it ends in zeros.
    var scale = 1.0
    for decimals in 0...3 {
      let scaled = (magnitude * scale).rounded()
      if scaled < 1e15, scaled / scale == magnitude {
        return write(UInt64(scaled), decimals: decimals, next)
      }
      scale *= 10
    }
    return nil
  }

  private static func write(
    _ scaled: UInt64, decimals: Int, _ start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var divisor: UInt64 = 1
    for _ in 0..<decimals { divisor *= 10 }
    var (whole, rest) = scaled.quotientAndRemainder(dividingBy: divisor)
    var next = write(whole, start)
    next.pointee = UInt8(ascii: ".")
    next += 1
    if decimals == 0 {
      next.pointee = UInt8(ascii: "0")
      return next + 1
    }
    for _ in 0..<decimals {
      divisor /= 10
      (whole, rest) = rest.quotientAndRemainder(dividingBy: divisor)
      next.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: whole)
      next += 1
    }
    return next
  }
}
