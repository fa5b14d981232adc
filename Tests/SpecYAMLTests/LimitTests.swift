import Diagnostics
import SpecYAML
import Testing

@Suite struct LimitTests {
  @Test func fileSize() {
    let text = "a: 12345\n"
    #expect(Parsed(text, limits: YAMLLimits(fileSize: 9)).ids == [])
    let parsed = Parsed(text, limits: YAMLLimits(fileSize: 8))
    #expect(parsed.ids == [.fileTooLarge])
    #expect(parsed.diagnostics.first?.message == "the file has 9 bytes, more than the limit of 8")
    #expect(parsed.diagnostics.first?.span?.isUnknown == true)
    #expect(parsed.documents.isEmpty)
  }

  @Test(arguments: ["[[[x]]]", "- - - x", "{a: {b: {c: x}}}", "a:\n b:\n  c: x", "a:\n- b: x"])
  func depth(text: String) {
    #expect(Parsed(text, limits: YAMLLimits(depth: 3)).ids == [])
    let parsed = Parsed(text, limits: YAMLLimits(depth: 2))
    #expect(parsed.ids == [.nestingTooDeep])
    #expect(parsed.diagnostics.first?.message.contains("limit of 2 levels") == true)
  }

  @Test func depthCountsWhatAliasesBring() {
    let text = "- &a [[x]]\n- [[*a]]\n"
    #expect(Parsed(text, limits: YAMLLimits(depth: 5)).ids == [])
    let parsed = Parsed(text, limits: YAMLLimits(depth: 4))
    #expect(parsed.messages.first?.hasPrefix("2:5 ") == true)
    let chain = (1..<900).map { "- &a\($0) [*a\($0 - 1)]\n" }.joined()
    #expect(Parsed("- &a0 []\n" + chain).ids == [.nestingTooDeep])
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "[{a: "])
  func hugeDepthEndsEarly(piece: String) {
    let text = String(repeating: piece, count: 100_000)
    #expect(Parsed(text).ids == [.nestingTooDeep])
    #expect(Parsed(text, limits: YAMLLimits(depth: Int.max)).ids == [.nestingTooDeep])
  }

  @Test func deepestAllowedTreeCanBeReleased() {
    let limits = YAMLLimits(depth: 5000)
    #expect(limits.depth == 1000)
    let text = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    #expect(Parsed(text, limits: limits).ids == [])
  }

  @Test func nodeCount() {
    #expect(Parsed("{a: 1, b: 2}", limits: YAMLLimits(nodeCount: 5)).ids == [])
    let parsed = Parsed("{a: 1, b: 2}", limits: YAMLLimits(nodeCount: 4))
    #expect(parsed.ids == [.tooManyNodes])
    #expect(parsed.diagnostics.first?.message.contains("limit of 4") == true)
    #expect(parsed.diagnostics.first?.span?.brief == "1:11-1:12")
    #expect(Parsed("--- 1\n--- 2\n--- 3\n", limits: YAMLLimits(nodeCount: 2)).ids == [.tooManyNodes])
  }

  @Test func aliasesCountAsTheirNodes() {
    let text = "[&a [1, 2], *a, *a]"
    #expect(Parsed(text, limits: YAMLLimits(nodeCount: 10)).ids == [])
    #expect(Parsed(text, limits: YAMLLimits(nodeCount: 9)).ids == [.tooManyNodes])
  }

  @Test(arguments: [YAMLLimits.default, YAMLLimits(nodeCount: .max)])
  func billionLaughs(limits: YAMLLimits) {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...20 {
      let aliases = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(Parsed(text, limits: limits).ids == [.tooManyNodes])
  }

  @Test func billionLaughsByMerging() {
    var text = "a0: &a0 {k: x}\n"
    for level in 1...40 {
      text += "a\(level): &a\(level) {<<: [*a\(level - 1), *a\(level - 1)], k\(level): *a\(level - 1)}\n"
    }
    #expect(Parsed(text).ids == [.tooManyNodes])
  }

  @Test(arguments: ["abcdef", "'abcdef'", "\"abcde\\x66\"", "|-\n abcdef", "{abcdef: 1}"])
  func scalarLength(text: String) {
    #expect(Parsed(text, limits: YAMLLimits(scalarLength: 6)).ids == [])
    let parsed = Parsed(text, limits: YAMLLimits(scalarLength: 5))
    #expect(parsed.ids == [.scalarTooLong])
    #expect(parsed.diagnostics.first?.message == "the scalar has 6 bytes, more than the limit of 5")
  }

  @Test func errorCount() {
    let text = "{" + (0..<1000).map { _ in "a: 1" }.joined(separator: ", ") + "}"
    let parsed = Parsed(text)
    #expect(parsed.diagnostics.count == 101)
    #expect(parsed.ids.filter { $0 == .tooManyErrors }.count == 1)
    #expect(Parsed("[*a, *b, *c]", limits: YAMLLimits(errorCount: 2)).diagnostics.count == 3)
  }

  @Test func tagDirectives() {
    let directives = (0..<101).map { "%TAG !h\($0)! tag:x\n" }.joined()
    #expect(Parsed(directives + "--- a\n").ids == [.tooManyTagDirectives])
    #expect(Parsed("%TAG !y! tag:yaml.org,2002:\n--- !y!str 1\n").root?.tag == .string)
  }

  @Test func longTagsEndReading() {
    let text = "%TAG !l! tag:\(String(repeating: "x", count: 5000))\n--- [!l!a 1, !l!b 2, !l!c 3]\n"
    let parsed = Parsed(text)
    #expect(parsed.ids == [.unknownTag])
    #expect(parsed.diagnostics.first.map { $0.message.count < 200 } == true)
  }
}
