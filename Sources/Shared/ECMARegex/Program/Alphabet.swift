/// Divides characters into classes that a pattern doesn't distinguish.
struct Alphabet: Sendable {
  /// The class of each ASCII character.
  let ascii: [UInt16]
  /// The class of all other characters, if they have only one.
  let uniform: UInt16?
  /// The beginnings of ranges of characters with the same class, ascending from zero, and their classes.
  private let starts: [UInt32]
  private let classes: [UInt16]
  let count: Int
  /// Whether a class consists of characters in `\w`; only known if that set was passed.
  let isWord: [Bool]
  /// The classes of each set.
  let members: [[UInt16]]

  /// The coarsest classes whose unions include each set; nil if there are too many.
  init?(_ sets: [ScalarSet], wordSet: ScalarSet?) {
    var starts: Set<UInt32> = [0, 0x80]
    let all = sets + (wordSet.map { [$0] } ?? [])
    for range in all.lazy.flatMap(\.ranges) {
      starts.insert(range.lowerBound)
      if range.upperBound < ScalarSet.last { starts.insert(range.upperBound + 1) }
    }
    let sorted = starts.sorted()
    var classes = [Int](repeating: 0, count: sorted.count)
    var count = 1
    var total = 0
    for set in all {
      // The characters in the set move to a new class.
      var successors: [Int: Int] = [:]
      let runs = Self.runs(of: set, in: sorted)
      total += runs.count
      guard total <= RegexLimits.alphabetWork else { return nil }
      for run in runs {
        let old = classes[run]
        classes[run] =
          successors[old]
          ?? {
            successors[old] = count
            count += 1
            return count - 1
          }()
      }
    }
    var numbers: [Int: UInt16] = [:]
    for old in classes where numbers[old] == nil {
      guard numbers.count < Int(UInt16.max) else { return nil }
      numbers[old] = UInt16(numbers.count)
    }
    let compact = classes.map { numbers[$0] ?? 0 }
    self.starts = sorted
    self.classes = compact
    self.count = numbers.count
    var members: [[UInt16]] = []
    for set in all {
      let found = Set(Self.runs(of: set, in: sorted).map { compact[$0] })
      members.append(found.sorted())
    }
    var isWord = [Bool](repeating: false, count: numbers.count)
    if wordSet != nil {
      for word in members.removeLast() { isWord[Int(word)] = true }
    }
    self.isWord = isWord
    self.members = members
    var ascii: [UInt16] = []
    for (run, start) in sorted.enumerated() where start < 0x80 {
      let end = run + 1 < sorted.count ? min(sorted[run + 1], 0x80) : 0x80
      ascii += repeatElement(compact[run], count: Int(end - start))
    }
    self.ascii = ascii
    let others = Set(zip(sorted, compact).lazy.filter { $0.0 >= 0x80 }.map(\.1))
    uniform = others.count == 1 ? others.first : nil
  }

  /// The class of a character.
  func classOf(_ scalar: UInt32) -> Int {
    if scalar < 0x80 { return Int(ascii[Int(scalar)]) }
    if let uniform { return Int(uniform) }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return Int(classes[low])
  }

  /// The ranges of a set.
  private static func runs(of set: ScalarSet, in starts: [UInt32]) -> [Int] {
    set.ranges.flatMap { range -> Range<Int> in
      first(in: starts, notBelow: range.lowerBound)..<first(in: starts, notBelow: range.upperBound + 1)
    }
  }

  private static func first(in starts: [UInt32], notBelow value: UInt32) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
