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
