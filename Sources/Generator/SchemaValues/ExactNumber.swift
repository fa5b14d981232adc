import APIModel

/// A number without rounding: an integer, times a power of ten.
///
/// It shares no code with the runtime's numbers, so that tests compare two ways to compute.
struct ExactNumber: Equatable {
  let isNegative: Bool
  /// The decimal digits, without zeros at either end; none for zero.
  let digits: [UInt8]
  let exponent: Int

  /// Larger exponents are no different for numbers that anybody can write the digits of.
  private static let largestExponent = 1_000_000_000_000_000

  init(_ number: NumberText) {
    let text = number.text.utf8
    let end = text.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") } ?? text.endIndex
    let written = text[..<end].filter { (0x30...0x39).contains($0) }.map { $0 - 0x30 }
    let fraction = text[..<end].firstIndex(of: UInt8(ascii: ".")).map { text.distance(from: $0, to: end) - 1 }
    let significant = written.drop { $0 == 0 }
    let count = (significant.lastIndex { $0 != 0 }).map { $0 + 1 - significant.startIndex } ?? 0
    digits = Array(significant.prefix(count))
    isNegative = text.first == UInt8(ascii: "-") && count > 0
    guard count > 0 else {
      exponent = 0
      return
    }
    let tail = text[end...].dropFirst()
    let power = tail.filter { (0x30...0x39).contains($0) }.reduce(0) {
      min($0 * 10 + Int($1 - 0x30), Self.largestExponent)
    }
    exponent =
      (tail.first == UInt8(ascii: "-") ? -power : power) - (fraction ?? 0) + significant.count - count
  }

  var isIntegral: Bool { exponent >= 0 }

  /// The number without an exponent and without zeros that say nothing; nil if it has more digits than a `Decimal` keeps.
  var plainText: String? {
    guard abs(exponent) + digits.count <= 38 else { return nil }
    let written = digits.map { Character(Unicode.Scalar($0 + 0x30)) }
    let whole = written.prefix(max(0, digits.count + exponent)) + repeatElement("0", count: max(0, exponent))
    let zeros = repeatElement(Character("0"), count: max(0, -exponent - digits.count))
    let fraction = zeros + written.suffix(min(digits.count, max(0, -exponent)))
    return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : String(whole))
      + (fraction.isEmpty ? "" : "." + String(fraction))
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    let (small, large) = left.isNegative ? (right, left) : (left, right)
    if small.digits.isEmpty || large.digits.isEmpty { return small.digits.isEmpty && !large.digits.isEmpty }
    let (one, other) = (small.digits.count + small.exponent, large.digits.count + large.exponent)
    return one == other ? small.digits.lexicographicallyPrecedes(large.digits) : one < other
  }

  /// Whether the number is an integer times another one. Only zero is a multiple of zero.
  func isMultiple(of divisor: ExactNumber) -> Bool {
    if digits.isEmpty { return true }
    let shift = exponent - divisor.exponent
    // The digits don't end in zero, so they lack a factor of ten for a step with a higher power.
    guard !divisor.digits.isEmpty, shift >= 0 else { return false }
    // Powers of ten only have the factors 2 and 5, so the rest of the divisor must divide the digits.
    let number = NaturalNumber(digits)
    var rest = NaturalNumber(divisor.digits)
    for prime in [2, 5] as [UInt64] {
      let needed = rest.removeFactors(prime)
      guard needed > shift else { continue }
      var digits = number
      guard digits.removeFactors(prime) >= needed - shift else { return false }
    }
    return number.isMultiple(of: rest)
  }
}

/// An integer of any length, at least 0.
private struct NaturalNumber {
  private static let base: UInt64 = 1_000_000_000
  /// Its digits to the base of a billion, the least significant first, without zeros at the end.
  private var limbs: [UInt64]

  init(_ digits: [UInt8]) {
    limbs = stride(from: digits.count, to: 0, by: -9).map { end in
      digits[max(end - 9, 0)..<end].reduce(0) { $0 * 10 + UInt64($1) }
    }
    trim()
  }

  private mutating func trim() { while limbs.last == 0 { limbs.removeLast() } }

  /// Divides by a number below the base, and returns the remainder.
  private mutating func divide(by divisor: UInt64) -> UInt64 {
    var rest: UInt64 = 0
    for position in limbs.indices.reversed() {
      (limbs[position], rest) = (rest * Self.base + limbs[position]).quotientAndRemainder(dividingBy: divisor)
    }
    trim()
    return rest
  }

  /// Removes all factors that are a prime, and returns how many there were. The number isn't 0.
  mutating func removeFactors(_ prime: UInt64) -> Int {
    var count = 0
    // As many as fit below the base at once, then one by one.
    var (power, size) = (prime, 1)
    while power * prime < Self.base { (power, size) = (power * prime, size + 1) }
    for (step, size) in [(power, size), (prime, 1)] {
      var divided = self
      while !limbs.isEmpty, divided.divide(by: step) == 0 {
        self = divided
        count += size
      }
    }
    return count
  }

  /// Long division (Knuth, The Art of Computer Programming, volume 2, section 4.3.1, algorithm D).
  func isMultiple(of divisor: NaturalNumber) -> Bool {
    guard let last = divisor.limbs.last else { return limbs.isEmpty }
    let count = divisor.limbs.count
    if count == 1 {
      var copy = self
      return copy.divide(by: last) == 0
    }
    guard limbs.count >= count else { return limbs.isEmpty }
    // Both are scaled so that the first limb of the divisor is large, and each guess of a digit nearly right.
    let scale = Self.base / (last + 1)
    let steps = Self.scaled(divisor.limbs, by: scale)
    var rest = Self.scaled(limbs, by: scale) + [0]
    let (first, second) = (steps[count - 1], steps[count - 2])
    for offset in (0..<(rest.count - count)).reversed() {
      let top = rest[offset + count] * Self.base + rest[offset + count - 1]
      var (guess, left) = top.quotientAndRemainder(dividingBy: first)
      while guess >= Self.base
        || (left < Self.base && guess * second > left * Self.base + rest[offset + count - 2])
      {
        guess -= 1
        left += first
        if left >= Self.base { break }
      }
      if Self.subtract(guess, times: steps, from: &rest, at: offset) {
        // The guess was one too large.
        var carry: UInt64 = 0
        for position in 0..<count {
          let sum = rest[offset + position] + steps[position] + carry
          (rest[offset + position], carry) = (sum % Self.base, sum / Self.base)
        }
        rest[offset + count] = (rest[offset + count] + carry) % Self.base
      }
    }
    return rest.allSatisfy { $0 == 0 }
  }

  /// Scales without a further limb if the product has none.
  private static func scaled(_ limbs: [UInt64], by scale: UInt64) -> [UInt64] {
    var carry: UInt64 = 0
    var scaled = limbs
    for position in limbs.indices {
      let product = limbs[position] * scale + carry
      (scaled[position], carry) = (product % base, product / base)
    }
    return carry == 0 ? scaled : scaled + [carry]
  }

  /// Returns whether the result would be negative; it then lacks one times the base's power.
  private static func subtract(
    _ factor: UInt64, times limbs: [UInt64], from rest: inout [UInt64], at offset: Int
  ) -> Bool {
    var (carry, borrow): (UInt64, UInt64) = (0, 0)
    for position in 0...limbs.count {
      let product = (position < limbs.count ? factor * limbs[position] : 0) + carry
      carry = product / base
      let taken = product % base + borrow
      borrow = rest[offset + position] < taken ? 1 : 0
      rest[offset + position] = rest[offset + position] + borrow * base - taken
    }
    return borrow == 1
  }
}
