/// Pseudorandom numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Makes small patterns over a small alphabet.
struct RandomPatterns {
  var random: SeededGenerator
  let hasLooks: Bool
  let hasReferences: Bool
  var groupCount = 0

  static let letters = ["a", "b", "é", "-", "\n", "😀"]

  mutating func text() -> String {
    (0..<Int.random(in: 0...7, using: &random)).map { _ in Self.letters.randomElement(using: &random) ?? "a" }
      .joined()
  }

  mutating func pattern(depth: Int) -> ReferencePattern {
    let kind = Int.random(in: 0..<(depth == 0 ? 4 : 13), using: &random)
    switch kind {
    case 0...2: return character()
    case 3: return [.start, .end, .wordBoundary, .noWordBoundary].randomElement(using: &random) ?? .start
    case 4...6:
      return .sequence((0..<Int.random(in: 0...4, using: &random)).map { _ in pattern(depth: depth - 1) })
    case 7:
      return .alternation((0..<Int.random(in: 2...3, using: &random)).map { _ in pattern(depth: depth - 1) })
    case 8:
      groupCount += 1
      let group = groupCount
      return .capture(pattern(depth: depth - 1), group)
    case 9, 10: return repetition(depth)
    case 11 where hasLooks:
      let (isAhead, isNegated) = (Bool.random(using: &random), Bool.random(using: &random))
      return .look(pattern(depth: depth - 1), isAhead: isAhead, isNegated: isNegated)
    case 12 where hasReferences && groupCount > 0:
      return .reference(Int.random(in: 1...groupCount, using: &random))
    default: return character()
    }
  }

  /// A pattern that begins with lookarounds at the beginning of the text.
  mutating func conditions() -> ReferencePattern {
    let looks = (0...1).map { _ in
      ReferencePattern.look(
        pattern(depth: 3), isAhead: Int.random(in: 0...3, using: &random) > 0,
        isNegated: Bool.random(using: &random))
    }
    return .sequence([.start] + looks + [pattern(depth: 3)])
  }

  private mutating func repetition(_ depth: Int) -> ReferencePattern {
    let before = groupCount
    let body = pattern(depth: depth - 1)
    let minimum = Int.random(in: 0...2, using: &random)
    let maximum = Bool.random(using: &random) ? nil : minimum + Int.random(in: 0...2, using: &random)
    return .repetition(
      body, minimum, maximum, isLazy: Bool.random(using: &random), groups: (before + 1)..<(groupCount + 1))
  }

  private mutating func character() -> ReferencePattern {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: .character("a") { $0 == "a" }
    case 4, 5: .character("b") { $0 == "b" }
    case 6: .character(".") { $0 != "\n" }
    case 7: .character("[^a]") { $0 != "a" }
    case 8: .character(#"[\wé]"#) { $0 == "a" || $0 == "b" || $0 == "é" }
    default: .character(#"[b-\u{1F600}]"#) { $0.value >= 0x62 }
    }
  }
}
