/// A table of the classes that belong to each set.
struct Membership: Sendable {
  private let words: [UInt64]
  private let wordsPerSet: Int

  /// Nil if it would be too large.
  init?(_ sets: [[UInt16]], classCount: Int) {
    let perSet = (classCount + 63) / 64
    guard sets.count <= RegexLimits.membershipBits / 64 / max(perSet, 1) else { return nil }
    var words = [UInt64](repeating: 0, count: perSet * sets.count)
    for (number, classes) in sets.enumerated() {
      for member in classes { words[number * perSet + Int(member) >> 6] |= 1 << UInt64(member & 63) }
    }
    self.words = words
    wordsPerSet = perSet
  }

  func contains(set: Int32, _ member: Int) -> Bool {
    words[Int(set) * wordsPerSet + member >> 6] >> UInt64(member & 63) & 1 == 1
  }
}
