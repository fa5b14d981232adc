/// Which members or elements of a value were evaluated, by their number in the document's order.
///
/// It stands for the annotations of JSON Schema (core, section 11): a schema that is applied in place gets a set of
/// its own, which is merged into its parent's only if it accepts.
struct EvaluatedSet {
  private var isAll = false
  private var words: [UInt64] = []

  func contains(_ index: Int) -> Bool {
    isAll || (index >> 6 < words.count && words[index >> 6] & (1 << UInt64(index & 63)) != 0)
  }

  mutating func insert(_ index: Int) {
    while words.count <= index >> 6 { words.append(0) }
    words[index >> 6] |= 1 << UInt64(index & 63)
  }

  mutating func insertAll() { isAll = true }

  mutating func formUnion(_ other: EvaluatedSet) {
    isAll = isAll || other.isAll
    while words.count < other.words.count { words.append(0) }
    for (index, word) in other.words.enumerated() { words[index] |= word }
  }
}
