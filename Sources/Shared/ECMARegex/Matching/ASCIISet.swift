/// A set of ASCII characters as bits.
struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  var isEmpty: Bool { low | high == 0 }

  mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let bits = byte & 0x40 == 0 ? low : high
    return byte < 0x80 && (bits &>> UInt64(byte)) & 1 == 1
  }

  /// The index of the first byte that isn't in the set.
  @inline(__always)
  func skip(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, contains(bytes[index]) { index += 1 }
    return index
  }
}
