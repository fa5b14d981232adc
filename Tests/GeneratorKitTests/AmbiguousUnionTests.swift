import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Alternatives of `oneOf` with common values.
@Suite struct AmbiguousUnionTests {
  private func diagnostics(_ schemas: String) -> [Diagnostic] {
    let text = "wgnapi: 1\nschemas:\n" + schemas.split(separator: "\n").map { "  \($0)\n" }.joined()
    var sink = DiagnosticSink()
    _ = readAPI(
      [SpecFile(path: "A/a.yaml", displayPath: "A/a.yaml", bytes: Array(text.utf8))], into: &sink)
    return sink.sorted()
  }

  @Test(arguments: [
    (
      "A: {oneOf: [B, C]}\nB: {enum: [ADMIN, USER]}\nC: {type: string, minLength: 3}",
      #""ADMIN" is one of 'B' and of 'C'"#
    ),
    (
      "A: {properties: {a: {oneOf: [B, C]}}}\nB: {properties: {b?: string}}\nC: {properties: {c?: string}}",
      "{}"
    ),
    (
      "A: {oneOf: [B, C]}\nB: {properties: {id: string}}\nC: {properties: {id: string, name?: string}}",
      "'B' and of 'C'"
    ),
    (
      "A: {oneOf: [{type: string, swiftName: a}, {type: string, maxLength: 9, swiftName: b}]}",
      "alternative 1 and of alternative 2"
    ),
  ])
  func areNoted(_ schemas: String, _ message: String) {
    let found = diagnostics(schemas).filter { $0.id == .ambiguousUnion }
    #expect(found.map(\.severity) == [.note])
    #expect(found.first?.message.contains(message) == true, "\(found)")
  }

  @Test(arguments: [
    // Types, constants, keys and patterns tell them apart, and `anyOf` allows several.
    "A: {oneOf: [string, integer]}",
    "A: {oneOf: [B, C]}\nB: {properties: {k: {const: b}}}\nC: {properties: {k: {const: c}}}",
    "A: {oneOf: [B, C]}\nB: {properties: {b: string}}\nC: {properties: {c: string}}",
    "A: {oneOf: [{type: string, pattern: '^a', swiftName: a}, {type: string, pattern: '^b', swiftName: b}]}",
    "A: {oneOf: [B, '[B]']}\nB: {enum: [a, b]}",
    "A: {anyOf: [B, C]}\nB: {properties: {b?: string}}\nC: {properties: {c?: string}}",
    // A condition is checked to the letter.
    "A: {properties: {a?: string, b?: string}, oneOf: [{required: [a]}, {required: [b]}]}",
  ])
  func alternativesThatDifferAreNot(_ schemas: String) {
    #expect(diagnostics(schemas).filter { $0.id == .ambiguousUnion } == [])
  }

  /// The notes on a schema in an OpenAPI document that two properties have.
  private func notes(ofDocument schema: String, _ id: DiagnosticID = .ambiguousUnion) -> [String] {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: https://a.b}]
      paths:
        /a:
          get:
            operationId: a
            parameters: [{name: q, in: query, schema: {$ref: '#/components/schemas/S'}}]
            responses: {"200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}
      components:
        schemas:
          A: {type: object, properties: {s: {$ref: '#/components/schemas/S'}, t: {$ref: '#/components/schemas/S'}}}
          S: \(schema)
      """
    var sink = DiagnosticSink()
    var file = SpecFile(path: "A/api.yaml", displayPath: "api.yaml", bytes: Array(text.utf8))
    file.isGivenAlone = true
    _ = readAPI([file], into: &sink)
    return sink.sorted().filter { $0.id == id }.map {
      "\($0.severity) \($0.span?.start.line ?? 0): \($0.message)"
    }
  }

  /// The type of a format refuses values like an example that doesn't have it.
  @Test func examplesWithoutTheirFormatAreNotedOnce() {
    let found = notes(
      ofDocument: "{properties: {a: {type: string, format: uuid, example: 5f0c1e}, "
        + "b: {type: string, format: uuid, example: 5f0c1f}, c: {type: string, format: date, example: 2026-11-28}}}",
      .invalidExample)
    #expect(
      found.count == 1
        && found.allSatisfy {
          $0.contains("'5f0c1e' doesn't have the format 'uuid'") && $0.contains("first of 2")
        },
      "\(found)")
  }

  /// Alternatives that aren't read as they are written are noted once, with the way out.
  @Test(arguments: [
    ("{oneOf: [{type: integer}, {type: number}]}", "every integer is a number"),
    (
      "{oneOf: [{type: string}, {type: number}, {type: integer, format: int64}]}", "every integer is a number"
    ),
    ("{oneOf: [{type: integer, minimum: 0}, {type: number, maximum: 0}]}", "every integer is a number"),
    ("{oneOf: [{type: string}, {type: string, enum: [a, b]}]}", "for any text"),
    ("{oneOf: [{type: integer}, {type: integer, enum: [1, 2]}]}", "for any integer"),
  ])
  func areNotedInDocuments(_ schema: String, _ message: String) {
    let found = notes(ofDocument: schema)
    #expect(found.count == 1, "\(found)")
    #expect(
      found.allSatisfy { $0.hasPrefix("note 13: ") && $0.contains(message) && $0.contains("so write that") },
      "\(found)")
  }

  @Test(arguments: [
    "{anyOf: [{type: integer}, {type: number}]}", "{type: [integer, number]}",
    "{oneOf: [{type: integer, minimum: 1}, {type: number, exclusiveMaximum: 1}]}",
    "{oneOf: [{type: string, enum: [a]}, {type: string, enum: [b]}]}",
    "{anyOf: [{type: string}, {type: string, enum: [a, b]}]}",
  ])
  func alternativesOfDocumentsThatDifferAreNot(_ schema: String) {
    #expect(notes(ofDocument: schema) == [])
  }
}
