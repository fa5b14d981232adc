import Testing

@testable import GeneratorKit

@Suite struct UnifiedDiffTests {
  private func diff(_ old: String, _ new: String, _ printer: UnifiedDiff = .init()) -> String {
    printer.text(old: Array(old.utf8), new: Array(new.utf8), path: "f")
  }

  private let numbers = (1...20).map { "\($0)\n" }

  @Test func showsThreeLinesAroundAChange() {
    var new = numbers
    new[9] = "ten\n"
    let expected = """
      --- f
      +++ f
      @@ -7,7 +7,7 @@
       7
       8
       9
      -10
      +ten
       11
       12
       13

      """
    #expect(diff(numbers.joined(), new.joined()) == expected)
  }

  @Test func longLinesAreCut() {
    let text = diff("", String(repeating: "a", count: 2_000) + "\n")
    #expect(text.contains("\n+" + String(repeating: "a", count: 400) + "… (1600 more characters)\n"))
    #expect(!text.contains(String(repeating: "a", count: 401)))
  }

  @Test func showsChangesApartInHunksOfTheirOwn() {
    var new = numbers
    new.removeFirst()
    new.append("21\n")
    let expected = """
      --- f
      +++ f
      @@ -1,4 +1,3 @@
      -1
       2
       3
       4
      @@ -18,3 +17,4 @@
       18
       19
       20
      +21

      """
    #expect(diff(numbers.joined(), new.joined()) == expected)
  }

  @Test func joinsChangesNearEachOther() {
    var new = numbers
    new[4] = "five\n"
    new[11] = "twelve\n"
    #expect(diff(numbers.joined(), new.joined()).split(separator: "\n").count { $0.hasPrefix("@@") } == 1)
    new[11] = "12\n"
    new[12] = "thirteen\n"
    #expect(diff(numbers.joined(), new.joined()).split(separator: "\n").count { $0.hasPrefix("@@") } == 2)
  }

  @Test func tellsAMissingLineFeedAtTheEnd() {
    #expect(diff("a", "a\n") == "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n")
  }

  @Test func comparesWithEmptyFiles() {
    #expect(diff("", "") == "")
    #expect(diff("", "a\nb\n") == "--- f\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n")
    #expect(diff("a\n", "") == "--- f\n+++ f\n@@ -1 +0,0 @@\n-a\n")
  }

  @Test func letsNoContentActOnATerminalOrALog() {
    #expect(diff("a\u{1B}[2J\tb\n", "").hasSuffix("-a<U+001B>[2J\tb\n"))
    #expect(diff("a\r\n", "a\n").hasSuffix("-a<U+000D>\n+a\n"))
    // Line ends that all lines have are no news.
    #expect(diff("a\r\nb\r\n", "a\r\nc\r\n").hasSuffix(" a\n-b\n+c\n"))
    #expect(diff("", "a\r\n").hasSuffix("\n+a\n"))
    #expect(diff("\u{9B}0m\u{202E}\t\u{301}\n", "").hasSuffix("-<U+009B>0m<U+202E>\t\u{301}\n"))
  }

  @Test func colorsOnDemand() {
    #expect(diff("a\n", "b\n", UnifiedDiff(usesColor: true)).contains("\u{1B}[31m-a\u{1B}[0m\n\u{1B}[32m+b"))
  }
}

@Suite struct LineDifferenceTests {
  /// `old` with the changes made.
  private func apply(_ changes: [LineDifference.Change], _ old: [Int], _ new: [Int]) -> [Int] {
    var result: [Int] = []
    var next = 0
    for change in changes {
      result += old[next..<change.old.lowerBound] + new[change.new]
      next = change.old.upperBound
    }
    return result + old[next...]
  }

  /// The length of the shortest way, by the textbook's table.
  private func distance(_ old: [Int], _ new: [Int]) -> Int {
    var previous = Array(0...new.count)
    for row in old.indices {
      var current = [row + 1]
      for column in new.indices {
        let step = min(previous[column + 1], current[column]) + 1
        current.append(old[row] == new[column] ? previous[column] : step)
      }
      previous = current
    }
    return previous[new.count]
  }

  @Test(arguments: 0..<300)
  func isAShortestWay(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed) + 1)
    let alphabet = Int.random(in: 1...8, using: &random)
    let old = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      Int.random(in: 0..<alphabet, using: &random)
    }
    let new = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      Int.random(in: 0..<alphabet, using: &random)
    }
    let changes = LineDifference(old: old, new: new).changes
    #expect(apply(changes, old, new) == new)
    #expect(changes.map { $0.old.count + $0.new.count }.reduce(0, +) == distance(old, new))
    // With a bound that is far too small it is still a way.
    for bound in 0...3 {
      #expect(apply(LineDifference(old: old, new: new, maximumCost: bound).changes, old, new) == new)
    }
  }

  @Test func givesUpOnFilesThatHaveNothingInCommon() {
    let old = Array(0..<50_000)
    let new = Array(100_000..<150_000)
    #expect(
      LineDifference(old: old, new: new, maximumCost: 100).changes == [
        .init(old: 0..<50_000, new: 0..<50_000)
      ])
  }
}

/// Numbers that are the same in every run. Source: G. Steele, D. Lea, C. Flood, "SplitMix", 2014.
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
