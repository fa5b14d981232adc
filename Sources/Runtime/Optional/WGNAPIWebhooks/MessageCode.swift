#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

/// HMAC (RFC 2104) with SHA-256, or with SHA-1 for services that know no other.
///
/// Collisions of SHA-1 don't help to make such a code without the key (RFC 6194, section 3.3).
enum MessageCode {
  enum Hash: Hashable, Sendable { case sha1, sha256 }

  static func code(of message: [[UInt8]], key: [UInt8], _ hash: Hash) -> [UInt8] {
    switch hash {
    case .sha1: code(of: message, key: key, Insecure.SHA1.self)
    case .sha256: code(of: message, key: key, SHA256.self)
    }
  }

  private static func code<Function: HashFunction>(
    of message: [[UInt8]], key: [UInt8], _ function: Function.Type
  ) -> [UInt8] {
    var code = HMAC<Function>(key: SymmetricKey(data: key))
    for part in message { code.update(data: part) }
    return Array(code.finalize())
  }

  static func isValid(_ code: [UInt8], of message: [[UInt8]], key: [UInt8], _ hash: Hash) -> Bool {
    areEqual(code, self.code(of: message, key: key, hash))
  }

  /// The digest of a body, with SHA-256.
  static func digest(of body: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: body)) }
}

/// Compares in a time that depends on the lengths only, so that a signature or a secret can't be guessed byte by byte.
func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
