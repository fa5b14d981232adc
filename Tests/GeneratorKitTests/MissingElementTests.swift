import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Lists whose last elements may be missing: `prefixItems` with a smaller `minItems`.
@Suite struct MissingElementTests {
  private func generated(_ path: String, _ text: String) -> GeneratedOutput {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    var file = SpecFile(path: path, displayPath: path, bytes: Array(text.utf8))
    file.isGivenAlone = !path.hasSuffix("module.yaml")
    return generateAll(specs: [file], templates: templates, withTests: true, threads: 1)
  }

  private func entries(_ output: GeneratedOutput) -> [String] {
    output.modules.texts.joined(separator: "\n").split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("$0.") && $0.contains("lement(") }.map(String.init)
  }

  private static let expected = [
    #"$0.element(\.element0)"#, #"$0.optionalElement(\.element1)"#,
    #"$0.lenientElement(\.element2, as: UnixTime.self)"#,
  ]

  @Test(arguments: [
    ("minItems: 1", expected),
    (
      "minItems: 3",
      [0, 1, 2].map {
        $0 == 2 ? #"$0.element(\.element2, as: OptionalOf<UnixTime>.self)"# : "$0.element(\\.element\($0))"
      }
    ),
    (
      "names: [a, b, c], minItems: 1",
      ["a", "b", "c"].enumerated().map { expected[$0].replacing("element\($0)", with: $1) }
    ),
    ("minItems: 0", [#"$0.optionalElement(\.element0)"#] + expected.dropFirst()),
  ])
  func inSpecs(_ keywords: String, _ entries: [String]) {
    let output = generated(
      "M/module.yaml",
      """
      wgnapi: 1
      module: {servers: {eu: https://api.example.com}}
      endpoints: {e: {get: e, response: Candle}, p: {post: p, body: Candle, response: empty}}
      schemas: {Candle: {prefixItems: [string, number, timestamp?], \(keywords)}}
      """)
    #expect(output.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    #expect(self.entries(output) == entries)
  }

  @Test(arguments: [
    ("minItems: 1, items: false", expected), ("minItems: 1, maxItems: 3", expected),
    ("minItems: 0, maxItems: 3", [#"$0.optionalElement(\.element0)"#] + expected.dropFirst()),
    ("items: false", [#"$0.optionalElement(\.element0)"#] + expected.dropFirst()),
    // With others after them, it isn't known how many there are.
    ("minItems: 1", []), ("minItems: 1, maxItems: 4", []),
  ])
  func inDocuments(_ keywords: String, _ entries: [String]) {
    let output = generated(
      "M/api.yaml",
      """
      openapi: 3.1.0
      info: {title: M, version: "1"}
      servers: [{url: https://api.example.com}]
      paths: {/e: {get: {operationId: e, responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Candle"}}}}}}}}
      components:
        schemas:
          Candle: {type: array, prefixItems: [{type: string}, {type: number}, {type: [integer, "null"], format: unix-time}], \(keywords)}
      """)
    #expect(output.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    #expect(output.diagnostics.contains { $0.id == .leftOut && $0.severity == .warning } == entries.isEmpty)
    #expect(self.entries(output) == entries)
  }

  @Test func inSchemas() {
    let output = generated(
      "M/candle.schema.json",
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "array", "items": false, "minItems": 1,
       "prefixItems": [{"type": "string"}, {"type": "number"}]}
      """)
    #expect(entries(output) == Array(Self.expected.prefix(2)))
  }
}
