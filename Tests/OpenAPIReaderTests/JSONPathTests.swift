import Diagnostics
import SpecYAML
import Testing

@testable import OpenAPIReader

@Suite struct JSONPathTests {
  private static let document = """
    a: {b: [1, 2, 3], c: {name: x, n: 5}, "d e": true}
    list: [{k: get, v: 1}, {k: post, v: 2}, {k: get, v: 3, deep: {k: inner}}]
    """

  /// The scalars, or the number of values within, of what a path selects.
  private func select(_ path: String, in text: String = document) throws -> [String] {
    var sink = DiagnosticSink()
    let root = try #require(parseYAML(bytes: Array(text.utf8), file: "f", into: &sink).first)
    var search = JSONPathSearch(EditableValue(root))
    let found = try search.select(JSONPath(path)).map { search.found[$0].value.finished }
    return found.map { $0.text ?? "\($0.items?.count ?? $0.entries?.count ?? 0)" }
  }

  @Test(arguments: [
    ("$", ["2"]), ("$.a.b[0]", ["1"]), ("$.a.b[-1]", ["3"]), ("$['a']['d e']", ["true"]),
    ("$.a.b[*]", ["1", "2", "3"]),
    ("$.a.b[0,2]", ["1", "3"]), ("$.a.b[1:]", ["2", "3"]), ("$.a.b[::-1]", ["3", "2", "1"]),
    ("$.a.b[::2]", ["1", "3"]),
    ("$.a.b[5]", []), ("$.a.x.y", []), ("$.list[?@.k == 'get'].v", ["1", "3"]),
    ("$.list[?(@.k=='post')].v", ["2"]),
    ("$.list[?@.v > 1 && @.k != 'post'].v", ["3"]), ("$.list[?@.deep || @.v == 2].v", ["2", "3"]),
    ("$.list[?!@.deep].v", ["1", "2"]), ("$.list[?@.v >= $.a.b[1]].v", ["2", "3"]),
    ("$..k", ["get", "post", "get", "inner"]),
    ("$.a.c[?@ == 5]", ["5"]), ("$.a['b','c'].name", ["x"]), (#"$.a["d\u0020e"]"#, ["true"]),
    ("$..*..k", ["get", "post", "get", "inner"]),
  ])
  func selects(path: String, expected: [String]) throws {
    #expect(try select(path).sorted() == expected.sorted())
  }

  @Test func keepsOrder() throws {
    #expect(try select("$.a.b[::-1]") == ["3", "2", "1"])
    #expect(try select("$..k") == ["get", "post", "get", "inner"])
  }

  @Test(arguments: [
    "", "a", "$.", "$[", "$[]", "$['a", "$.a]", "$[?]", "$[?@.a ==]", "$[?length(@.a)]", "$[?'a']", "$.1a",
    "$[?(@.a]",
    "$[?\(String(repeating: "(", count: 50))@.a", "$\(String(repeating: ".a", count: 100))", "$ a",
    "$['\\u00']",
    String(repeating: "$", count: 20_000),
  ])
  func refuses(path: String) {
    #expect(throws: JSONPath.Mistake.self) { try JSONPath(path) }
  }

  @Test(arguments: [
    "$..*", "$..*..*..*..*..*..*..*..*", "$..[*,*,*,*]..[*,*,*,*]..[*,*,*,*]..[*,*]", "$..[::0]",
    "$[9223372036854775807]",
    "$[-9223372036854775808:9223372036854775807:-9223372036854775808]", "$..[-9223372036854775808]",
  ])
  func endsOnBombs(path: String) throws {
    let text = "a:\n" + (0..<2000).map { "  k\($0): {x: [[[1]]], y: {z: {}}}\n" }.joined()
    #expect(try select(path, in: text).count < 20_000)
  }

  @Test func givesUpOnFiltersThatLookAtAllForEach() throws {
    let text = "a:\n" + (0..<5000).map { "  k\($0): {x: 1}\n" }.joined()
    var sink = DiagnosticSink()
    let root = try #require(parseYAML(bytes: Array(text.utf8), file: "f", into: &sink).first)
    var search = JSONPathSearch(EditableValue(root), budget: 100_000)
    #expect(throws: JSONPathSearch.TooMuch.self) { try search.select(JSONPath("$..[?@..x == $..x]")) }
  }
}
