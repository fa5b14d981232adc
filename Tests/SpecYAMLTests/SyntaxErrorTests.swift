import Diagnostics
import SpecYAML
import Testing

@Suite struct SyntaxErrorTests {
  @Test(arguments: [
    (
      "a: b: c",
      "1:5 a key isn't allowed here; "
        + "quote text that contains ': ', or check the indentation"
    ),
    ("a: 1\n\tb: 2", "2:1 a tab cannot indent a line; use spaces"),
    ("a: b\n\tc", "2:1 a tab cannot indent a line; use spaces"),
    ("a: |\n\tc", "2:1 a tab cannot indent a line; use spaces"),
    ("a: 1\n\t\nb: 2", "2:1 a tab isn't allowed in an empty line here; remove it"),
    ("a: 1\n\t# c\nb: 2", "2:1 a tab isn't allowed before a comment on its own line here; use spaces"),
    ("-\tb", "1:2 a tab isn't allowed here; use a space"),
    ("-\tb: c", "1:2 a tab isn't allowed here; use a space"),
    ("a: @x", "1:4 '@' cannot start a value; put the value in quotes"),
    ("a: `x", "1:4 '`' cannot start a value; put the value in quotes"),
    ("a: 'x\nb: 1\n", "1:4 this quoted text has no closing quote"),
    ("a: \"\\q\"", "1:5 unknown escape after '\\' in double quotes"),
    ("a: [1, 2\nb: 3", "2:2 expected ',' or ']'"),
    ("a: {b: 1\nc: 2", "2:2 expected ',' or '}'"),
    ("a: 1\nb\nc: 2", "2:1 expected ':' after this key"),
    ("a:\n  b: 1\n c: 2", "3:2 expected a key of the mapping; check the indentation"),
    ("- a\nb: 1", "2:1 expected an item '- ' of the sequence; check the indentation"),
    ("a: - b", "1:4 an item '- ' isn't allowed here; start a new line for it"),
    ("a: !x!y z", "1:4 the tag's prefix is not defined by a %TAG directive"),
    ("%YAML 3.0\n--- a", "1:1 unsupported YAML version; write 1.1 or 1.2"),
    ("a: ]", "1:4 expected a value before ']'"),
    ("a: {b: ^[c]}", "1:9 expected ',' or '}'; quote text that contains '['"),
    ("a: [b, c: d: e]", "1:12 expected ',' or ']'; quote text that contains ':'"),
    ("a: */*", "1:4 '*' begins an alias; quote text that begins with it"),
    ("a: &", "1:4 '&' begins an anchor; quote text that begins with it"),
  ])
  func clearWords(text: String, expected: String) {
    let parsed = Parsed(text)
    #expect(parsed.ids == [.yamlSyntax])
    #expect(parsed.messages == [expected])
  }

  @Test func contextIsANote() throws {
    let flow = try #require(Parsed("x: 1\na: [1, 2\nb: 3").diagnostics.first)
    #expect(flow.notes.map(\.message) == ["the sequence starts here"])
    #expect(flow.notes.first?.span?.brief == "2:4-2:4")
    let quote = try #require(Parsed("a: \"x\nb: 1\n").diagnostics.first)
    #expect(quote.notes.map(\.message) == ["the file ends here"])
    #expect(quote.notes.first?.span?.start.line == 3)
  }

  @Test func documentsBeforeTheErrorAreKept() {
    let parsed = Parsed("a: 1\n---\nb: [\n")
    #expect(parsed.documents.map(\.outline) == ["{a: 1}"])
    #expect(parsed.ids == [.yamlSyntax])
  }

  @Test func placesCountScalars() {
    #expect(
      Parsed("ключ: @x").diagnostics.first?.span?.start == SourceLocation(line: 1, column: 7, offset: 10))
  }
}
