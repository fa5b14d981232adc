import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader
import Testing

/// Values without quotes that YAML may take for numbers.
@Suite struct LiteralTests {
  @Test(
    arguments: [
      ("type: string, enum: [01234, 98765]", ["01234", "98765"]),
      ("type: string, enum: [007, null]", ["007", nil]),
      (
        "type: [string, 'null'], enum: [.inf, .nan, 08, 0o17, 1e400, -010, +5, 1_000]",
        [
          ".inf", ".nan", "08", "0o17", "1e400", "-010", "+5", "1_000",
        ]
      ),
      ("enum: [A1, 007]", ["A1", "007"]),
      ("enum: [001, 002], minLength: 3", ["001", "002"]),
      ("allOf: [{type: string, enum: [007, 008, 9]}, {enum: ['007', 9]}]", ["007", "9"]),
    ] as [(String, [String?])])
  func textsKeepTheirSpelling(schema: String, values: [String?]) throws {
    let (schema, messages) = try readSchema("A: {\(schema)}")
    let known = schema.enumeration?.cases.map(\.value) ?? schema.const.map { [$0] }
    #expect(known == values.compactMap { $0.map(Literal.string) })
    #expect(!values.contains(nil) || schema.isNullable)
    #expect(messages == [])
  }

  /// Values that an overlay adds, or changes.
  @Test func textsOfOverlaysKeepTheirSpelling() throws {
    let document =
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n"
      + "components: {schemas: {A: {type: string, enum: [x]}, B: {type: integer, enum: [1]}}}\n"
    let overlay = """
      overlay: 1.0.0
      info: {title: O, version: '1'}
      actions:
      - {target: $.components.schemas.A, update: {enum: [007, 1e5, .inf], default: 007}}
      - {target: $.components.schemas.B, update: {enum: [010]}}
      - {target: $.components.schemas, update: {C: {type: string, const: 00}}}
      """
    var sink = DiagnosticSink()
    let api = readOpenAPI(
      [SpecFile(path: "M/d.yaml", displayPath: "d.yaml", bytes: Array(document.utf8))], module: "M",
      overlays: [SpecFile(path: "M/o.yaml", displayPath: "o.yaml", bytes: Array(overlay.utf8))], into: &sink)
    let schemas = try #require(api.modules.first?.schemas.map(\.schema))
    #expect(
      schemas.first?.enumeration?.cases.map(\.value) == ["x", "007", "1e5", ".inf"].map(Literal.string))
    #expect(schemas.first?.defaultValue == .string("007"))
    #expect(schemas[1].enumeration?.cases.map(\.wireText) == ["1"])
    #expect(schemas.last?.const == .string("00"))
    #expect(sink.sorted().map(\.message).count == 1)
    #expect(sink.sorted().first?.message.contains("'010' has a leading zero") == true)
  }

  @Test func textsKeepTheirSpellingEverywhere() throws {
    let (schema, messages) = try readSchema(
      """
      Code: {type: string}
      A:
        properties:
          const: {type: string, const: 007}
          default: {type: string, default: 007}
          behind: {allOf: [{$ref: '#/components/schemas/Code'}], default: +1}
          either: {anyOf: [{type: integer}, {type: string}], default: 010}
          list: {type: array, items: {type: string}, default: [01, {a: 02}], example: [0x10]}
          object: {type: object, properties: {zip: {type: string}}, example: {zip: 01234}}
          map: {type: object, additionalProperties: {$ref: '#/components/schemas/Code'}, example: {a: 00}}
        example: {const: 007, list: [00], object: {zip: 00501}}
        if: {properties: {const: {const: 007}}}
        then: {required: [list]}
      """)
    func property(_ name: String) -> Schema? {
      schema.object.properties.first { $0.name.text == name }?.schema
    }
    #expect(property("const")?.const == .string("007"))
    #expect(property("default")?.defaultValue == .string("007"))
    #expect(property("behind")?.defaultValue == .string("+1"))
    #expect(property("either")?.defaultValue == .string("010"))
    #expect(property("list")?.examples == [.array([.string("0x10")])])
    #expect(property("object")?.examples == [.object([.init(name: "zip", value: .string("01234"))])])
    #expect(property("map")?.examples == [.object([.init(name: "a", value: .string("00"))])])
    #expect(schema.examples.first.map { "\($0)".contains("00501") } == true)
    #expect(schema[.if]?.object.properties.first?.schema.const == .string("007"))
    // The element that is an object isn't one of the list's.
    #expect(messages.count == 1 && messages[0].contains("'02' has a leading zero, so this value is left out"))
  }

  @Test(
    arguments: [
      ("type: integer, enum: [010, 8]", ["8"], "'010' has a leading zero"),
      ("type: integer, enum: [07, 8, null]", ["8"], "'07' has a leading zero"),
      ("type: number, const: .inf", nil, "'.inf' isn't a number of JSON"),
      ("enum: [007, null]", nil, "'007' has a leading zero"),
      ("type: integer, default: 08", nil, "'08' has a leading zero"),
      ("example: {a: 09}", nil, "'09' has a leading zero"),
    ] as [(String, [String]?, String)])
  func numbersThatArentJSONAreReported(schema: String, values: [String]?, message: String) throws {
    let (schema, messages) = try readSchema("A: {\(schema)}")
    #expect(schema.enumeration?.cases.map(\.wireText) == values)
    #expect(schema.const == nil)
    #expect(schema.defaultValue == nil)
    #expect(schema.types != [.null])
    #expect(messages.count == 1 && messages[0].contains(message))
  }

  @Test func namesOfValuesKeepTheirPlaces() throws {
    let (schema, _) = try readSchema(
      "A: {type: integer, enum: [01, 2, 3], x-enum-varnames: [one, two, three]}")
    #expect(schema.enumeration?.cases.map(\.swiftName?.text) == ["two", "three"])
  }

  @Test func extensibleEnumerationsAreOpen() throws {
    let (schema, messages) = try readSchema(
      "A: {type: string, nullable: true, x-extensible-enum: [a, 2], x-enum-varnames: [first, second]}")
    #expect(schema.enumeration?.cases.map(\.value) == [.string("a"), .string("2")])
    #expect(schema.enumeration?.cases.map(\.swiftName?.text) == ["first", "second"])
    #expect(schema.isOpen == true && schema.isNullable && messages == [])
  }

  /// One known value isn't the only one, other types than text and integers have no enumeration, and `enum` says more.
  @Test(
    arguments: [
      ("A: {type: string, x-extensible-enum: [a]}", ["a"], true),
      ("A: {type: number, x-extensible-enum: [1.5, 2.5]}", nil, nil),
      ("A: {type: string, x-extensible-enum: a}", nil, nil),
      ("A: {type: string, enum: [a, b], x-extensible-enum: [a, b, c]}", ["a", "b"], nil),
      ("A: {allOf: [{type: string, x-extensible-enum: [a, b, c]}, {enum: [b, c]}]}", ["b", "c"], nil),
    ] as [(String, [String]?, Bool?)])
  func extensibleEnumerationsLimitNothing(_ text: String, _ values: [String]?, _ isOpen: Bool?) throws {
    let (schema, messages) = try readSchema(text)
    #expect(schema.enumeration?.cases.map(\.value) == values?.map { .string($0) })
    #expect(schema.isOpen == isOpen && schema.const == nil && schema.anyOf.isEmpty && messages == [])
  }

  @Test func examplesOfResponsesKeepTheirSpelling() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a:
          get:
            responses:
              '200':
                description: A
                content:
                  application/json:
                    schema: {type: object, properties: {zip: {type: string}}}
                    examples: {one: {value: {zip: 01234}}}
              '201': {description: B, content: {text/plain: {example: 007}}}
      """)
    let examples = module.endpoints[0].responses.flatMap(\.examples).map(\.value)
    #expect(examples == [.object([.init(name: "zip", value: .string("01234"))]), .string("007")])
    #expect(messages == [])
  }
}
