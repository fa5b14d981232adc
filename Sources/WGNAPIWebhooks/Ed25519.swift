#if canImport(CryptoKit)
  import CryptoKit
#endif

/// Ed25519 (RFC 8032). Apple's platforms provide it; for others, see ``SHA256Digest``.
///
/// The portable code isn't constant-time. Signatures and public keys aren't secret, and it signs in tests only.
enum Ed25519 {
  static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
    #if canImport(CryptoKit)
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey)
      return key?.isValidSignature(signature, for: message) ?? false
    #else
      guard signature.count == 64, let key = CurvePoint(publicKey) else { return false }
      let first = Array(signature[..<32])
      let scalar = CurveScalar(words: Array(signature[32...]))
      guard scalar < .order else { return false }
      let hash = CurveScalar(reducing: SHA512Digest.of(first + publicKey + message))
      return CurvePoint.sum(of: .base, times: scalar, and: key.negated, times: hash).bytes == first
    #endif
  }

  /// Nil if the private key doesn't have 32 bytes.
  static func signature(of message: [UInt8], privateKey: [UInt8]) -> [UInt8]? {
    #if canImport(CryptoKit)
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: privateKey)
      return (try? key?.signature(for: message)).map { Array($0) }
    #else
      guard privateKey.count == 32 else { return nil }
      let (key, prefix) = expanded(privateKey)
      let publicKey = CurvePoint.base.times(key).bytes
      let nonce = CurveScalar(reducing: SHA512Digest.of(prefix + message))
      let first = CurvePoint.base.times(nonce).bytes
      let hash = CurveScalar(reducing: SHA512Digest.of(first + publicKey + message))
      return first + (hash * key + nonce).bytes
    #endif
  }

  /// Nil if the private key doesn't have 32 bytes.
  static func publicKey(of privateKey: [UInt8]) -> [UInt8]? {
    #if canImport(CryptoKit)
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: privateKey)
      return key.map { Array($0.publicKey.rawRepresentation) }
    #else
      return privateKey.count == 32 ? CurvePoint.base.times(expanded(privateKey).key).bytes : nil
    #endif
  }

  /// Whether a public key is a point of small order (1, 2, 4 or 8): signatures for it can be made without a private key. A key
  /// of zeros, in place of one that isn't set, is among them.
  static func isForAnybody(_ publicKey: [UInt8]) -> Bool {
    guard publicKey.count == 32, let last = publicKey.last else { return false }
    // The highest bit is the sign of x.
    return smallOrder.contains(publicKey.dropLast() + [last & 0x7F])
  }

  /// The encodings of `y` of these points, those with values above the prime included.
  static let smallOrder: [[UInt8]] = {
    let ones = [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    let zeros = [UInt8](repeating: 0, count: 31)
    return [
      [0] + zeros, [1] + zeros, [0xEC] + ones, [0xED] + ones, [0xEE] + ones,
      [
        0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
        0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
      ],
      [
        0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
        0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
      ],
    ]
  }()

  #if !canImport(CryptoKit)
    private static func expanded(_ privateKey: [UInt8]) -> (key: CurveScalar, prefix: [UInt8]) {
      var hash = SHA512Digest.of(privateKey)
      hash[0] &= 0xf8
      hash[31] = hash[31] & 0x7f | 0x40
      return (CurveScalar(reducing: Array(hash[..<32])), Array(hash[32...]))
    }
  #endif
}

#if !canImport(CryptoKit)
  /// A number modulo the order of the base point.
  struct CurveScalar {
    private var words: [UInt64]

    static let order = CurveScalar(
      exactly: [0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0, 0x1000_0000_0000_0000])

    private init(exactly words: [UInt64]) { self.words = words }

    /// The number in 32 bytes, the lowest first, which may exceed the order.
    init(words bytes: [UInt8]) {
      words = stride(from: 0, to: 32, by: 8).map { start in
        bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
    }

    /// The number in any number of bytes, the lowest first, modulo the order.
    init(reducing bytes: [UInt8]) {
      words = [0, 0, 0, 0]
      for byte in bytes.reversed() {
        for bit in stride(from: UInt8(7), through: 0, by: -1) {
          self = self + self
          if byte >> bit & 1 == 1 { self = self + CurveScalar(exactly: [1, 0, 0, 0]) }
        }
      }
    }

    var bytes: [UInt8] {
      words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
    }

    func bit(_ index: Int) -> Bool { words[index / 64] >> UInt64(index % 64) & 1 == 1 }

    static func < (left: CurveScalar, right: CurveScalar) -> Bool {
      left.words.reversed().lexicographicallyPrecedes(right.words.reversed())
    }

    /// Adds numbers below the order.
    static func + (left: CurveScalar, right: CurveScalar) -> CurveScalar {
      var sum = left
      var carry: UInt128 = 0
      for index in 0..<4 {
        carry += UInt128(left.words[index]) + UInt128(right.words[index])
        sum.words[index] = UInt64(truncatingIfNeeded: carry)
        carry >>= 64
      }
      guard !(sum < order) else { return sum }
      var borrow = false
      for index in 0..<4 {
        let (first, isBelow) = sum.words[index].subtractingReportingOverflow(order.words[index])
        let (second, isBelowAgain) = first.subtractingReportingOverflow(borrow ? 1 : 0)
        (sum.words[index], borrow) = (second, isBelow || isBelowAgain)
      }
      return sum
    }

    static func * (left: CurveScalar, right: CurveScalar) -> CurveScalar {
      var product = CurveScalar(exactly: [0, 0, 0, 0])
      for index in stride(from: 255, through: 0, by: -1) {
        product = product + product
        if left.bit(index) { product = product + right }
      }
      return product
    }
  }

  /// A point of the curve in extended homogeneous coordinates (RFC 8032, section 5.1.4).
  struct CurvePoint {
    private let x: FieldElement
    private let y: FieldElement
    private let z: FieldElement
    private let t: FieldElement

    private static let d = FieldElement(
      0x3_4dca_1359_78a3, 0x1_a828_3b15_6ebd, 0x5_e7a2_6001_c029, 0x7_39c6_63a0_3cbb, 0x5_2036_cee2_b6ff)
    /// A square root of -1.
    private static let root = FieldElement(
      0x6_1b27_4a0e_a0b0, 0x0_d5a5_fc8f_189d, 0x7_ef5e_9cbd_0c60, 0x7_8595_a680_4c9e, 0x2_b832_4804_fc1d)
    static let base = CurvePoint(
      x: FieldElement(
        0x6_2d60_8f25_d51a, 0x4_12a4_b4f6_592a, 0x7_5b71_71a4_b31d, 0x1_ff60_5271_18fe, 0x2_1693_6d3c_d6e5),
      y: FieldElement(
        0x6_6666_6666_6658, 0x4_cccc_cccc_cccc, 0x1_9999_9999_9999, 0x3_3333_3333_3333, 0x6_6666_6666_6666))

    private init(x: FieldElement, y: FieldElement, z: FieldElement = .one, t: FieldElement) {
      (self.x, self.y, self.z, self.t) = (x, y, z, t)
    }

    private init(x: FieldElement, y: FieldElement) { self.init(x: x, y: y, t: x * y) }

    /// Reads 32 bytes: `y`, and whether `x` is odd in the highest bit. Nil if no point of the curve has them.
    init?(_ bytes: [UInt8]) {
      guard let y = FieldElement(bytes) else { return nil }
      let square = y * y
      let (u, v) = (square - .one, Self.d * square + .one)
      let cube = v * v * v
      var x = u * cube * (u * cube * cube * v).power252
      if !(v * x * x == u) { x = x * Self.root }
      guard v * x * x == u else { return nil }
      let isOdd = bytes[31] >> 7 == 1
      if x == .zero, isOdd { return nil }
      self.init(x: x.isOdd == isOdd ? x : .zero - x, y: y)
    }

    var bytes: [UInt8] {
      let inverse = z.inverse
      var bytes = (y * inverse).bytes
      if (x * inverse).isOdd { bytes[31] |= 0x80 }
      return bytes
    }

    var negated: CurvePoint { CurvePoint(x: .zero - x, y: y, z: z, t: .zero - t) }

    static func + (left: CurvePoint, right: CurvePoint) -> CurvePoint {
      let first = (left.y - left.x) * (right.y - right.x)
      let second = (left.y + left.x) * (right.y + right.x)
      let product = left.t * (d + d) * right.t
      let double = (left.z + left.z) * right.z
      let (e, f, g, h) = (second - first, double - product, double + product, second + first)
      return CurvePoint(x: e * f, y: g * h, z: f * g, t: e * h)
    }

    func times(_ scalar: CurveScalar) -> CurvePoint {
      Self.sum(of: self, times: scalar, and: self, times: CurveScalar(reducing: []))
    }

    static func sum(
      of left: CurvePoint, times leftScalar: CurveScalar, and right: CurvePoint,
      times rightScalar: CurveScalar
    ) -> CurvePoint {
      let both = left + right
      var sum = CurvePoint(x: .zero, y: .one)
      for index in stride(from: 255, through: 0, by: -1) {
        sum = sum + sum
        switch (leftScalar.bit(index), rightScalar.bit(index)) {
        case (true, true): sum = sum + both
        case (true, false): sum = sum + left
        case (false, true): sum = sum + right
        case (false, false): break
        }
      }
      return sum
    }
  }
#endif
