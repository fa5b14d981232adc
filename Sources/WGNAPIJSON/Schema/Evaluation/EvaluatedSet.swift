/// The members or elements of a value that were evaluated, by their positions in the document.
///
/// It corresponds to annotations in JSON Schema (core, section 11): a schema that is applied in place gets
/// its own set, which is merged into its parent's only if the schema accepts the value.
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
