#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

/// HMAC with SHA-256 (RFC 2104).
enum MessageCode {
  static func code(of message: [[UInt8]], key: [UInt8]) -> [UInt8] {
    var code = HMAC<SHA256>(key: SymmetricKey(data: key))
    for part in message { code.update(data: part) }
    return Array(code.finalize())
  }

  static func isValid(_ code: [UInt8], of message: [[UInt8]], key: [UInt8]) -> Bool {
    areEqual(code, self.code(of: message, key: key))
  }
}

/// Compares in a time that depends on the lengths only, so that a signature or a secret can't be guessed byte by byte.
func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
