import Testing

@testable import SpecChanges

/// What is read of an app's text, where an index store has only places.
@Suite struct SwiftSourceTests {
  /// The labels of the call whose name begins at `|`; a literal's label ends in `=`.
  private func labels(_ marked: String) -> [String]? {
    let before = marked.prefix { $0 != "|" }
    let source = SwiftSource(Array(marked.replacing("|", with: "").utf8))
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let arguments = source.arguments(lines.count, (lines.last?.utf8.count ?? 0) + 1)
    return arguments?.map { $0.label + ($0.isLiteral ? "=" : "") }
  }

  @Test(arguments: [
    ("client.|search()", []),
    ("client.|search(text: \"a\", page: 2)", ["text=", "page="]),
    ("client.|search(text: a(b: 1, c: 2), page: f { $0.g(x: 1) })", ["text", "page"]),
    ("|Item(1, title: \"a, b: c\")", ["=", "title="]),
    ("client.|search(\n  text:\n    \"a\",  // a, b: c\n  /* d: e, */ page: -2\n)", ["text=", "page="]),
    ("client.|`default`(`in`: x)", ["in"]),
    ("é.|search(text: \"\"\"\n  a, b: \\(c(d: 1))\n  \"\"\", page: x)", ["text=", "page"]),
    ("print(\"\\(client.|item(id: x, note: #\"\"a\" b: c\"#))\")", ["id", "note="]),
    ("client.|search(text: a ? b : c)", ["text"]),
    ("|Item([1, 2], title: x)", ["=", "title"]),
    ("client.|search(a: b[c(d, e)], f: { g, h in i })", ["a", "f"]),
    ("client.|search (a: 1, )", ["a="]),
    ("client.|search(a ? b : c, list: [1, 2], map: [\"a\": 1])", ["", "list=", "map="]),
  ])
  func argumentsOfCalls(_ call: String, _ expected: [String]) { #expect(labels(call) == expected) }

  @Test(arguments: ["let f = client.|search\n(a: 1)", "client.|search", "client.|search(text: ", "|"])
  func namesWithoutArguments(_ text: String) { #expect(labels(text) == nil) }

  /// Whether the name at `|` ends an optional chain.
  private func isEndOfChain(_ marked: String) -> Bool {
    let before = marked.prefix { $0 != "|" }
    let source = SwiftSource(Array(marked.replacing("|", with: "").utf8))
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return source.isEndOfOptionalChain(lines.count, (lines.last?.utf8.count ?? 0) + 1)
  }

  @Test(arguments: [
    "print(item?.|title)", "item?.|title", "item?.|`default`", "a?.b.|title ?? \"none\"",
    "if let title = item?.|title {", "a()?.|title\nprint(1)", "a[0]?.b(c: d)[1].`in`.|title, x",
    "item?\n  // why\n  .|title\n", "item?.|title == nil", "return (item?.|title, 1)",
    "\"\\(item?.|title)\"", "`default`?.|title",
  ])
  func endsOfOptionalChains(_ text: String) { #expect(isEndOfChain(text)) }

  /// Where the type of the whole isn't certain to stay.
  @Test(arguments: [
    "item.|title", "item?.|title.count", "item?.|title\n  .count", "item?.|title[0]",
    "item?.|title!", "item?.|tags (1)",
    "(item?.b).|title", "flag ? .|title : b", "flag ?.|title : b", "a ?? .|title", "a ??.|title",
    "try? .|title",
    "item?.b!.|title", "item? + a.|title", "a?.b { c }.|title", "|title", ".|title", "a?.b, c.|title",
    "a?.b\nc.|title",
    "a?[b.|title]", "f(a?.b).|title", "a??.|title", "a?.|title?.b", "a?.|title...b",
  ])
  func otherChains(_ text: String) { #expect(!isEndOfChain(text)) }

  /// The line of the `switch` around `|`, negative if it has a case for the rest.
  private func choice(_ marked: String) -> Int? {
    let before = marked.prefix { $0 != "|" }
    let source = SwiftSource(Array(marked.replacing("|", with: "").utf8))
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return source.choice(around: lines.count, (lines.last?.utf8.count ?? 0) + 1)
      .map { $0.hasDefault ? -$0.line : $0.line }
  }

  @Test(
    arguments: [
      ("\nswitch a {\ncase .|new: break\ncase .used: break\n}", 2),
      ("switch a {\ncase .new, .|used: break\ndefault: break\n}", -1),
      ("switch a {\ncase .|new: break\ncase _: break\n}", -1),
      ("switch a {\ncase .|new: break\ncase let other: print(other)\n}", -1),
      ("switch a {\ncase .|new: break\n@unknown default: break\n}", -1),
      ("switch (a, b) {\ncase (.|new, .used): break\n}", 1),
      ("switch a {\ncase .new:\n  switch b {\n  case .|used: break\n  }\ndefault: break }", 3),
      ("switch f({ $0 }) {\ncase .card(let card) where card.a == .|new: break\n}", 1),
      ("switch a {\ncase .new: if case .|used = b { }\n}", nil),
      ("switch a {\ncase .new: f(.|used)\n}", nil),
      ("let a = \"switch b {\"\nswitch a { // {\ncase .|new: break\n}", 2),
      ("a.switch { .|new }", nil),
    ] as [(String, Int?)])
  func switches(_ text: String, _ line: Int?) { #expect(choice(text) == line) }

  /// The lines that a value gets to whose origin is at `|`.
  @Test(
    arguments: [
      ("func f() {\n  let a = |x.b\n  print(a)\n}\nprint(a)", [3]),
      (
        "func f() {\n  let a = try await client.send(\n    |Request(), b)\n  guard !a.isEmpty else { return }\n  print(c.a)\n}",
        [4]
      ),
      ("  async let a = |x\n  let b = g(a)\n  print(b)", [2, 3]),
      ("  if let a = |x.b {\n    print(a)\n  }", [2]),
      ("  for a in |x.b {\n    print(\"\\(a)\")\n  }", [2]),
      ("  let a = 1\n  print(|x.b, a)\n  print(a)", []),
      ("  f(|x)\n  print(x)", []),
      ("  let a = |x\n  var b = a\n  b.c = 1\n  switch a {\n  case .d: e()\n  }", [2, 3, 4, 5]),
      ("  x.|f(\n    a: 1,\n    b: 2)\n  g()", [2, 3]),
      ("  x.|`in`(\n    a: 1)\n  g()", [2]),
      ("  x.|f (\n    a: 1)\n  g()", [2]),
    ] as [(String, [Int])])
  func linesWithValues(_ marked: String, _ expected: [Int]) {
    let before = marked.prefix { $0 != "|" }.split(separator: "\n", omittingEmptySubsequences: false)
    let source = SwiftSource(Array(marked.replacing("|", with: "").utf8))
    #expect(source.linesWithValue(from: before.count, (before.last?.utf8.count ?? 0) + 1) == expected)
  }

  /// Places are in one order, whatever the order of the set that they come from.
  @Test func placesWithEqualPositions() {
    let places = [[], [1], [1, 2], [2]].map { AppPlace(file: "a", line: 1, column: 1, values: $0) }
    let others = [AppPlace(file: "a", line: 1, column: 2), AppPlace(file: "b", line: 1, column: 1)]
    #expect((places + others).reversed().sorted() == places + others)
  }

  /// Whatever the text, reading it ends.
  @Test(arguments: [
    "\"", "\"\"\"", "/*", "#\"", "\"\\(", "switch", "switch a {", "case", ")", "}", "\\", "#", "\"\\((\")",
  ])
  func unfinishedText(_ text: String) {
    let source = SwiftSource(Array(text.utf8))
    #expect(source.arguments(1, 1) == nil)
    #expect(source.choice(around: 1, 1) == nil)
    #expect(source.arguments(9, 9) == nil)
  }
}
