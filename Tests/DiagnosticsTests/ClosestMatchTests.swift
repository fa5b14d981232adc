import Diagnostics
import Testing

@Suite struct ClosestMatchTests {
  static let types = ["integer", "string", "number", "boolean", "timestamp", "array"]

  @Test(arguments: [
    ("integr", "integer"), ("integre", "integer"), ("sting", "string"), ("stirng", "string"),
    ("Number", "number"),
    ("boolaen", "boolean"), ("timestmp", "timestamp"), ("aray", "array"),
  ])
  func findsMisspelling(word: String, expected: String) {
    #expect(closestMatch(to: word, in: Self.types) == expected)
  }

  @Test(arguments: ["object", "", "x", "integer-of-some-kind", "strong-typing"])
  func findsNothingFar(word: String) {
    #expect(closestMatch(to: word, in: Self.types) == nil)
  }

  @Test func shortWordsNeedSomethingInCommon() {
    #expect(closestMatch(to: "a", in: ["b"]) == nil)
    #expect(closestMatch(to: "a", in: ["ab"]) == "ab")
    #expect(closestMatch(to: "id", in: ["di"]) == "di")
    #expect(closestMatch(to: "ad", in: ["be"]) == nil)
  }

  @Test func closerWinsThenAlphabet() {
    #expect(closestMatch(to: "nation", in: ["notion", "rations", "ration"]) == "notion")
    #expect(closestMatch(to: "nation", in: ["ration", "notion"]) == "notion")
    #expect(closestMatch(to: "nations", in: ["notion", "nation"]) == "nation")
  }

  @Test func theWordItselfIsNotASuggestion() {
    #expect(closestMatch(to: "string", in: ["string"]) == nil)
    #expect(closestMatch(to: "string", in: ["string", "strings"]) == "strings")
  }

  @Test func countsScalarsNotBytes() {
    #expect(closestMatch(to: "größe", in: ["grösse", "größen"]) == "größen")
    #expect(
      closestMatch(to: String(repeating: "a", count: 5000), in: [String(repeating: "a", count: 4999)]) == nil)
  }
}
