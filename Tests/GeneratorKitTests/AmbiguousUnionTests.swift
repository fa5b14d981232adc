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
}
