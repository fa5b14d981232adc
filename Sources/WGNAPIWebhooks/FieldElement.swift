#if !canImport(CryptoKit)
  /// A number modulo 2²⁵⁵ - 19 (RFC 7748, section 4.1), in five limbs of 51 bits and a little more.
  struct FieldElement {
    private var limbs: (UInt64, UInt64, UInt64, UInt64, UInt64)

    private static let mask: UInt64 = 0x7_ffff_ffff_ffff

    static let zero = FieldElement(0, 0, 0, 0, 0)
    static let one = FieldElement(1, 0, 0, 0, 0)

    init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64, _ fifth: UInt64) {
      limbs = (first, second, third, fourth, fifth)
    }

    /// Reads 32 bytes, the lowest first, without the highest bit. Nil if the number isn't below the modulus.
    init?(_ bytes: [UInt8]) {
      guard bytes.count == 32 else { return nil }
      let words = stride(from: 0, to: 32, by: 8).map { start in
        bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
      self.init(
        words[0] & Self.mask, (words[0] >> 51 | words[1] << 13) & Self.mask,
        (words[1] >> 38 | words[2] << 26) & Self.mask, (words[2] >> 25 | words[3] << 39) & Self.mask,
        words[3] >> 12 & Self.mask)
      guard self.bytes == Array(bytes[..<31]) + [bytes[31] & 0x7f] else { return nil }
    }

    /// The number below the modulus in 32 bytes, the lowest first.
    var bytes: [UInt8] {
      var number = carried().carried()
      // 1 if the number isn't below the modulus.
      var excess = (number.limbs.0 &+ 19) >> 51
      for limb in [number.limbs.1, number.limbs.2, number.limbs.3, number.limbs.4] {
        excess = (limb &+ excess) >> 51
      }
      number.limbs.0 &+= 19 &* excess
      var carry = number.limbs.0 >> 51
      func next(_ limb: UInt64) -> UInt64 {
        let sum = limb &+ carry
        carry = sum >> 51
        return sum & Self.mask
      }
      let (first, second) = (number.limbs.0 & Self.mask, next(number.limbs.1))
      let (third, fourth, fifth) = (next(number.limbs.2), next(number.limbs.3), next(number.limbs.4))
      let words = [
        first | second << 51, second >> 13 | third << 38, third >> 26 | fourth << 25,
        fourth >> 39 | fifth << 12,
      ]
      return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
    }

    var isOdd: Bool { bytes[0] & 1 == 1 }

    private func carried() -> FieldElement {
      var (first, second, third, fourth, fifth) = limbs
      second &+= first >> 51
      third &+= second >> 51
      fourth &+= third >> 51
      fifth &+= fourth >> 51
      first = first & Self.mask &+ 19 &* (fifth >> 51)
      return FieldElement(first, second & Self.mask, third & Self.mask, fourth & Self.mask, fifth & Self.mask)
    }

    static func == (left: FieldElement, right: FieldElement) -> Bool { left.bytes == right.bytes }

    static func + (left: FieldElement, right: FieldElement) -> FieldElement {
      let (a, b) = (left.limbs, right.limbs)
      return FieldElement(a.0 &+ b.0, a.1 &+ b.1, a.2 &+ b.2, a.3 &+ b.3, a.4 &+ b.4).carried()
    }

    /// Adds four times the modulus, so that no limb is negative.
    static func - (left: FieldElement, right: FieldElement) -> FieldElement {
      let (a, b) = (left.limbs, right.limbs)
      let (first, others): (UInt64, UInt64) = (0x1f_ffff_ffff_ffb4, 0x1f_ffff_ffff_fffc)
      return FieldElement(
        a.0 &+ first &- b.0, a.1 &+ others &- b.1, a.2 &+ others &- b.2, a.3 &+ others &- b.3,
        a.4 &+ others &- b.4
      ).carried()
    }

    static func * (left: FieldElement, right: FieldElement) -> FieldElement {
      let (a, b) = (left.limbs, right.limbs)
      // 2²⁵⁵ is 19.
      let (b1, b2, b3, b4) = (19 &* b.1, 19 &* b.2, 19 &* b.3, 19 &* b.4)
      func sum(_ pairs: (UInt64, UInt64)..., carry: UInt128) -> UInt128 {
        pairs.reduce(carry) { $0 &+ UInt128($1.0) &* UInt128($1.1) }
      }
      let mask = UInt128(Self.mask)
      let first = sum((a.0, b.0), (a.1, b4), (a.2, b3), (a.3, b2), (a.4, b1), carry: 0)
      let second = sum((a.0, b.1), (a.1, b.0), (a.2, b4), (a.3, b3), (a.4, b2), carry: first >> 51)
      let third = sum((a.0, b.2), (a.1, b.1), (a.2, b.0), (a.3, b4), (a.4, b3), carry: second >> 51)
      let fourth = sum((a.0, b.3), (a.1, b.2), (a.2, b.1), (a.3, b.0), (a.4, b4), carry: third >> 51)
      let fifth = sum((a.0, b.4), (a.1, b.3), (a.2, b.2), (a.3, b.1), (a.4, b.0), carry: fourth >> 51)
      let wrapped = first & mask &+ 19 &* (fifth >> 51)
      return FieldElement(
        UInt64(truncatingIfNeeded: wrapped & mask),
        UInt64(truncatingIfNeeded: second & mask &+ wrapped >> 51), UInt64(truncatingIfNeeded: third & mask),
        UInt64(truncatingIfNeeded: fourth & mask), UInt64(truncatingIfNeeded: fifth & mask))
    }

    /// To the power of 2²⁵⁵ - 21, by Fermat's little theorem.
    var inverse: FieldElement { power(fromBit: 253) { $0 == 2 || $0 == 4 } }

    /// To the power of 2²⁵² - 3, for square roots (RFC 8032, section 5.1.3).
    var power252: FieldElement { power(fromBit: 250) { $0 == 1 } }

    /// - Parameters:
    ///   - fromBit: The second highest bit of the exponent.
    ///   - isZero: The bits that aren't set.
    private func power(fromBit top: Int, isZero: (Int) -> Bool) -> FieldElement {
      var result = self
      for bit in stride(from: top, through: 0, by: -1) {
        result = result * result
        if !isZero(bit) { result = result * self }
      }
      return result
    }
  }
#endif
