import APIModel
import Diagnostics
import SpecReader
import SpecYAML
import Testing

@testable import OpenAPIReader

/// OpenAPI Overlay documents.
@Suite struct OverlayTests {
  /// The document after an overlay's actions as one line of text, and what is reported.
  private func apply(_ actions: String, to document: String) throws -> (text: String, messages: [String]) {
    var sink = DiagnosticSink()
    let root = try #require(parseYAML(bytes: Array(document.utf8), file: "d", into: &sink).first)
    let text = "overlay: 1.0.0\ninfo: {title: T, version: '1'}\nactions:\n" + actions
    let overlay = try #require(parseYAML(bytes: Array(text.utf8), file: "o", into: &sink).first)
    let findings = Findings(sink)
    let changed = applyOverlay(overlay, to: root, limit: 20_000, findings)
    return (flow(changed), findings.sink.sorted().map(\.message))
  }

  private func flow(_ node: YAMLNode) -> String {
    if let items = node.items { return "[" + items.map(flow).joined(separator: ", ") + "]" }
    guard let entries = node.entries else { return node.text ?? "" }
    return "{" + entries.map { "\($0.name): \(flow($0.value))" }.joined(separator: ", ") + "}"
  }

  @Test(arguments: [
    ("- {target: $.a, update: {c: 2}}", "{a: {b: 1, c: 2}, l: [1, {x: 1}]}"),
    ("- {target: $.a, update: {b: {c: 2}}}", "{a: {b: {c: 2}}, l: [1, {x: 1}]}"),
    ("- {target: $.l, update: 2}", "{a: {b: 1}, l: [1, {x: 1}, 2]}"),
    ("- {target: $.l, update: [2, 3]}", "{a: {b: 1}, l: [1, {x: 1}, 2, 3]}"),
    ("- {target: $, update: {l: [2]}}", "{a: {b: 1}, l: [1, {x: 1}, 2]}"),
    ("- {target: $.a.b, update: 5}", "{a: {b: 5}, l: [1, {x: 1}]}"),
    ("- {target: '$.l[0]', remove: true}", "{a: {b: 1}, l: [{x: 1}]}"),
    ("- {target: '$.l[*]', remove: true}", "{a: {b: 1}, l: []}"),
    ("- {target: $.*, remove: true}", "{}"),
    (
      "- {target: $..x, update: 7}\n- {target: '$.l[?@.x == 7]', update: {y: 1}}",
      "{a: {b: 1}, l: [1, {x: 7, y: 1}]}"
    ),
    ("- {target: '$..[?@.x]', update: {z: 1}}", "{a: {b: 1}, l: [1, {x: 1, z: 1}]}"),
    ("- {target: $.a, remove: true, update: {c: 1}}", "{l: [1, {x: 1}]}"),
  ])
  func changes(actions: String, expected: String) throws {
    let (text, messages) = try apply(actions + "\n", to: "{a: {b: 1}, l: [1, {x: 1}]}")
    #expect(text == expected)
    #expect(messages == [])
  }

  /// Each action doubles the document, or makes it deeper.
  @Test(arguments: [
    "- {target: $..a, update: {a: {a: {}}, b: {a: {}, c: {a: {}}}}}\n",
    "- {target: '$..[?@.a]', update: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {}}}}}}}}}}}}}\n",
    "- {target: $..*, update: {k: [{a: 1}, {b: 2}, {c: {d: {}}}]}}\n",
  ])
  func endsOnDocumentsThatGrow(action: String) throws {
    let (_, messages) = try apply(
      String(repeating: action, count: 200), to: "{a: {a: {}}, b: {a: {}}, c: [{a: {a: {}}}]}")
    #expect(messages.count == 1)
  }

  /// Each action may look at 20,000 values, and all of them at 80,000.
  @Test func looksAtALimitedNumberOfValuesForAllActions() throws {
    let document = "{a: [" + String(repeating: "1, ", count: 2_000) + "1]}"
    let action = "- {target: $..a, update: [2]}\n"
    let (text, messages) = try apply(String(repeating: action, count: 100), to: document)
    #expect(
      messages == [
        "the paths of the overlay up to '$..a' take too long to look for together; write fewer actions with '..'"
      ])
    #expect((5..<30).contains(text.split(separator: "2").count))
    #expect(try apply(String(repeating: action, count: 5), to: document).messages == [])
  }

  /// Lists and mappings grow where they are: copying them for each action would move them each time.
  @Test(arguments: ["[1, 2, 3]", "{k: [1, 2, 3]}"])
  func extendsTheSameListManyTimes(update: String) throws {
    var sink = DiagnosticSink()
    let root = try #require(parseYAML(bytes: Array("{k: []}".utf8), file: "d", into: &sink).first)
    let added = try #require(parseYAML(bytes: Array(update.utf8), file: "o", into: &sink).first)
    let value = EditableValue(root)
    let list = try #require(value.position(of: "k").flatMap(value.value))
    var moves = 0
    var last: UnsafePointer<EditableValue>?
    for _ in 0..<1_000 {
      (added.items == nil ? value : list).merge(added)
      value.touch()
      let address = list.items?.withUnsafeBufferPointer(\.baseAddress)
      if address != last { moves += 1 }
      last = address
    }
    #expect(value.finished["k"]?.items?.count == 3_000)
    #expect(moves < 20)
  }

  /// Every second member is removed, one at a time.
  @Test func findsMembersAfterManyRemovals() throws {
    let members = (0..<200).map { "k\($0): \($0)" }.joined(separator: ", ")
    let removals = stride(from: 0, to: 200, by: 2).map { "- {target: $.k\($0), remove: true}\n" }.joined()
    let (text, messages) = try apply(
      removals + "- {target: $, update: {k4: again, k5: {x: 1}}}\n- {target: $.k5.x, update: 2}\n",
      to: "{\(members)}")
    let kept = stride(from: 1, to: 200, by: 2).map { $0 == 5 ? "k5: {x: 2}" : "k\($0): \($0)" }
    #expect(text == "{" + (kept + ["k4: again"]).joined(separator: ", ") + "}")
    #expect(messages == [])
  }

  /// An action that can't update one of its targets changes none.
  @Test func changesNothingWhereATargetCannotBeUpdated() throws {
    let (text, messages) = try apply(
      "- {target: '$.*', update: {x: 1}}\n", to: "{a: {b: 1}, c: {d: 1}, e: 5}")
    #expect(text == "{a: {b: 1}, c: {d: 1}, e: 5}")
    #expect(messages.count == 1)
  }

  @Test func readsTheChangedDocument() throws {
    let document =
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a: {get: {operationId: a, responses: {'204': {}}}}\n"
      + "  /b: {get: {operationId: b, responses: {'204': {}}}}\n"
    let overlay =
      "overlay: 1.0.0\nactions:\n- {target: \"$.paths['/a']\", remove: true}\n- target: \"$.paths['/b'].get\"\n"
      + "  update: {operationId: c, parameters: [{name: x, in: query, schema: {$ref: '#/components/schemas/X'}}]}\n"
      + "- {target: $, update: {components: {schemas: {X: {type: integer}}}}}\n"
    var sink = DiagnosticSink()
    let api = readOpenAPI(
      [SpecFile(path: "M/d.yaml", displayPath: "d.yaml", bytes: Array(document.utf8))], module: "M",
      overlays: [SpecFile(path: "M/o.yaml", displayPath: "o.yaml", bytes: Array(overlay.utf8))], into: &sink)
    let module = try #require(api.modules.first)
    #expect(sink.sorted().map(\.message) == [])
    #expect(module.endpoints.map(\.name.text) == ["c"])
    #expect(module.endpoints.first?.parameters.map(\.name.text) == ["x"])
    #expect(module.schemas.map(\.name.text) == ["X"])
  }

  /// Values of an overlay may stand at the same places of its file as others of the document.
  @Test func keepsValuesOfOverlayAndDocumentApart() throws {
    let schema = "{type: object, properties: {NAME: {type: string}}}"
    let text =
      "openapi: 3.1.0\npaths: {}\ncomponents: {schemas: {A: \(schema.replacing("NAME", with: "document"))}}\n"
    let overlay =
      "overlay: 1.0.0\nactions: [{target: $, update: {components: {schemas: {B: \(schema.replacing("NAME", with: "overlay"))}}}}]"
    var sink = DiagnosticSink()
    let api = readOpenAPI(
      [SpecFile(path: "M/d.yaml", displayPath: "d.yaml", bytes: Array(text.utf8))], module: "M",
      overlays: [SpecFile(path: "M/o.yaml", displayPath: "o.yaml", bytes: Array(overlay.utf8))], into: &sink)
    let names = api.modules.first?.schemas.map { $0.schema.object.properties.map(\.name.text) }
    #expect(names == [["document"], ["overlay"]])
  }
}
