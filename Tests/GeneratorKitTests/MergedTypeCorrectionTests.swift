import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// What a folder says of types that its document only has with further keywords.
@Suite struct MergedTypeCorrectionTests {
  private func messages(_ types: String, _ use: String) -> [String] {
    let document = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: https://a.b}]
      paths:
        /a: {get: {operationId: a, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Box'}}}}}}}
      components:
        schemas:
          Box: {type: object, properties: {part: \(use)}}
          Part: {type: object, properties: {id: {type: string}, state: {type: string, enum: [on, off]}}}
      """
    return generateShop(document, types: types).diagnostics.filter {
      $0.severity != .note && !$0.message.contains("has no effect here")
    }.map { "\($0.span?.start.line ?? 0): \($0.message)" }
  }

  private static let uses = [
    "{$ref: '#/components/schemas/Part', minProperties: 1}",
    "{allOf: [{$ref: '#/components/schemas/Part'}, {properties: {more: {type: string}}}]}",
  ]

  private static let mistakes: [(text: String, message: String)] = [
    ("{properties: {ids: {secret: true}}}", "3: unknown property 'ids' of the type 'Part'"),
    ("{properties: {id: {secrt: true}}}", "3: unknown key 'secrt' in the property 'id'"),
    ("{secrt: true}", "3: unknown key 'secrt' in the type 'Part'"),
    ("{properties: {state: {values: {onn: enabled}}}}", "3: unknown value 'onn' of the property 'state'"),
    ("{secret: maybe}", "3: expected true or false for 'secret', found the string 'maybe'"),
    ("{name: '1x'}", "3: '1x' can't be the name of a type"),
    ("[secret]", "3: expected a mapping for the type 'Part', found a list"),
  ]

  @Test(arguments: mistakes.indices, uses)
  func mistakesAreReported(position: Int, use: String) {
    let (text, message) = Self.mistakes[position]
    let found = messages("types: {Part: \(text)}\n", use)
    #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix(message) }, "\(found)")
  }

  /// Names in conditions are of numbers in texts, too.
  @Test(arguments: [
    ("not: {type: Big}", ".not([.multipleOf(1), .minimum(100), .inText([.multipleOf(1), .minimum(100)])])"),
    ("not: {type: Share}", ".not([.maximum(0.5), .inText([.maximum(0.5)])])"),
    (
      "not: {type: Bigger}",
      ".maximum(900),.inText([.maximum(900)]),.allOf([[.multipleOf(1), .minimum(100), .inText([.multipleOf(1), .minimum(100)])]])"
    ),
    ("if: {type: Big}, then: {multipleOf: 10}", ".if([.multipleOf(1), .minimum(100), .inText("),
    // An open enumeration has other values, too.
    ("not: {type: Known}", ".not([.multipleOf(1), .inText([.multipleOf(1)])])"),
    (
      "not: {type: Closed}",
      ".anyOf([[.minimum(1), .maximum(1), .inText([.minimum(1), .maximum(1)])],[.minimum(3), .maximum(3), .inText([.minimum(3), .maximum(3)])],])"
    ),
    ("if: {type: Closed}, then: {minimum: 2}", ".inText([.minimum(3), .maximum(3)])"),
    ("not: {type: Either}", ".inText([.maximum(0.5)])"),
    ("not: {type: Text}", ".not([.ref { .value(Text.self) }])"),
  ])
  func namesInConditionsLimitTexts(condition: String, expected: String) {
    let specs = """
      wgnapi: 1
      module: {servers: {main: "https://a.example/"}}
      endpoints: {a: {get: a, response: Box}}
      schemas:
        Big: {type: integer, minimum: 100}
        Bigger: {type: Big, maximum: 900}
        Share: {type: number, maximum: 0.5}
        Known: {type: integer, enum: [1, 3]}
        Closed: {type: integer, enum: [1, 3], open: false}
        Either: {anyOf: [Big, Share], open: false}
        Text: {type: string, enum: [a, b]}
        Box: {properties: {size: {type: number, lenient: [numberInString], \(condition)}}}
      """
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let file = SpecFile(path: "M/module.yaml", displayPath: "module.yaml", bytes: Array(specs.utf8))
    let (tree, diagnostics) = generate(specs: [file], templates: templates, threads: 1)
    let code = tree.texts.joined().split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
    #expect(code.contains(expected), "\(code) \(diagnostics.map(\.message))")
  }

  /// Where no dictionary reads a map, its keys are checked as a whole: their type, and everything that it says.
  @Test(arguments: [
    (
      "string",
      ".not([.type(.object), .additionalProperties([.type(.integer)]), .propertyNames([.type(.string)])])"
    ),
    ("{type: string, pattern: ^a, minLength: 2}", ".propertyNames([.type(.string), .minLength(2), .pattern("),
    (
      "{type: string, enum: [a, b], open: false}",
      #".propertyNames([.type(.string), .enumeration(["a", "b"])])"#
    ),
    ("Side", ".propertyNames([.ref { .value(Side.self) }])"),
    ("Code", ".propertyNames([.ref { .value(Code.self) }])"),
    ("integer", #".propertyNames([.pattern("^(0|-?[1-9][0-9]*)$"), "#),
    (
      "{type: Big, maximum: 900}",
      #".propertyNames([.pattern("^(0|-?[1-9][0-9]*)$"),.allOf([[.inText([.maximum(900)])], "#
    ),
    ("Big", ".inText([.multipleOf(1), .minimum(100)])"),
    ("Closed", ".anyOf([[.inText([.minimum(1), .maximum(1)])]"),
  ])
  func keysInConditionsAreChecked(keys: String, expected: String) {
    let specs = """
      wgnapi: 1
      module: {servers: {main: "https://a.example/"}}
      endpoints: {a: {get: a, response: Box}}
      schemas:
        Big: {type: integer, minimum: 100}
        Closed: {type: integer, enum: [1, 3], open: false}
        Side: {type: string, enum: [left, right], open: false}
        Code: {type: string, pattern: ^a, newtype: true}
        Box: {properties: {data: {type: any, not: {type: object, keys: \(keys), additionalProperties: integer}}}}
      """
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let file = SpecFile(path: "M/module.yaml", displayPath: "module.yaml", bytes: Array(specs.utf8))
    let (tree, diagnostics) = generate(specs: [file], templates: templates, threads: 1)
    let code = tree.texts.joined().split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
    #expect(code.contains(expected), "\(diagnostics.map(\.message)) \(code.suffix(900))")
  }

  /// Names within names in conditions are as many as there are paths to them.
  @Test func namesInConditionsAreBounded() {
    let names = (1...14).map {
      "  N\($0): {type: integer, if: {type: N\($0 - 1)}, then: {type: N\($0 - 1)}, else: {type: N\($0 - 1)}}"
    }
    let specs = """
      wgnapi: 1
      module: {servers: {main: "https://a.example/"}}
      endpoints: {a: {get: a, response: Box}}
      schemas:
        N0: {type: integer, minimum: 100}
      \(names.joined(separator: "\n"))
        Box: {properties: {size: {type: number, lenient: [numberInString], not: {type: N14}}}}
      """
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let file = SpecFile(path: "M/module.yaml", displayPath: "module.yaml", bytes: Array(specs.utf8))
    let (tree, diagnostics) = generate(specs: [file], templates: templates, threads: 1)
    #expect(diagnostics.count == 1 && diagnostics.first?.severity == .warning)
    let message = diagnostics.first?.message ?? ""
    #expect(
      message.contains("name more than 200 types") && diagnostics.first?.span?.start.line == 20, "\(message)")
    #expect((1_000..<200_000).contains(tree.texts.joined().utf8.count))
  }

  /// `lenient` of a type and of a property, with the limits of all schemas.
  @Test(arguments: [
    (
      "{$ref: '#/components/schemas/Amount', maximum: 10}",
      "NumberAsString<Int>.self, [.maximum(10), .inText([.maximum(10)])]"
    ),
    (
      "{allOf: [{$ref: '#/components/schemas/Amount'}, {maximum: 10}]}",
      "NumberAsString<Int>.self, [.maximum(10), .inText([.maximum(10)])]"
    ),
    (
      "{type: array, items: {allOf: [{$ref: '#/components/schemas/Amount'}, {minimum: 1}]}}",
      "ListOf<NumberAsString<Int>>.self, [.items([.minimum(1), .inText([.minimum(1)])])]"
    ),
    (
      "{allOf: [{$ref: '#/components/schemas/Part'}, {properties: {more: {type: string}}}]}",
      "NumberInString<Double>.self"
    ),
  ])
  func lenienceHoldsInPartsToo(use: String, expected: String) throws {
    let document = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: https://a.b}]
      paths:
        /a: {get: {operationId: a, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Box'}}}}}}}
      components:
        schemas:
          Box: {type: object, properties: {part: \(use)}}
          Amount: {type: integer}
          Part: {type: object, properties: {price: {type: number}}}
      """
    let types =
      use.contains("Amount")
      ? "{Amount: {lenient: [numberAsString]}}" : "{Part: {properties: {price: {lenient: [numberInString]}}}}"
    let output = generateShop(document, types: "types: \(types)\n")
    #expect(output.diagnostics.filter { $0.severity == .error }.isEmpty, "\(output.diagnostics)")
    #expect(!output.diagnostics.contains { $0.message.contains("'lenient'") }, "\(output.diagnostics)")
    let code = output.modules.texts.joined()
    let plain = code.filter { !$0.isWhitespace && $0 != "," }
    #expect(plain.contains(expected.filter { $0 != " " && $0 != "," }), "\(code)")
  }

  @Test(arguments: ["{properties: {id: {secret: true}}}", "{deprecated: Old.}", "{name: Piece}"], uses)
  func othersAreNot(text: String, use: String) {
    #expect(messages("types: {Part: \(text)}\n", use) == [])
  }
}
