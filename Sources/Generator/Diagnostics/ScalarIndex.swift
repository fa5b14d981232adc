/// Finds scalars of UTF-8 bytes by number, at a cost that doesn't depend on the length of the text.
///
/// A scalar is counted where its first byte is, so every byte but a continuation byte counts as one.
struct ScalarIndex: Sendable {
  private static let blockSize = 1024

  /// The number of scalars before each block.
  private let counts: [Int]

  init(_ bytes: [UInt8]) {
    var counts = [0]
    counts.reserveCapacity(bytes.count / Self.blockSize + 1)
    var count = 0
    for start in stride(from: 0, to: bytes.count - Self.blockSize + 1, by: Self.blockSize) {
      count += Self.count(bytes[start..<start + Self.blockSize])
      counts.append(count)
    }
    self.counts = counts
  }

  /// The position of a scalar.
  ///
  /// - Parameters:
  ///   - number: how many scalars are between `start` and the one that is looked for.
  ///   - start: a position in the bytes.
  ///   - bytes: the bytes that the index was made from.
  /// - Returns: the position of its first byte, or the end.
  func position<Bytes: RandomAccessCollection<UInt8>>(
    ofScalar number: Int, after start: Int, in bytes: Bytes
  ) -> Int where Bytes.Index == Int {
    let block = min(start / Self.blockSize, counts.count - 1)
    let wanted = counts[block] + Self.count(bytes[block * Self.blockSize..<start]) + number
    var (low, high) = (block, counts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if counts[middle] <= wanted { low = middle } else { high = middle }
    }
    var position = max(start, low * Self.blockSize)
    var left = wanted - counts[low] - Self.count(bytes[low * Self.blockSize..<position])
    while position < bytes.endIndex {
      // Continuation bytes belong to the scalar before them.
      if bytes[position] & 0xC0 != 0x80 {
        if left == 0 { break }
        left -= 1
      }
      position += 1
    }
    return position
  }

  private static func count(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }
}
