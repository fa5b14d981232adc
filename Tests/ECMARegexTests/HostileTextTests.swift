import ECMARegex
import Testing

/// Patterns that take exponential time with plain backtracking: these tests are about coming to an end.
struct HostileTextTests {
  private static let many = String(repeating: "a", count: 100_000)

  @Test(arguments: [
    "(a+)+$", "(a|a)*b", "(a+a+)+y", "^(a|aa)+$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){12}c",
    "(?:a?){30}a{30}b", "(?=(a+)+$)b", "(?<=(a|a)*)b", "((?!(a+)+b)a)*c", "^(?:a|(?=a*$)a)*b",
  ])
  func ambiguousRepetitions(pattern: String) throws {
    let regex = try ECMARegex(pattern)
    _ = Self.many.withContiguousUTF8 { regex.search($0) }
    #expect(regex.matches(Self.many + "!") == false)
  }

  @Test func linearPatternsAreAnswered() throws {
    let expected: [(String, Bool)] = [
      ("(a+)+$", true), ("(a|a)*b", false), ("(a+a+)+y", false), ("^(a|aa)+$", true),
    ]
    for (pattern, isFound) in expected {
      let result = try Self.many.withContiguousUTF8 { try ECMARegex(pattern).search($0) }
      #expect(result == (isFound ? .matched : .notMatched))
    }
  }

  @Test(arguments: [#"^(a+)+\1b"#, #"(a|a)*\1c"#, #"(a*)*(b)\2\1c"#, #"(?=(a+)+)(\1)+b"#])
  func referencesHaveABudget(pattern: String) throws {
    let result = try Self.many.withContiguousUTF8 { try ECMARegex(pattern).search($0) }
    #expect(result == .tooMuchWork)
    #expect(!(try ECMARegex(pattern).matches(Self.many)))
  }

  @Test func largePatternsHaveABudget() throws {
    let regex = try ECMARegex("(?:.{0,900}x){20}y")
    let text = String(repeating: "x", count: 1_000_000)
    #expect(text.withContiguousUTF8 { regex.search($0) } == .tooMuchWork)
  }

  /// Ends a search at the second question.
  private final class Impatience: SearchInterruption, @unchecked Sendable {
    private var questions = 0
    var isDue: Bool {
      questions += 1
      return questions > 1
    }
  }

  private struct Patience: SearchInterruption { let isDue = false }

  @Test(arguments: [#"^(?:a|(?=a*$)a)*b"#, #"(?<=(a|a)*)b"#, #"^(a+)+\1b"#])
  func aSearchEndsWhenNobodyWaits(pattern: String) throws {
    let regex = try ECMARegex(pattern)
    let text = String(repeating: "a", count: 3_000_000)
    var work = Int.max
    let result = text.withContiguousUTF8 { regex.search($0, work: &work, unless: Impatience()) }
    #expect(result == .tooMuchWork)
    // Two portions, and what one position may take beyond them.
    #expect((1_000_000...2_100_000).contains(Int.max - work))
    // Without an end, its budget holds.
    work = 2_500_000
    #expect(text.withContiguousUTF8 { regex.search($0, work: &work, unless: Patience()) } == .tooMuchWork)
    #expect(work <= 500_000)
    // A short one isn't asked about.
    work = .max
    #expect("aab".withContiguousUTF8 { regex.search($0, work: &work, unless: Impatience()) } == .matched)
  }

  @Test func automataThatWouldExplode() throws {
    let regex = try ECMARegex("[ab]*a[ab]{40}$")
    let tail = String(repeating: "b", count: 40)
    #expect(regex.matches("ba" + tail))
    #expect(!regex.matches("ab" + tail))
  }

  @Test func oneValueInManyTasks() async throws {
    let regexes = try [#"^[a-z]+$"#, #"^(?:(?!foo).)*$"#, #"^(.)\1"#, #"a.{20}b"#].map { try ECMARegex($0) }
    let texts = ["abc", "a foo", "aab", "a" + String(repeating: "é", count: 20) + "b"]
    let expected = regexes.map { regex in texts.map { regex.matches($0) } }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<500).allSatisfy { _ in regexes.map { regex in texts.map { regex.matches($0) } } == expected }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test func equalityIsThatOfTheText() throws {
    #expect(try ECMARegex("a+") == ECMARegex("a+"))
    #expect(try ECMARegex("\u{E9}") != ECMARegex("e\u{301}"))
    #expect(try ECMARegex("a+").description == "a+")
  }
}

extension String {
  fileprivate func withContiguousUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
    -> Result
  {
    try Array(utf8).withUnsafeBufferPointer(body)
  }
}
