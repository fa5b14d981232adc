/// A set of positions in a text. A set without capacity stays empty.
struct PositionSet {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  /// Adds a position. Returns whether there is capacity.
  mutating func insert(_ position: Int) -> Bool {
    guard !words.isEmpty else { return false }
    words[position >> 6] |= 1 << UInt64(position & 63)
    return true
  }

  func contains(_ position: Int) -> Bool { words[position >> 6] >> UInt64(position & 63) & 1 == 1 }
}
