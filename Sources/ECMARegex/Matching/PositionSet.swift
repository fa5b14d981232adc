/// A set of positions in a text; without room it holds none.
struct PositionSet {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  /// Adds a position, and says whether there is room.
  mutating func insert(_ position: Int) -> Bool {
    guard !words.isEmpty else { return false }
    words[position >> 6] |= 1 << UInt64(position & 63)
    return true
  }

  func contains(_ position: Int) -> Bool { words[position >> 6] >> UInt64(position & 63) & 1 == 1 }
}
