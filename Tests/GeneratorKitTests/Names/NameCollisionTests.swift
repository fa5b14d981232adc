import Diagnostics
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit

/// Names that are impossible in Swift are rejected at their position in the spec.
struct NameCollisionTests {
  private func messages(_ definitions: String, module: String = "servers: {main: https://a.example.com/}")
    -> [String]
  {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let files = [
      ("Shop/module.yaml", "wgnapi: 1\nmodule:\n  \(module)\n"), ("Shop/a.yaml", "wgnapi: 1\n" + definitions),
    ]
    let specs = files.map { SpecFile(path: $0.0, displayPath: $0.0, bytes: Array($0.1.utf8)) }
    let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    let errors = diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty || tree == OutputTree())
    return errors.map { "\($0.span?.file ?? ""):\($0.span?.start.line ?? 0): \($0.message)" }
  }

  private let used = "endpoints: {e: {get: e, response: A}}\n"

  @Test(arguments: [
    "schemas: {Shop: {properties: {a: integer}}}\nendpoints: {e: {get: e, response: Shop}}\n",
    "schemas: {shop: {enum: [a]}}\nendpoints: {e: {get: e, response: shop}}\n",
    "schemas: {A: {properties: {a: integer}}}\nslices: {Shop: {of: A, fields: [a]}}\n"
      + "endpoints: {e: {get: e, response: A}}\n",
  ])
  func noTypeHasTheNameOfItsModule(definitions: String) throws {
    let message = try #require(messages(definitions).first)
    #expect(
      message.contains("becomes a type with the name of its module, and Swift would look up 'Shop.Client'"))
  }

  @Test func noRequestHasTheNameOfItsModule() {
    #expect(
      messages(
        "endpoints: {pay: {get: e, response: integer}}\n",
        module: "name: PayRequest\n  servers: {main: https://a.example.com/}"
      ).contains {
        $0.hasPrefix("Shop/a.yaml:2: the endpoint 'pay' becomes a type with the name of its module")
      })
  }

  @Test(arguments: ["Client", "JSON", "String", "class", "ErrorCode", "WGNAPIRuntime", "Foundation"])
  func noModuleHidesWhatGeneratedCodeNeeds(name: String) {
    let found = messages(
      "endpoints: {pay: {get: e, response: integer}}\n",
      module: "name: \(name)\n  servers: {main: https://a.example.com/}")
    #expect(found.contains { $0.hasPrefix("Shop/module.yaml:3: '\(name)' ") }, "\(found)")
  }

  /// The macros of Swift Testing, in generated tests, refer to their module by its name.
  @Test func noSchemaHidesSwiftTesting() {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let text = """
      wgnapi: 1
      module: {servers: {main: https://a.example.com/}}
      endpoints: {e: {get: e, response: Testing}}
      schemas: {Testing: {properties: {a: integer}}}
      """
    let specs = [SpecFile(path: "Shop/module.yaml", displayPath: "a.yaml", bytes: Array(text.utf8))]
    let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    #expect(diagnostics == [])
    #expect(tree.texts.contains { $0.contains("public struct TestingValue: JSONModel {") })
  }

  @Test func serversThatBecomeOneNameAreRefused() {
    #expect(
      messages(
        "endpoints: {e: {get: e, response: integer}}\n",
        module: "servers: {eu-1: https://a.example.com/, eu_1: https://b.example.com/}")
        == ["Shop/module.yaml:3: two servers would both be called 'eu1' in Swift; rename one of them"])
  }

  @Test(arguments: [
    "{properties: {a: {type: string, swiftName: String}}}", "{properties: {a: {type: string, swiftName: A}}}",
    "{prefixItems: [{type: string, swiftName: ModelLayout}]}",
    "{anyOf: [{type: string, swiftName: unknown}, integer]}",
    "{anyOf: [{type: string, swiftName: union}, integer]}",
    "{anyOf: [{type: string, swiftName: Decoded}, integer]}",
    "{enum: {a: allCases}}", "{enum: {a: Decoded}}", "{type: integer, enum: {1: rawValue}, open: false}",
    "{properties: {a: string}, swiftName: class}", "{type: string, minLength: 1, swiftName: in}",
    "{type: string, newtype: true, swiftName: any}",
  ])
  func impossibleSwiftNamesAreRejected(schema: String) {
    let found = messages("schemas:\n  A: \(schema)\n" + used)
    #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix("Shop/a.yaml:3: ") }, "\(found)")
  }

  @Test(arguments: ["path", "Endpoint", "ModelLayout", "Response", "responses"])
  func impossibleSwiftNamesOfParametersAreRejected(name: String) {
    let found = messages(
      "endpoints:\n  e: {get: e, parameters: {a: {type: string, swiftName: \(name)}}, response: integer}\n")
    #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix("Shop/a.yaml:3: ") }, "\(found)")
  }

  @Test(arguments: ["server", "configuration", "core", "ClientCore", "ClientParameter"])
  func impossibleSwiftNamesOfClientParametersAreRejected(name: String) {
    let found = messages(
      "parameters: {a: {type: string, swiftName: \(name)}}\nendpoints: {e: {get: e, response: integer}}\n",
      module: "servers: {main: https://a.example.com/}\n  parameters: [a]")
    #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix("Shop/a.yaml:2: ") }, "\(found)")
  }

  @Test func envelopesAndSchemasDoNotMeet() {
    let found = messages(
      """
      schemas: {AEnvelope: {properties: {a: integer}}}
      envelopes: {a: {properties: {d: payload}}, b: {properties: {d: payload}}}
      endpoints: {e: {get: e, response: AEnvelope, envelope: a}, f: {get: f, response: integer, envelope: b}}
      """)
    #expect(found.contains { $0.contains("would both be called 'AEnvelope'") }, "\(found)")
  }

  /// The second of two alternatives would never be read.
  @Test func alternativesHaveTagsOfTheirOwn() {
    let schemas = """
      schemas:
        A: {properties: {kind: {const: x}, a: integer}}
        B: {properties: {kind: {const: x}, b: integer}}
        U: {oneOf: [A, B], discriminator: kind}
      endpoints: {e: {get: e, response: U}}
      """
    #expect(
      messages(schemas + "\n") == [
        "Shop/a.yaml:5: two alternatives have the value 'x' of 'kind', the discriminator; give each a value of its own"
      ])
  }

  /// The message says to set `swiftName`, so that must help.
  @Test func typesWithinTypesAreCalledAsTheirProperties() {
    let found = messages(
      """
      schemas:
        A:
          properties:
            ship_to: {properties: {a: integer}}
            shipTo: {swiftName: target, properties: {b: {enum: [x]}}}
            Type: {swiftName: kind, enum: [x, y]}
            type: {enum: [x, y]}
            lists: {swiftName: rows, type: array, items: {properties: {c: integer}}}
            LISTS: {swiftName: others, type: array, items: {properties: {c: integer}}}
      endpoints:
        e:
          get: e
          parameters:
            user_type: {enum: [a, b]}
            userType: {swiftName: otherType, enum: [a, b]}
            third: {name: user-type, enum: [a, b]}
          response: {type: A, headers: {X-Mode: {enum: [a]}, x_mode: {swiftName: otherMode, enum: [a]}}}

      """)
    #expect(found.isEmpty, "\(found)")
  }

  @Test func remediesAreThoseOfThePlace() {
    let messages = messages(used + "schemas: {A: {properties: {a: {enum: {a: allCases}}}}}\n")
    #expect(messages.count == 1 && messages.allSatisfy { $0.contains("write 'enum: {value: name}'") })
  }
}
