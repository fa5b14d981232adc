import Diagnostics
import SpecYAML
import Testing

/// Keys in brackets without a space after their `:` (YAML 1.2.2, section 7.4.2), which libyaml refuses.
@Suite struct FlowSpaceTests {
  @Test(arguments: [
    ("{x:[ ]}", "{x: []}"), ("{x:{}}", "{x: {}}"), ("{x:}", "{x: }"), ("{x:,y: 1}", "{x: , y: 1}"),
    ("[x:[a], y:{b:[]}, z:]", "[{x: [a]}, {y: {b: []}}, {z: }]"), ("{a b:[c]}", "{a b: [c]}"),
    ("{http://a:[]}", "{http://a: []}"), ("{\"q\":[],x:[]}", "{q: [], x: []}"),
    ("{é:[ü], ö:{}}", "{é: [ü], ö: {}}"),
    ("{a: \"x:[\", 'b': 'it''s:{', c:[d]}", "{a: x:[, b: it's:{, c: [d]}"),
    ("{a: don't, b:[c]} # d:[", "{a: don't, b: [c]}"), ("{ # x:[\n y:[z]}", "{y: [z]}"),
    // Text outside of brackets stays what it is.
    ("a: u:[v]\nb: {c:[d]}\ne: f:{g}", "{a: u:[v], b: {c: [d]}, e: f:{g}}"),
    (
      "a: {b:[]}\nc: |\n  {d:[]}\ne: 'f:{'\ng: \"{h:[]}\"\ni: {j:{}}",
      "{a: {b: []}, c: {d:[]}\n, e: f:{, g: {h:[]}, i: {j: {}}}"
    ),
    ("- {a:[]}\n- >-\n  {b:[]}\n- x\n  {c:[]}\n- {d:[]}", "[{a: []}, {b:[]}, x {c:[]}, {d: []}]"),
    ("a: {b:[]}\nc: x\n  {d:[]} y\ne: {f:[]}", "{a: {b: []}, c: x {d:[]} y, e: {f: []}}"),
    ("? {a:[]}\n: b\n", nil), ("--- {a:[]}\n--- {b:{}}", "{a: []}"),
  ])
  func isRead(text: String, outline: String?) {
    let parsed = Parsed(text)
    if let outline {
      #expect(parsed.root?.outline == outline)
      #expect(parsed.messages == [])
    } else {
      #expect(parsed.messages.allSatisfy { !$0.contains("unexpected ':'") })
    }
  }

  /// Positions are those of the file.
  @Test func placesAreThoseOfTheFile() throws {
    let root = try #require(Parsed("a: {é:[b], c:{d: e}, f: g}\nh: [i:{}, k]\n").root)
    let (a, h) = (try #require(root["a"]), try #require(root["h"]))
    #expect(a.span.brief == "1:4-1:27")
    #expect(a["é"]?.span.brief == "1:7-1:10")
    #expect(a["c"]?["d"]?.span.brief == "1:18-1:19")
    #expect(a["f"]?.span.brief == "1:25-1:26")
    #expect(h.items?.last?.span.brief == "2:11-2:12")
    #expect(h.items?.last?.span.start.offset == 38)
  }

  /// Mistakes in the same file are reported, at their places.
  @Test(arguments: [
    ("{a:[b], c: d: e}", "1:13 "), ("a: {b:[]}\nc: {d:?e}", "2:6 unexpected ':'"),
    ("{a:[], a:[]}", "1:8 duplicate key"),
    ("a: {b:[]}\nc: 'd", "2:4 this quoted text has no closing quote"), ("{b:[]", "1:6 "),
  ])
  func mistakesAreReported(text: String, message: String) {
    let parsed = Parsed(text)
    #expect(parsed.messages.count == 1)
    #expect(parsed.messages.first?.hasPrefix(message) == true, "\(parsed.messages)")
  }

  /// Many of them take no longer than the file's size allows, and neither do hostile ones.
  @Test(arguments: [
    String(repeating: "- {a:[b], c:{}}\n", count: 20_000),
    String(repeating: "- x\n  {a:[]}\n- {b:[]}\n", count: 5_000),
    String(repeating: "{a:[", count: 400), "{" + String(repeating: "a:", count: 100_000),
  ])
  func manyAreReadInTime(text: String) {
    let start = ContinuousClock.now
    _ = Parsed(text)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
