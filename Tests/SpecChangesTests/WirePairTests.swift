import APIModel
import Diagnostics
import SchemaValues
import SpecReader
import SwiftEmitter
import Testing
import Thoroughness

@testable import GeneratorKit
@testable import SpecChanges

/// Every pair of many schemas, compared with what an interpreter of schemas says of their values.
@Suite struct WirePairTests {
  private static let schemas = [
    "string", "integer", "number", "boolean", "any", "date", "date-time", "uuid", "uri", "int32", "uint32",
    "uint64",
    "{type: integer, minimum: 0}", "{type: integer, minimum: 1, maximum: 3}",
    "{type: integer, exclusiveMaximum: 4}",
    "{type: number, multipleOf: 0.5}", "{type: number, minimum: 0.5}", "{type: integer, multipleOf: 3}",
    "{type: string, maxLength: 5}", "{type: string, minLength: 2}", "{type: string, pattern: \"^[a-z]+$\"}",
    "{enum: [a, bc], open: false}", "{enum: [a, bc, abc], open: false}", "{enum: [1, 2], open: false}",
    "{enum: [2], open: false}",
    "{const: abc}", "{const: 2}", "{const: true}", "string?", "integer?", "\"[string]\"", "\"[integer]\"",
    "{type: \"[string]\", minItems: 2, maxItems: 2}", "{type: \"[string]\", uniqueItems: true}",
    "{type: \"[integer]\", maxItems: 1}", "{prefixItems: [string, string]}",
    "{prefixItems: [string, integer]}",
    "{prefixItems: [string]}", "\"{string}\"", "\"{integer}\"", "Flat", "Closed", "Open", "Loose", "Rest",
    "Depending",
    "Tree", "Branch", "{oneOf: [string, integer], open: false}", "{oneOf: [Flat, string], open: false}",
    "{oneOf: [Card, Cash], open: false}", "{oneOf: [Card, Cash, Gift], open: false}", "Card", "Gift",
    "{type: [string, integer]}",
  ]

  private static let text = """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      q: {post: q, body: Q, response: All}
      r: {get: r, response: Q}
    schemas:
      Flat: {properties: {a: string, "b?": integer}}
      Closed: {properties: {a: string, "b?": integer}, additionalProperties: false}
      Open: {properties: {a: string}, additionalProperties: true}
      Rest: {properties: {a: string}, additionalProperties: integer}
      Loose: {properties: {"a?": string}}
      Depending: {properties: {"a?": string, "b?": integer}, dependentRequired: {a: [b]}}
      Tree: {properties: {a: string, "inner?": Tree}}
      Branch: {properties: {a: string, "inner?": {properties: {a: string, "inner?": Branch}}}}
      Card: {properties: {kind: {const: card}, number: string}}
      Cash: {properties: {kind: {const: cash}, amount: number}}
      Gift: {properties: {kind: {const: gift}, code: string}}
      All: {properties: {\(schemas.enumerated().map { "p\($0): \($1)" }.joined(separator: ", "))}}

    """

  /// All properties of `Q`, by a position in the list for each pair.
  private static func spec(_ schema: (Int, Int) -> Int) -> String {
    let pairs = schemas.indices.flatMap { first in
      schemas.indices.map { "    p\(first)x\($0): \(schemas[schema(first, $0)])\n" }
    }
    return text + "  Q:\n    properties:\n" + pairs.map { "  " + $0 }.joined()
  }

  private func read(_ text: String) throws -> API {
    var sink = DiagnosticSink()
    let path = "Shop/module.yaml"
    let api = readAPI([SpecFile(path: path, displayPath: path, bytes: Array(text.utf8))], into: &sink)
    #expect(!sink.hasErrors, "\(sink.diagnostics.map(\.message))")
    return try #require(api)
  }

  /// What is written is accepted where nothing is reported, and never accepted where it is said to break.
  @Test(.thorough) func reportsAgreeWithValues() throws {
    let (old, new) = (try read(Self.spec { first, _ in first }), try read(Self.spec { _, second in second }))
    var sink = DiagnosticSink()
    let pairs = SurfaceComparison(
      try #require(old.surfaces(into: &sink).first), try #require(new.surfaces(into: &sink).first)
    ).pairs
    let (module, other) = (old.modules[0], new.modules[0])
    let changes = onLargeStack { WireComparison(module, other, pairs).changes }
    let requests = try wrongReports(changes.filter { $0.direction == .request }, of: module, to: other)
    #expect(requests == [])
    let responses = try wrongReports(changes.filter { $0.direction == .response }, of: other, to: module)
    #expect(responses == [])
  }

  private func wrongReports(_ changes: [WireChange], of module: Module, to other: Module) throws -> [String] {
    var found: [String: [WireChange]] = [:]
    for change in changes {
      let parts = change.place.split { ".[ ".contains($0) }
      if parts.count > 1, parts[0] == "Q" { found[String(parts[1]), default: []].append(change) }
    }
    let (writer, reader) = (ValueChecker(SchemaIndex(module)), ValueChecker(SchemaIndex(other)))
    let samples = SampleMaker(writer)
    let (before, after) = (try #require(writer.index["Q"]), try #require(reader.index["Q"]))
    var wrong: Set<String> = []
    for (property, known) in zip(before.object.properties, after.object.properties) {
      let name = property.name.text
      let positions = name.dropFirst().split(separator: "x").compactMap { Int($0) }
      let names = positions.map { Self.schemas[$0] }
      // Named schemas are reported by their names.
      if names.allSatisfy({ $0.first?.isUppercase == true }) { continue }
      let reports = found[name] ?? []
      for (extent, variant) in [(SampleMaker.Extent.full, 0), (.full, 1), (.full, 3), (.minimal, 0)] {
        guard let value = samples.sample(of: property.schema, extent, variant: variant) else { continue }
        let isAccepted = reader.isAccepted(value, known.schema)
        if !isAccepted, reports.isEmpty {
          wrong.insert("\(names): \(value.json) is refused, and nothing is reported")
        }
        // Elements and members are reported at the place of a list or map, which may be empty.
        let breaks = reports.filter { $0.verdict == .breaks && $0.place == "Q.\(name)" }
        if isAccepted, value.tagText != nil, !breaks.isEmpty {
          wrong.insert("\(names): \(value.json) is accepted: \(breaks.map(\.message))")
        }
      }
    }
    return wrong.sorted()
  }
}
