import ECMARegex
import Testing

/// Random patterns against random texts, judged by the plainest matcher.
struct DifferentialTests {
  static let seed: UInt64 = 20_240_229

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func randomPatterns(hasLooks: Bool, hasReferences: Bool) throws {
    var patterns = RandomPatterns(
      random: SeededGenerator(state: Self.seed), hasLooks: hasLooks, hasReferences: hasReferences)
    var compared = 0
    var found = 0
    for round in 0..<4000 {
      patterns.groupCount = 0
      let pattern = hasLooks && round % 4 == 0 ? patterns.conditions() : patterns.pattern(depth: 4)
      let regex = try ECMARegex(pattern.text)
      for _ in 0..<5 {
        let text = patterns.text()
        var reference = ReferenceMatcher(text)
        guard let expected = try? reference.finds(pattern, groupCount: patterns.groupCount) else { continue }
        compared += 1
        if expected { found += 1 }
        #expect(
          regex.matches(text) == expected,
          "seed \(Self.seed): /\(pattern.text)/ in \(text.debugDescription) should be \(expected)")
      }
    }
    // Otherwise the comparison says little.
    #expect(compared > 15_000)
    #expect(found > compared / 5 && found < compared * 19 / 20)
  }
}
