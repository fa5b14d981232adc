#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto  // Missing? Set the trait: .package(…, traits: ["Webhooks"])
#endif

/// Ed25519 (RFC 8032).
enum Ed25519 {
  static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
    let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey)
    return key?.isValidSignature(signature, for: message) ?? false
  }

  /// Nil if the private key doesn't have 32 bytes.
  static func signature(of message: [UInt8], privateKey: [UInt8]) -> [UInt8]? {
    let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: privateKey)
    return (try? key?.signature(for: message)).map { Array($0) }
  }

  /// Nil if the private key doesn't have 32 bytes.
  static func publicKey(of privateKey: [UInt8]) -> [UInt8]? {
    let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: privateKey)
    return key.map { Array($0.publicKey.rawRepresentation) }
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
}
