import APIModel
import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import GeneratorKit

/// User-defined types: what is said about them, and where the compiler reports what they lack.
@Suite struct OwnTypeTests {
  // MARK: Uses

  @Test func whatNobodyUsesIsTold() {
    let (_, messages) = OwnTypeSpecs.generate(
      "  types: {formats: {decimal: Money, uuid: ID, skus: SKU}}\n",
      """
      endpoints: {get: {get: a, response: Subtype}}
      schemas:
        Subtype: {allOf: [Base, {properties: {id: uuid, sku: {type: string, format: sku}}}]}
        Base: {properties: {name: string}, swift: Named}
        Unused: {type: string, swift: Money}
      """)
    #expect(
      messages == [
        "warning unknown-format: unknown format 'sku', which is not checked",
        "warning unused-definition: 'Named' isn't used: no value is only a 'Base', which is a part of other schemas",
        "warning unused-definition: schema 'Unused' is not used by any endpoint",
        "warning unused-definition: no schema of the module has the format 'decimal'",
        "warning unused-definition: no schema of the module has the format 'skus'",
      ])
  }

  @Test func aTypeInPlaceOfAnotherKeepsTheConstraintsOfBoth() throws {
    let (files, _) = OwnTypeSpecs.generate(
      "",
      """
      endpoints: {get: {get: a, response: Order}}
      schemas:
        Amount: {type: integer, minimum: 1000, swift: Money}
        Order: {properties: {total: {type: Amount, maximum: 9000, swift: Price}}}
      """)
    let text = try #require(files["Shop/A.swift"])
    #expect(text.contains("[.allOf([[.type(.integer), .minimum(1000)], [.maximum(9000)]])]"))
  }

  @Test func theSchemasOwnChoiceTakesPrecedence() throws {
    let (files, messages) = OwnTypeSpecs.generate(
      "  types: {formats: {uuid: ID, int64: Count, date: Day, date-time: {type: Instant, import: Clocks}}}\n",
      """
      endpoints: {get: {get: a, response: Order}}
      schemas:
        OrderID: {type: int64, newtype: true}
        Order:
          properties:
            id: uuid
            number: OrderID
            count: int64
            other: {type: uuid, swift: OtherID}
            days: "{date: date-time}"
            kind: {type: uuid, const: 0f0e0d0c-0b0a-4908-8706-050403020101}
      """)
    #expect(messages.isEmpty)
    let text = try #require(files["Shop/A.swift"])
    let properties = text.split(separator: "\n").filter {
      $0.hasPrefix("  public let ") && !$0.contains("rawValue")
    }
    .map { $0.dropFirst(13) }
    #expect(
      properties == [
        "id: ID", "number: OrderID", "count: Count", "other: OtherID", "days: [Day: Instant]", "kind: UUID",
      ])
    let checks = try #require(files["Shop/OwnTypes.swift"])
    #expect(checks.contains("  isKey(Day.self)\n") && checks.contains("  isValue(Instant.self)\n"))
    #expect(!checks.contains("isValue(Day.self)"))
  }

  @Test func partsOfATypeHaveNoNames() {
    let (_, messages) = OwnTypeSpecs.generate(
      "",
      """
      endpoints: {get: {get: a, response: Order, failures: {404: {schema: Problem, code: detail.code}}}}
      schemas:
        Problem: {properties: {detail: {properties: {code: string}, swift: Detail}}}
        Order: {properties: {place: Place}}
        Place: {properties: {street: string}, swift: Address}
      slices: {Row: {of: Order, fields: [place.street]}, Other: {of: Place, fields: [street]}}
      """)
    #expect(
      messages == [
        "error invalid-path: 'detail.code' goes through a value that isn't an object with properties of its own, and can't be the 'code' of a failure",
        "error unsupported-schema: a slice can't contain a part of 'place', which isn't an object, list or map; name the whole property",
        "error unsupported-schema: 'Place' isn't an object with properties, so it can't have slices",
      ])
  }

  // MARK: Specs

  @Test func convertedDocumentsKeepTheTypes() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/OwnTypes/Specs")
    var sink = DiagnosticSink()
    let files = SpecLoader().load(folder.path, into: &sink).filter { $0.path.hasPrefix("Bazaar/") }
    let converted = convertSpecs(files, into: &sink)
    #expect(!sink.hasErrors)
    let module = try #require(converted.first { $0.path == "Bazaar/module.yaml" }?.text)
    #expect(
      module.contains(
        "  types: {formats: {decimal: {type: Money, import: Payments, example: 3.50}, date-time: String}}\n"))
    let schemas = try #require(converted.first { $0.path == "Bazaar/schemas.yaml" }?.text)
    #expect(schemas.contains("swift: {type: Payments.Currency, import: Payments, example: VAT}"))
    let again = converted.map { SpecFile(path: $0.path, displayPath: $0.path, bytes: Array($0.text.utf8)) }
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    func checks(_ specs: [SpecFile]) -> [Substring] {
      let tree = generateAll(specs: specs, templates: templates, withTests: false, threads: 1).modules
      let file = tree.files.first { $0.path == "Bazaar/OwnTypes.swift" }
      return String(decoding: file?.bytes ?? [], as: UTF8.self).split(separator: "\n").filter {
        $0.hasPrefix("  is")
      }
    }
    #expect(checks(again) == checks(files) && checks(files).count == 6)
  }

  @Test func dumpsShowTheTypes() throws {
    var sink = DiagnosticSink()
    let api = try #require(
      readAPI(
        OwnTypeSpecs.specs(
          "  types: {formats: {uuid: ID}}\n", "endpoints: {get: {get: a, response: uuid}}\n"), into: &sink
      ))
    let text = String(decoding: try JSONEncoder().encode(api), as: UTF8.self)
    let read = try JSONDecoder().decode(API.self, from: Data(text.utf8))
    #expect(read == api && text.contains(#""formatTypes""#) && text.contains(#""swiftType""#))
    #expect(read.modules[0].endpoints[0].responses[0].payload.schema?.ownType?.type.text == "ID")
  }

  @Test func modelsThatNoDocumentHasAreTold() {
    let specs = [
      ("Shop/module.yaml", "wgnapi: 1\nmodule: {types: {models: {Adress: Place}}}\n"),
      ("Shop/address.schema.json", #"{"type": "object", "properties": {"street": {"type": "string"}}}"#),
    ].map { SpecFile(path: $0.0, displayPath: $0.0, bytes: Array($0.1.utf8)) }
    var sink = DiagnosticSink()
    _ = readAPI(specs, into: &sink)
    #expect(
      sink.sorted().map { "\($0.message); \($0.suggestion ?? "")" } == [
        "no JSON Schema document of the module has a model 'Adress'; Address"
      ])
  }

  // MARK: The compiler

  /// What the compiler says of a module's code and a file of its user.
  private func compile(_ files: [String: String], with own: String) throws -> [String] {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    try folder.write(own, to: "Shop/Own.swift")
    let log = folder.path("log")
    try folder.write("", to: "log")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      try [
        "swiftc", "-typecheck", "-whole-module-optimization", "-swift-version", "6", "-warnings-as-errors",
        "-module-name", "Shop", "-diagnostic-style", "llvm",
      ] + GeneratorTool.moduleOptions() + (Array(files.keys).sorted() + ["Shop/Own.swift"]).map(folder.path)
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let text = try folder.read("log")
    let errors = text.split(separator: "\n").filter { $0.contains(": error: ") }
    if errors.isEmpty, process.terminationStatus != 0 { return [text] }
    return errors.map { ($0.split(separator: "/").last.map(String.init) ?? String($0)) }
  }

  private static let definitions = """
    endpoints: {get: {get: a, parameters: {wait: Wait}, response: "{Money: Money}"}}
    schemas:
      Money: {type: string, swift: Money}
      Wait: {type: integer, swift: {type: Duration, coder: Minutes}}
    """

  @Test func theCompilerSaysWhatATypeLacks() throws {
    let files = OwnTypeSpecs.generate("", Self.definitions).files
    let errors = try compile(
      files,
      with: """
        import WGNAPIJSON

        struct Money: Hashable, Sendable {}
        enum Minutes {
          typealias Decoded = Int
        }
        """)
    let own = try #require(files["Shop/OwnTypes.swift"]).split(
      separator: "\n", omittingEmptySubsequences: false)
    func line(of text: String) -> Int { (own.firstIndex { $0.contains(text) } ?? -1) + 1 }
    let found = errors.filter { $0.hasPrefix("OwnTypes.swift:") }
    for (call, message) in [
      ("isValue(Money.self)", "local function 'isValue' requires that 'Money' conform to 'JSONValue'"),
      ("isKey(Money.self)", "local function 'isKey' requires that 'Money' conform to 'JSONKey'"),
      (
        "isCoder(Minutes.self",
        "local function 'isCoder(_:of:)' requires that 'Minutes' conform to 'JSONCoder'"
      ),
    ] {
      #expect(
        found.contains { $0.hasPrefix("OwnTypes.swift:\(line(of: call)):") && $0.hasSuffix(message) },
        "\(errors)")
    }
  }

  @Test func typesInTheModuleItselfAreUsed() throws {
    let errors = try compile(
      OwnTypeSpecs.generate("", Self.definitions).files,
      with: """
        import WGNAPIJSON

        public struct Money: StringNewtype {
          public let rawValue: String
          public init(rawValue: String) { self.rawValue = rawValue }
        }

        public enum Minutes: JSONCoder {
          public static func read(from reader: inout JSONReader) throws(JSONError) -> Duration {
            .seconds(try reader.readInt64())
          }
          public static func write(_ value: Duration, to writer: inout JSONWriter) throws(JSONError) {
            writer.write(value.components.seconds)
          }
        }
        """)
    #expect(errors == [])
  }

  // MARK: Libraries

  @Test func librariesNameTypes() throws {
    let specs = [
      ("Common/module.yaml", "wgnapi: 1\nmodule: {library: true}\n"),
      (
        "Common/a.yaml",
        """
        wgnapi: 1
        schemas:
          Price: {type: string, swift: {type: Money, import: Payments}}
          Article: {type: string, format: sku}
        """
      ),
      ("Shop/module.yaml", OwnTypeSpecs.head + "  import: [Common]\n  types: {formats: {sku: SKU}}\n"),
      ("Shop/a.yaml", "wgnapi: 1\nendpoints: {get: {get: a, response: \"{Article: Price}\"}}\n"),
    ].map { SpecFile(path: $0.0, displayPath: $0.0, bytes: Array($0.1.utf8)) }
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let output = generateAll(specs: specs, templates: templates, withTests: false, threads: 1)
    #expect(output.diagnostics.isEmpty)
    let file = try #require(output.modules.files.first { $0.path == "Shop/OwnTypes.swift" })
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
    // The member of `Schemas` for a named schema needs the type's own schema, too.
    #expect(
      lines.filter { $0.hasPrefix("  is") } == [
        "  isValue(Money.self)", "  isValue(SKU.self)", "  isKey(SKU.self)",
      ])
  }

  // MARK: Beside documents

  private func messages(_ settings: String) -> [String] {
    let document = """
      openapi: 3.1.0
      info: {title: A, version: "1"}
      servers: [{url: https://a.example.com}]
      paths:
        /a: {get: {operationId: a, responses: {"200": {description: A, content: {application/json: {schema: {$ref: "#/components/schemas/Price"}}}}}}}
      components: {schemas: {Price: {type: string, format: sku}, Other: {type: string}}}
      """
    let files = [
      ("Shop/module.yaml", "wgnapi: 1\nmodule:\n  openapi: a.yaml\n" + settings), ("Shop/a.yaml", document),
    ]
    var sink = DiagnosticSink()
    _ = readAPI(
      files.map { SpecFile(path: $0.0, displayPath: $0.0, bytes: Array($0.1.utf8)) }, into: &sink)
    return sink.sorted().map(\.message)
  }

  @Test func mistakesBesideADocument() {
    #expect(
      messages("  types: {formats: {sku: SKU}}\ntypes: {Price: {swift: {type: Money, import: Payments}}}\n")
        == [
          "no schema of the module has the format 'sku'"
        ])
    #expect(messages("  types: {formats: {sku: SKU}}\n") == [])
    #expect(
      messages("types: {Other: {swift: Money}}\n") == [
        "unknown type 'Other': no operation that is read uses a schema of this name"
      ])
    #expect(
      messages("types: {Price: {swift: 'Money; x'}}\n") == [
        "'Money; x' isn't the name of a Swift type; write one such as 'Money', 'Payments.Money' or 'Tagged<User, Int>'"
      ])
  }

  // MARK: Templates

  @Test func otherTemplatesForTheChecks() throws {
    let folder = try TemporaryFolder()
    try folder.write("{{#types}}{{type}} {{isKey}}{{/types}}\n", to: "own-types.mustache")
    var sink = DiagnosticSink()
    _ = loadTemplates(overlaidBy: folder.path, into: &sink)
    #expect(!sink.hasErrors)
  }
}
