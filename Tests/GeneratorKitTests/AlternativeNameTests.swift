import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// The names of a union's cases: an alternative without a name of its own has that of what tells it apart.
@Suite struct AlternativeNameTests {
  private static let alternatives: [(written: String, specs: [String], documents: [String])] = [
    ("[{type: string}, {type: object}]", ["string", "object"], ["string", "map"]),
    (
      "[{type: object}, {type: array, items: {type: object}}, {type: boolean}]",
      ["object", "list", "boolean"],
      ["map", "objects", "boolean"]
    ),
    ("[{type: string}, {type: array}]", ["string", "list"], ["string", "list"]),
    (
      "[{type: integer}, {type: object, properties: {a: {type: string}}}]", ["integer", "object"],
      ["integer", "object"]
    ),
    (
      "[{type: string, format: uri}, {enum: [on, off]}, {type: integer}]", ["url", "string", "integer"],
      ["url", "known", "integer"]
    ),
    ("[{type: string, maxLength: 3}, {enum: [long, longer]}]", ["string", "known"], []),
    (
      "[{type: number, minimum: 9}, {enum: [1, 2]}, {type: boolean}]", ["number", "integer", "boolean"],
      ["number", "knownNumber", "boolean"]
    ),
    (
      "[{type: object, properties: {a: {type: string}}, required: [a]}, {type: object, properties: {a: {type: string}, b: {type: string}}, required: [a, b]}]",
      ["object", "b"], ["object", "b"]
    ),
    (
      "[\(tagged("{enum: [add, replace, test]}")), \(tagged("{const: remove}")), \(tagged("{type: string, enum: [MOVE, COPY]}"))]",
      ["addReplaceTest", "remove", "moveCopy"], ["addReplaceTest", "remove", "moveCopy"]
    ),
    // Too many words for a name, and values that aren't words.
    (
      "[\(tagged("{enum: [a, b, c, d, e]}")), \(tagged("{enum: [x, y]}")), {type: string}]",
      ["object", "xY", "string"], ["object", "xY", "string"]
    ),
    (
      "[\(tagged("{type: integer, enum: [1, 2]}")), \(tagged("{enum: [x-ray, y]}")), {type: string}]",
      ["object", "xRayY", "string"], ["object", "xRayY", "string"]
    ),
  ]

  private static func tagged(_ values: String) -> String {
    "{type: object, properties: {op: \(values), path: {type: string}}, required: [op, path]}"
  }

  @Test(arguments: alternatives.indices)
  func inSpecs(_ position: Int) {
    let (written, expected, _) = Self.alternatives[position]
    let text = """
      wgnapi: 1
      module: {servers: {eu: https://api.example.com}}
      endpoints: {e: {get: e, response: Choice}}
      schemas:
        Choice: {anyOf: \(written)}
      """
    #expect(
      cases(of: "Choice", [SpecFile(path: "M/module.yaml", displayPath: "m.yaml", bytes: Array(text.utf8))])
        == expected)
  }

  @Test(arguments: alternatives.indices)
  func inDocuments(_ position: Int) {
    let (written, _, expected) = Self.alternatives[position]
    let text = """
      openapi: 3.1.0
      info: {title: M, version: "1"}
      paths: {/e: {get: {operationId: e, responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Choice"}}}}}}}}
      components:
        schemas:
          Choice: {anyOf: \(written)}
      """
    #expect(cases(of: "Choice", document(text)) == expected)
  }

  /// In a document, formats and the elements of lists tell alternatives of one type apart, and equal titles don't.
  @Test(arguments: [
    ("[{type: integer, format: int32}, {type: integer, format: int64}]", ["int32", "int64"]),
    (
      "[{title: Words, type: array, items: {type: string}}, {title: Words, type: array, items: {type: integer}}]",
      ["strings", "integers"]
    ),
    ("[{type: string, format: email}, {type: integer}]", ["string", "integer"]),
    ("[{type: string, pattern: a}, {type: string, pattern: b}]", ["string", "string2"]),
    // What is required beside the alternatives tells them apart, too.
    (
      "[{properties: {op: {enum: [move, copy]}}}, {properties: {op: {enum: [drop]}}}], type: object, required: [op]",
      ["moveCopy", "drop"]
    ),
    ("[{type: number}, {enum: [NaN, Infinity, '-Infinity']}], format: double", ["number", "known"]),
    (
      "[{type: [number, string], pattern: '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$'}, {enum: [NaN, Infinity, '-Infinity']}]",
      ["number", "known"]
    ),
  ])
  func byFormat(_ written: String, _ expected: [String]) {
    let text = """
      openapi: 3.1.0
      info: {title: M, version: "1"}
      paths: {/e: {get: {operationId: e, responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Choice"}}}}}}}}
      components:
        schemas:
          Choice: {anyOf: \(written)}
      """
    #expect(cases(of: "Choice", document(text)) == expected)
  }

  /// Models of JSON Schema documents.
  @Test(arguments: [
    (#"[{"type": "object"}, {"type": "string", "format": "date-time"}]"#, ["map", "dateTime"]),
    (
      #"[{"type": "object", "properties": {"kind": {"const": "opened"}}, "required": ["kind"]}, {"type": "object", "properties": {"kind": {"const": "closed"}}, "required": ["kind"]}]"#,
      ["opened", "closed"]
    ),
    (
      #"[{"type": "string", "pattern": "a"}, {"type": "string", "pattern": "b"}, {"type": "integer"}]"#,
      ["string", "integer"]
    ),
  ])
  func inSchemas(_ written: String, _ expected: [String]) {
    let text = """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "anyOf": \(written)}
      """
    var file = SpecFile(
      path: "M/choice.schema.json", displayPath: "choice.schema.json", bytes: Array(text.utf8))
    file.isGivenAlone = true
    #expect(cases(of: "Choice", [file]) == expected)
  }

  private func document(_ text: String) -> [SpecFile] {
    var file = SpecFile(path: "M/api.yaml", displayPath: "api.yaml", bytes: Array(text.utf8))
    file.isGivenAlone = true
    return [file]
  }

  /// The cases of a union, without that for unknown values.
  private func cases(of type: String, _ specs: [SpecFile]) -> [String] {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    #expect(diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let lines = (tree.declaration(of: type) ?? "").split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.filter { $0.hasPrefix("case ") && !$0.hasPrefix("case unknown(") }.map { line in
      String(line.dropFirst("case ".count).prefix { $0 != "(" })
    }
  }
}
