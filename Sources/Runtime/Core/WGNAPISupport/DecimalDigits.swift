/// A number as an integer times a power of ten: exactly `digits` × 10^`exponent`.
///
/// The digits have neither leading nor trailing zeros, so equal numbers have equal digits and exponents. Zero
/// has no digits.
public struct DecimalDigits: Hashable, Sendable {
  public let isNegative: Bool
  public let digits: [UInt8]
  public let exponent: Int

  /// The maximum absolute exponent, far outside the range of all number types. Larger ones are clamped, so that
  /// calculations with them don't overflow, also in 32 bits.
  private static let exponentLimit = Int.max / 32

  /// Creates a number from the text of a JSON number.
  public init(_ text: String) {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0
    var written = 0
    var isWrittenNegative = false
    var inFraction = false
    var inExponent = false
    for byte in text.bytes {
      switch byte {
      case UInt8(ascii: "-"): if inExponent { isWrittenNegative = true } else { isNegative = true }
      case UInt8(ascii: "."): inFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): inExponent = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if inExponent {
          written = min(written * 10 + Int(byte - 0x30), Self.exponentLimit)
        } else {
          if !digits.isEmpty || byte != 0x30 { digits.append(byte - 0x30) }
          if inFraction { exponent -= 1 }
        }
      default: break
      }
    }
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    self.digits = digits
    self.isNegative = isNegative && !digits.isEmpty
    self.exponent = digits.isEmpty ? 0 : exponent + (isWrittenNegative ? -written : written)
  }

  /// Whether the number is an integer.
  public var isInteger: Bool { exponent >= 0 }

  /// Returns whether the number is `divisor` times an integer. With a divisor of zero, this is true only for
  /// zero.
  public func isMultiple(of divisor: DecimalDigits) -> Bool {
    if digits.isEmpty { return true }
    // Without trailing zeros, these digits contain no factor of ten for a larger exponent.
    guard !divisor.digits.isEmpty, exponent >= divisor.exponent else { return false }
    let shift = exponent - divisor.exponent
    if let modulus = divisor.magnitude { return remainder(by: modulus, shift: shift) == 0 }
    return isMultiple(ofLong: divisor.digits, shift: shift)
  }

  /// The digits as an integer if there are at most 19; otherwise nil.
  private var magnitude: UInt64? {
    guard digits.count <= 19 else { return nil }
    return digits.reduce(0) { $0 * 10 + UInt64($1) }
  }

  /// Returns the digits times 10^shift, modulo `modulus`.
  private func remainder(by modulus: UInt64, shift: Int) -> UInt64 {
    func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
      modulus.dividingFullWidth(left.multipliedFullWidth(by: right)).remainder
    }
    guard modulus > 1 else { return 0 }
    var result: UInt64 = 0
    for digit in digits {
      let scaled = product(result, 10 % modulus)
      let (sum, overflow) = scaled.addingReportingOverflow(UInt64(digit) % modulus)
      result = overflow || sum >= modulus ? sum &- modulus : sum
    }
    var power = 10 % modulus
    var left = shift
    while left > 0 {
      if left & 1 == 1 { result = product(result, power) }
      power = product(power, power)
      left >>= 1
    }
    return result
  }

  /// Performs long division, digit by digit. The time doesn't depend on the shift.
  private func isMultiple(ofLong divisor: [UInt8], shift: Int) -> Bool {
    // Zeros supply factors of two and five, of which a number has less than four for each of its digits.
    let zeros = [UInt8](repeating: 0, count: min(shift, 4 * divisor.count))
    let divisor = [0] + divisor
    var rest = [UInt8](repeating: 0, count: divisor.count)
    for digit in digits + zeros {
      rest.removeFirst()
      rest.append(digit)
      while !rest.lexicographicallyPrecedes(divisor) { Self.subtract(divisor, from: &rest) }
    }
    return rest.allSatisfy { $0 == 0 }
  }

  /// Subtracts a number that isn't larger and has as many digits.
  private static func subtract(_ right: [UInt8], from left: inout [UInt8]) {
    var borrow: UInt8 = 0
    for index in left.indices.reversed() {
      let (digit, taken) = (left[index], right[index] + borrow)
      borrow = digit < taken ? 1 : 0
      left[index] = digit + borrow * 10 - taken
    }
  }
}

extension DecimalDigits: Comparable {
  public static func < (left: DecimalDigits, right: DecimalDigits) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative
      ? right.isMagnitudeLess(than: left) : left.isMagnitudeLess(than: right)
  }

  private func isMagnitudeLess(than other: DecimalDigits) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    let (mine, its) = (digits.count + exponent, other.digits.count + other.exponent)
    return mine == its ? digits.lexicographicallyPrecedes(other.digits) : mine < its
  }
}
