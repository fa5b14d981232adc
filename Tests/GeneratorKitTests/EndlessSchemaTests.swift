import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Schemas whose values would have to contain further ones without end.
@Suite struct EndlessSchemaTests {
  private enum Form: CaseIterable { case spec, openAPI, jsonSchema }

  /// What is said of the schemas, which are written as in JSON Schema, with `#A` for a reference.
  private func diagnostics(_ schemas: [String], as form: Form) -> [Diagnostic] {
    func lines(_ prefix: String, _ indentation: String) -> String {
      schemas.map { "\(indentation)\($0.replacing(#/#(\w+)/#) { "{$ref: '\(prefix)\($0.1)'}" })\n" }.joined()
    }
    let head = "$schema: https://json-schema.org/draft/2020-12/schema\n$ref: '#/$defs/A'\n$defs:\n"
    let name: String
    let text: String
    switch form {
    case .spec:
      name = "M/m.yaml"
      text = "wgnapi: 1\nschemas:\n" + schemas.map { "  \($0)\n" }.joined()
    case .openAPI:
      name = "M/api.yaml"
      text =
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n"
        + lines("#/components/schemas/", "    ")
    case .jsonSchema:
      name = "M/m.schema.yaml"
      text = head + lines("#/$defs/", "  ")
    }
    var spec = SpecFile(path: name, displayPath: name, bytes: Array(text.utf8))
    spec.isGivenAlone = form == .openAPI
    var sink = DiagnosticSink()
    _ = readAPI([spec], into: &sink)
    return sink.sorted()
  }

  /// A schema that contains itself, as the spec language and as documents write it.
  @Test func areReportedAlikeEverywhere() {
    let message =
      "a value of 'A' would have to contain another one without end (A.a → A), so there is none; "
      + "make 'a' optional or nullable"
    let document = ["A: {type: object, required: [a], properties: {a: #A}}"]
    let found = [
      diagnostics(["A: {properties: {a: A}}"], as: .spec), diagnostics(document, as: .openAPI),
      diagnostics(document, as: .jsonSchema),
    ]
    for found in found {
      let found = found.filter { $0.id == .endlessSchema }
      #expect(found.map(\.message) == [message])
    }
    #expect(found.map { $0.last?.severity } == [.error, .warning, .warning])
    #expect(found.map { $0.last?.span?.start.line } == [3, 6, 4])
  }

  @Test(arguments: [
    (["A: {properties: {b: B}}", "B: {properties: {a: A}}"], "A.b → B.a → A", "one of these properties"),
    (
      ["A: {properties: {b: {properties: {c: A}}}}"], "A.b.c → A", "make one of these properties optional"
    ),
    (["A: {type: \"[A]\", minItems: 1}"], "A[] → A", "allow an empty list or map"),
    (["A: {properties: {a: {type: \"[A]\", minItems: 2}}}"], "A.a[] → A", "make 'a' optional or nullable"),
    (["A: {type: \"{string: A}\", minProperties: 1}"], "A{} → A", "allow an empty list or map"),
    (["A: {prefixItems: [A, string]}"], "A[] → A", "make an element of the tuple nullable"),
    (["A: {prefixItems: [A, string], minItems: 1}"], "A[] → A", "make an element of the tuple nullable"),
    (
      ["A: {oneOf: [B, C], open: false}", "B: {properties: {b: A}}", "C: {properties: {c: A}}"],
      "A → B.b → A", "make 'b'"
    ),
    (["A: {allOf: [B, {properties: {a: A}}]}", "B: {properties: {b: string}}"], "A.a → A", "make 'a'"),
    // One that only contains an endless one isn't reported, and a circle is reported once.
    (
      ["Z: {properties: {a: A}}", "A: {properties: {b: B}}", "B: {properties: {a: A}}"], "A.b → B.a → A",
      "one"
    ),
  ])
  func areReportedOnceWithTheirWay(schemas: [String], way: String, remedy: String) {
    let found = diagnostics(schemas, as: .spec)
    #expect(found.map(\.id) == [.endlessSchema])
    #expect(found.first?.message.contains("(\(way))") == true, "\(found)")
    #expect(found.first?.message.contains(remedy) == true, "\(found)")
  }

  /// Models say less than documents of JSON Schema, so these are searched themselves.
  /// What is none of the alternatives of an open union is read as `unknown`, but nobody can send anything else.
  @Test(arguments: [
    ["A: {oneOf: [B, C]}", "B: {properties: {b: A}}", "C: {properties: {c: A}}"],
    [
      "A: {properties: {list: {type: \"[B]\", minItems: 1}}}", "B: {anyOf: [A, C]}",
      "C: {properties: {a: A}}",
    ],
    ["A: {properties: {a: {oneOf: [A, B]}}}", "B: {properties: {a: A}}"],
  ])
  func circlesThroughOpenUnionsAreWarnings(schemas: [String]) {
    let found = diagnostics(schemas, as: .spec).filter { $0.id == .endlessSchema }
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.message.contains("none of a union's alternatives") == true, "\(found)")
  }

  @Test(arguments: [
    (["A: {type: array, items: #A, minItems: 1}"], "A[] → A", "allow an empty list or map"),
    (["A: {type: array, prefixItems: [#A, {type: string}], minItems: 1}"], "A[] → A", "nullable"),
    (["A: {type: object, additionalProperties: #A, minProperties: 1}"], "A{} → A", "an empty list or map"),
    (
      [
        "A: {type: object, required: [list], properties: {list: {type: array, items: #B, minItems: 2}}}",
        "B: {type: object, required: [a], properties: {a: #A}}",
      ], "A.list[] → B.a → A", "one of these properties"
    ),
    (
      [
        "A: {oneOf: [#B, #C]}", "B: {type: object, required: [b], properties: {b: #A}}",
        "C: {type: object, required: [c], properties: {c: #A}}",
      ], "A → B.b → A", "make 'b'"
    ),
    (
      ["A: {allOf: [#B], type: object, required: [a], properties: {a: #A}}", "B: {type: object}"], "A.a → A",
      "make 'a'"
    ),
  ])
  func areReportedInDocumentsOfJSONSchema(schemas: [String], way: String, remedy: String) {
    let found = diagnostics(schemas, as: .jsonSchema).filter { $0.id == .endlessSchema }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("(\(way))") == true, "\(found)")
    #expect(found.first?.message.contains(remedy) == true, "\(found)")
  }

  @Test(arguments: [
    ["A: {type: array, items: #A}"], ["A: {items: #A, minItems: 1}"],
    ["A: {type: [array, 'null'], items: #A, minItems: 1}"],
    ["A: {type: array, prefixItems: [{type: string}], items: #A, minItems: 1}"],
    ["A: {type: array, prefixItems: [{type: string}, #A], minItems: 1}"],
    ["A: {type: object, additionalProperties: #A, properties: {a: {type: string}}, minProperties: 1}"],
    ["A: {required: [a], properties: {a: #A}}"],
    ["A: {anyOf: [#B, {type: string}]}", "B: {type: object, required: [a], properties: {a: #A}}"],
  ])
  func documentsOfJSONSchemaWithValuesAreNot(schemas: [String]) {
    #expect(diagnostics(schemas, as: .jsonSchema).filter { $0.id == .endlessSchema } == [])
  }

  @Test(arguments: [
    ["A: {properties: {a?: A}}"], ["A: {properties: {a: \"A?\"}}"], ["A: {properties: {a: \"[A]\"}}"],
    ["A: {properties: {a: \"{string: A}\"}}"],
    ["A: {oneOf: [string, B]}", "B: {properties: {a: A}}"],
    ["A: {oneOf: [B, C]}", "B: {properties: {a: A}}", "C: {properties: {c: string}}"],
    ["A: {properties: {b: B}}", "B: {properties: {a?: A, c: C}}", "C: {properties: {b?: B}}"],
    // The last elements of a tuple may be missing.
    ["A: {prefixItems: [string, A], minItems: 1}"], ["A: {prefixItems: [A, string], minItems: 0}"],
    ["A: {prefixItems: [string, B], minItems: 1}", "B: {properties: {a: A, b: B?}}"],
  ])
  func thoseThatEndAreNot(schemas: [String]) {
    #expect(diagnostics(schemas, as: .spec) == [])
  }
}
