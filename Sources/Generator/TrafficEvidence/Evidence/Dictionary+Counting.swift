extension Dictionary where Key: Comparable, Value == Int {
  /// Adds to the number of a key. Of more keys than `most`, the first ones in their order are kept, so that numbers of parts add
  /// up to those of the whole.
  package mutating func count(_ key: Key, _ number: Int = 1, most: Int) {
    if self[key] == nil, count >= most {
      guard let last = keys.max(), key < last else { return }
      removeValue(forKey: last)
    }
    self[key, default: 0] += number
  }
}
