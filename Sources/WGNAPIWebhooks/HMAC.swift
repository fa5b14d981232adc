import WGNAPIClient

/// HMAC with SHA-256 (RFC 2104).
enum HMAC {
  private static let blockSize = 64

  static func code(of message: [[UInt8]], key: [UInt8]) -> [UInt8] {
    var block = key.count > blockSize ? SHA256Digest.of(key) : key
    block += Array(repeating: 0, count: blockSize - block.count)
    var inner = block.map { $0 ^ 0x36 }
    inner.reserveCapacity(blockSize + message.reduce(0) { $0 + $1.count })
    for part in message { inner += part }
    return SHA256Digest.of(block.map { $0 ^ 0x5c } + SHA256Digest.of(inner))
  }

  /// Compares in a time that depends on the lengths only, so that a signature can't be guessed byte by byte.
  static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(left, right) { difference |= left ^ right }
    return difference == 0
  }
}
