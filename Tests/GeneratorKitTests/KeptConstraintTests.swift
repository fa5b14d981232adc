import Diagnostics
import SpecReader
import SwiftEmitter
import Testing
import Thoroughness

@testable import GeneratorKit

/// Every keyword of a schema reaches the generated code, whatever is beside it, or is rejected: nothing is lost.
@Suite struct KeptConstraintTests {
  /// Kinds of schemas, by the type of their values.
  private static let shapes: [(text: String, type: Character)] = [
    ("oneOf: [P, Q]", "o"), ("oneOf: [string, integer]", "s"), ("oneOf: [P, Q, \"null\"]", "o"),
    ("anyOf: [Some, \"null\"]", "o"), ("enum: [one, two]", "s"), ("enum: [one, two], open: false", "s"),
    ("type: integer, enum: [1, 2]", "i"), ("prefixItems: [string, integer]", "a"),
    ("properties: {a?: string, b?: integer}", "o"), ("type: \"{integer}\"", "o"), ("type: \"[string]\"", "a"),
    ("type: string", "s"), ("type: \"string?\"", "s"), ("type: integer", "i"), ("$ref: Some", "o"),
    ("$ref: Word", "s"), ("$ref: Either", "s"), ("$ref: Short", "s"), ("$ref: Name", "s"), ("type: any", "x"),
    ("type: object", "o"), ("allOf: [Some]", "o"),
  ]

  /// Keywords for values of a type, each with what of it is in the Swift that follows.
  private static let keywords: [Character: [(text: String, trace: String)]] = [
    "s": [("minLength: 7", "minLength(7)"), ("pattern: \"^zz\"", "^zz")],
    "i": [("minimum: 7", "minimum(7)"), ("multipleOf: 7", "multipleOf(7")],
    "a": [
      ("minItems: 7", "minItems(7)"), ("uniqueItems: true", "uniqueItems"),
      ("contains: {const: zz}", "contains"),
    ],
    "o": [
      ("minProperties: 7", "minProperties(7)"), ("required: [zz]", "zz"),
      ("propertyNames: {pattern: \"^zz\"}", "propertyNames"), ("dependentRequired: {a: [zz]}", "zz"),
      ("dependentSchemas: {a: {required: [zz]}}", "zz"), ("patternProperties: {\"^zz\": string}", "zz"),
    ],
  ]

  private static let others: [(text: String, trace: String)] = [
    ("not: {const: zz7}", "zz7"), ("const: zz7", "zz7"), ("if: {const: zz7}, then: {const: zz8}", "zz7"),
    ("allOf: [{not: {const: zz7}}]", "zz7"), ("anyOf: [{const: zz7}, {const: zz8}]", "zz7"),
    ("oneOf: [{const: zz7}, {const: zz8}]", "zz7"),
  ]

  /// The places of schemas.
  private static let places = [
    "schemas: {U: {$}, R: {properties: {u: U}}}", "schemas: {R: {properties: {u: {$}}}}",
    "schemas: {R: {properties: {u: {type: array, items: {$}}}}}", "schemas: {R: {$}}",
    "schemas: {U: {$}, R: \"[U?]\"}",
  ]

  @Test(arguments: shapes.map(\.text)) func nothingIsLost(shape: String) throws {
    let type = try #require(Self.shapes.first { $0.text == shape }).type
    var sink = DiagnosticSink()
    var count = 0
    let templates = TemplateLibrary(loadTemplates(overlaidBy: nil, into: &sink), into: &sink)
    for keyword in (type == "x" ? Self.keywords.values.flatMap(\.self) : Self.keywords[type] ?? [])
      + Self.others
    {
      let name = keyword.text.prefix { $0 != ":" }
      // A key can't occur twice.
      if shape.contains("\(name):") { continue }
      // One place is tried with each keyword, and with thorough tests every place.
      count += 1
      let places = isThorough ? Self.places : [Self.places[count % Self.places.count]]
      for place in places {
        let text = """
          wgnapi: 1
          module: {servers: {eu: https://api.example.com}}
          endpoints: {e: {get: e, response: R}}
          \(place.replacing("$", with: "\(shape), \(keyword.text)"))
          """
        let more = """
          wgnapi: 1
          schemas:
            P: {properties: {kind: {const: p}, a: string}}
            Q: {properties: {kind: {const: q}, b: integer}}
            Some: {properties: {a?: string, b?: integer}}
            Word: {enum: [one, two]}
            Either: {oneOf: [string, integer]}
            Short: {type: string, maxLength: 99}
            Name: {type: string, newtype: true}
          """
        let specs = [("M/module.yaml", text), ("M/more.yaml", more)].map {
          SpecFile(path: $0.0, displayPath: $0.0, bytes: Array($0.1.utf8))
        }
        // The templates are parsed once.
        var sink = DiagnosticSink()
        guard let api = readAPI(specs, into: &sink) else { continue }
        let files = emit(
          api, templates: templates, threads: 1, names: [:], as: nil, with: Additions(), into: &sink)
        if sink.hasErrors { continue }
        let isKept = files.contains { file in
          file.text.split(separator: "\n").contains { line in
            line.contains(keyword.trace) && !line.drop { $0 == " " }.hasPrefix("///")
          }
        }
        #expect(isKept, "\(place.replacing("$", with: "\(shape), \(keyword.text)"))")
      }
    }
  }

  /// Normalizing would make open enumerations of these, which accept every value.
  @Test(arguments: ["enum: [en, de]", "anyOf: [{const: en}, {const: de}]"])
  func conditionsOfDocumentsKeepTheirValues(condition: String) {
    let output = generateShop(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths: {}
      components:
        schemas:
          Names: {type: object, additionalProperties: {type: string}, propertyNames: {\(condition)}}
      """)
    let trace = #".propertyNames([.anyOf([[.const("en")], [.const("de")]])])"#
    #expect(output.modules.texts.contains { $0.contains(trace) })
  }
}
