/// Reads decimal digits eight at a time.
enum Digits {
  /// The powers of ten for up to eight digits.
  private static let powers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Appends the digits from `next` on to `value` and skips them. With more than nineteen digits, the value
  /// wraps around, so the caller must count them.
  @inline(__always)
  static func accumulate(
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
    while next < end, isDigit(next.pointee) {
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

// Arithmetic for numbers from a server or a stored state. Results are clamped to the limits of the type
// instead of trapping.
extension FixedWidthInteger {
  /// Returns the sum, clamped to the range of the type.
  package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, clamped to the range of the type.
  package func subtractingSaturated(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
