import Diagnostics
import SpecYAML
import Testing

/// JSON becomes the nodes that YAML becomes, and nothing that isn't JSON does.
@Suite struct JSONTests {
  private func parse(_ text: String, limits: YAMLLimits = .default) -> (root: YAMLNode?, messages: [String]) {
    parse(bytes: Array(text.utf8), limits: limits)
  }

  private func parse(bytes: [UInt8], limits: YAMLLimits = .default) -> (root: YAMLNode?, messages: [String]) {
    var sink = DiagnosticSink()
    let root = parseJSON(bytes: bytes, file: "t.json", limits: limits, into: &sink)
    let messages = sink.sorted().map { diagnostic in
      "\(diagnostic.span.map { "\($0.start.line):\($0.start.column) " } ?? "")\(diagnostic.message)"
    }
    return (root, messages)
  }

  @Test(arguments: [
    (#"{"a": [1, "b", {"c": null}], "d": {}}"#, "{a: [1, b, {c: null}], d: {}}"), ("[]", "[]"),
    (" \t\r\n\"x\" ", "x"), (#""\"\\\/\b\f\n\r\t\u0041""#, "\"\\/\u{8}\u{C}\n\r\tA"),
    (#""\ud83d\ude00\u00e9""#, "😀é"), ("-0.5e+10", "-0.5e+10"), ("\u{FEFF}true", "true"),
    ("\"\u{7F}\u{80}\"", "\u{7F}\u{80}"),
  ])
  func readsWhatJSONAllows(text: String, outline: String) {
    let (root, messages) = parse(text)
    #expect(root?.outline == outline)
    #expect(messages.isEmpty)
  }

  @Test func longKeysAreFine() {
    let key = String(repeating: "k", count: 5000)
    #expect(parse("{\"\(key)\": 1}").root?[key]?.text == "1")
  }

  @Test(arguments: [
    ("", "1:1 expected a value, and the file ends here"), ("[1,]", "1:4 a comma isn't allowed before ']'"),
    ("{\"a\":1,}", "1:8 a comma isn't allowed before '}'"), ("{a: 1}", "1:2 expected a key in double quotes"),
    ("{\"a\" 1}", "1:6 expected ':' after the key"), ("[1 2]", "1:4 expected ',' or ']'"),
    ("\"a", "1:1 this string has no closing quote"), ("\"a\nb\"", "1:1 this string has no closing quote"),
    ("\"\t\"", "1:2 control characters in strings are written as escapes, such as \\n"),
    ("01", "1:2 a number can't begin with 0"), ("1.", "1:3 expected a digit"), ("-", "1:2 expected a digit"),
    ("1e", "1:3 expected a digit"), ("+1", "1:1 expected a value"), ("NaN", "1:1 expected a value"),
    ("tru", "1:1 expected a value"), ("'a'", "1:1 JSON puts strings in double quotes"),
    (#""\x""#, "1:3 unknown escape after '\\'"), (#""\u12""#, "1:6 expected four hexadecimal digits"),
    (#""\ud800""#, "1:8 half of a surrogate pair is missing"),
    (#""\udc00""#, "1:8 half of a surrogate pair is missing"),
    ("1 2", "1:3 expected the end of the file after the value"),
    ("// x\n1", "1:1 expected a value"),
  ])
  func refusesEverythingElse(text: String, message: String) {
    let (root, messages) = parse(text)
    #expect(root == nil)
    #expect(messages == [message])
  }

  @Test func textMustBeUTF8() {
    #expect(parse(bytes: [0x22, 0xFF, 0x22]).messages == ["1:1 the string is not valid UTF-8"])
  }

  @Test func theFirstOfTwoKeysStays() {
    let (root, messages) = parse("{\"a\": 1,\n \"a\": 2}")
    #expect(root?["a"]?.text == "1")
    #expect(messages == ["2:2 duplicate key 'a'"])
  }

  @Test func placesCountScalarsAndLines() {
    let (root, _) = parse("{\r\n  \"é😀\": [\r    1\n]}")
    let span = root?["é😀"]?.items?.first?.span
    #expect(span?.start.line == 3)
    #expect(span?.start.column == 5)
    #expect(root?["é😀"]?.span.start.column == 9)
    #expect(root?["é😀"]?.span.end.line == 4)
  }

  @Test func scalarsKnowTheirTypes() {
    let items = parse(#"["1", 1, 1.5, true, null, "null"]"#).root?.items
    #expect(items?.map { $0.scalar?.coreType } == [.string, .integer, .float, .boolean, .null, .string])
  }

  @Test func limitsHold() {
    let deep = String(repeating: "[", count: 101) + String(repeating: "]", count: 101)
    #expect(
      parse(deep).messages == ["1:101 objects and arrays are nested deeper than the limit of 100 levels"])
    #expect(parse("[1, 2, 3]", limits: YAMLLimits(nodeCount: 3)).root == nil)
    #expect(parse("\"abcd\"", limits: YAMLLimits(scalarLength: 3)).root == nil)
    #expect(parse("[1, 2]", limits: YAMLLimits(fileSize: 3)).root == nil)
  }
}
