/// Computes the double nearest to an integer times a power of ten, with one or two 64-bit multiplications.
///
/// This is the algorithm of Lemire, "Number Parsing at a Gigabyte per Second" (2021), based on Eisel's. It
/// omits the parts for subnormal numbers and extreme exponents: for these the result is nil, and the C
/// library is used.
enum CorrectDouble {
  static func make(_ digits: UInt64, _ exponent: Int) -> Double? {
    guard digits != 0 else { return 0 }
    guard PowersOfFive.exponents.contains(exponent) else { return nil }
    let shift = digits.leadingZeroBitCount
    let (high, low) = product(digits << UInt64(shift), exponent)
    // The truncated bits may produce a carry.
    if low == .max, !(-27...55).contains(exponent) { return nil }
    let upperBit = Int(high >> 63)
    let unused = UInt64(upperBit + 64 - 52 - 3)
    var mantissa = high >> unused
    // ⌊exponent × log2(10)⌋ in fixed-point arithmetic.
    var binaryExponent = ((217_706 * exponent) >> 16) + 63 + upperBit - shift + 1023
    guard binaryExponent > 0 else { return nil }
    // Exactly halfway between two doubles: round to even.
    if low <= 1, (-4...23).contains(exponent), mantissa & 3 == 1, mantissa << unused == high {
      mantissa &= ~1
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1
    if mantissa >= 1 << 53 {
      mantissa = 1 << 52
      binaryExponent += 1
    }
    guard binaryExponent < 0x7FF else { return nil }
    return Double(bitPattern: UInt64(binaryExponent) << 52 | mantissa & ((1 << 52) - 1))
  }

  /// Returns the highest 128 bits of `digits` × 5^`exponent`, with at least 55 correct bits.
  private static func product(_ digits: UInt64, _ exponent: Int) -> (high: UInt64, low: UInt64) {
    let index = 2 * (exponent - PowersOfFive.exponents.lowerBound)
    let first = digits.multipliedFullWidth(by: PowersOfFive.words[index])
    guard first.high & 0x1FF == 0x1FF else { return first }
    let second = digits.multipliedFullWidth(by: PowersOfFive.words[index + 1])
    let (low, carry) = first.low.addingReportingOverflow(second.high)
    return (first.high &+ (carry ? 1 : 0), low)
  }
}
