import Diagnostics
import SpecYAML
import Testing

/// What libyaml reads otherwise than YAML 1.2.2, or reads although the standard forbids it.
@Suite struct MisreadingTests {
  @Test(arguments: [
    // libyaml takes the '?' for the sign of a key and drops it.
    (
      "[?x]",
      "1:2 text that begins with '?' needs quotes here; a '?' that marks a key needs a space after it"
    ),
    (
      "a: {?x: 1}",
      "1:5 text that begins with '?' needs quotes here; a '?' that marks a key needs a space after it"
    ),
    ("[-]", "1:2 a '-' alone needs quotes here"),
    ("[a, -]", "1:5 a '-' alone needs quotes here"),
    ("{-, a: b}", "1:2 a '-' alone needs quotes here"),
    (
      "- &a:b x\n- *a",
      "1:5 the name of an anchor may have letters, digits, '-' and '_', and needs a space after it"
    ),
    (
      "- &a x\n- *a: y",
      "2:5 the name of an alias may have letters, digits, '-' and '_', and needs a space after it"
    ),
    ("\"x\"#comment", "1:4 a comment needs a space before its '#'; quote text that contains '#'"),
    ("a: [b]#comment", "1:7 a comment needs a space before its '#'; quote text that contains '#'"),
    ("a: [b,#c\n c]", "1:7 a comment needs a space before its '#'; quote text that contains '#'"),
    ("a: |#c\n  x\n", "1:5 a comment needs a space before its '#'"),
    (
      "a: |\n  x\n   ",
      "3:1 the last line has only blanks and no line break, "
        + "so it is unclear whether they belong to the text above; remove them"
    ),
    (
      "- |+\n  ",
      "2:1 the last line has only blanks and no line break, "
        + "so it is unclear whether they belong to the text above; remove them"
    ),
    (
      "a: {\n  b: c\n}",
      "3:1 the closing '}' must be indented by at least 1 space"
    ),
    (
      "a: {\nb: c}",
      "2:1 this line continues a value, and must be indented by at least 1 space"
    ),
    (
      "a:\n  b: [\n  c]",
      "3:3 this line continues a value, and must be indented by at least 3 spaces"
    ),
    (
      "a: \"b\nc\"",
      "2:1 this line continues a value, and must be indented by at least 1 space"
    ),
    (
      "k:\n|\n  x\n",
      "2:1 this line continues a value, and must be indented by at least 1 space"
    ),
    ("a: [\n\tb]", "2:1 a tab cannot indent a line; use spaces"),
    ("a: 'b\n\tc'", "2:1 a tab cannot indent a line; use spaces"),
    (
      "a: |\n      \n  # lost\n",
      "3:3 this line is indented less than the blank lines before it, which begin the text"
    ),
  ])
  func isReported(text: String, expected: String) {
    let parsed = Parsed(text)
    #expect(parsed.messages == [expected])
    #expect(parsed.ids == [.yamlSyntax])
    #expect(parsed.documents.isEmpty)
  }

  @Test(
    arguments: [
      ("{a?: b, ? c : d, e}", "{a?: b, c: d, e: }"), ("{\"a\":b, [c]:d}", nil), ("[-1, - , a-]", nil),
      ("[\"a\":b, 'c' :d, e: f]", "[{a: b}, {c: d}, {e: f}]"),
      ("- &a b #c\n- *a #d\n- [*a, &e f]", "[b, b, [b, f]]"),
      ("a: |  # c\n  x\n\n # less\nb: 1\n", "{a: x\n, b: 1}"), ("a: |2\n\n   x\n", "{a: \n x\n}"),
      ("a: |\n\n\n", "{a: }"),
      ("{\n\ta: 1\n}\n", "{a: 1}"), ("a:\n- {b: [\n  c\n  ]}\n", "{a: [{b: [c]}]}"),
      ("a: \"b\n\n  c\"", "{a: b\nc}"),
      ("# c\na: b# c\n", "{a: b# c}"), ("\u{FEFF}# c\na: 1", "{a: 1}"), ("--- |\n x\n...\n# c\n", "x\n"),
      ("é: [ü, # ö\n  ä]\n", "{é: [ü, ä]}"), ("a:\n    b: >-\n      c\n   # d\ne: f", "{a: {b: c}, e: f}"),
    ] as [(String, String?)])
  func everythingTheStandardAllowsIsRead(text: String, expected: String?) {
    let parsed = Parsed(text)
    guard let expected else { return #expect(!parsed.messages.contains { $0.contains("needs quotes") }) }
    #expect(parsed.messages == [])
    #expect(parsed.root?.outline == expected)
  }
}
