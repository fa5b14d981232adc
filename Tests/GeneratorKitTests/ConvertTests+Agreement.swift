import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Documents of which code is generated can be converted and exported, and the code stays the same.
extension ConvertTests {
  /// A document with something that specs rarely say.
  struct Oddity: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var servers = "servers: [{url: 'https://a.example/'}]"
    var operation = ""
    var schema = "{type: object, properties: {x: {type: integer}}}"
    /// What is said of the conversion.
    var said: [String] = []
    /// Whether only lines of documentation differ.
    var differsInDocumentation = false

    var text: String {
      """
      openapi: 3.1.0
      info: {title: T, version: "1"}
      \(servers)
      paths:
        /x:
          post:
            operationId: getX
            \(operation)
            responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}}
      components:
        schemas:
          A: \(schema)
          B: {type: object, properties: {x: {type: integer}}}
          C: {type: object, properties: {y: {type: integer}}}
          D: {type: object, required: [kind], properties: {kind: {type: string}, z: {type: integer}}}

      """
    }

    private static func union(_ names: String..., mapping: String = "") -> String {
      let list = names.map { "{$ref: '#/components/schemas/\($0)'}" }.joined(separator: ", ")
      return "{oneOf: [\(list)], discriminator: {propertyName: kind\(mapping)}}"
    }

    static let all: [Oddity] = [
      .init(testDescription: "no servers", servers: ""),
      .init(testDescription: "an empty list of servers", servers: "servers: []"),
      .init(testDescription: "a discriminator that nothing describes", schema: union("B", "C")),
      .init(testDescription: "a discriminator that one alternative describes", schema: union("B", "D")),
      .init(
        testDescription: "a mapping of one alternative",
        schema: union("B", "C", "D", mapping: ", mapping: {bee: '#/components/schemas/B'}")),
      .init(testDescription: "an unknown security scheme", operation: "security: [{nothing: []}]"),
      .init(
        testDescription: "an unknown security scheme for all",
        servers: "servers: [{url: 'https://a.example/'}]\nsecurity: [{nothing: []}]"),
      .init(
        testDescription: "parts whose names are taken",
        operation: """
          parameters: [{name: id, in: query, schema: {type: integer}}]
                requestBody:
                  required: true
                  content:
                    multipart/form-data:
                      schema:
                        type: object
                        required: [id, payload, kind]
                        properties: {id: {type: string}, payload: {type: string}, kind: {$ref: '#/components/schemas/B'}, x_y: {type: string}, xY: {type: string}}
          """),
      // Keys that are names may begin as extensions do.
      .init(
        testDescription: "names that begin with x-",
        servers:
          "servers: [{url: 'https://{x-r}.a.example/', variables: {x-r: {default: eu, enum: [eu, us]}}}]\n"
          + "security: [{x-api-key: []}]",
        operation: "parameters: [{name: x-id, in: query, schema: {$ref: '#/components/schemas/x-thing'}}]",
        schema: """
          {type: object, properties: {x-p: {type: integer}}}
              x-thing: {type: integer, minimum: 1}
            securitySchemes:
              x-api-key: {type: apiKey, in: header, name: X-Api-Key}
            parameters:
              E: {name: e, in: query, schema: {type: string}}
            examples:
          """),
      .init(
        testDescription: "no security", servers: "servers: [{url: 'https://a.example/'}]\nsecurity: []"),
      .init(
        testDescription: "U+FFFF", operation: #"summary: "a\uFFFFb""#,
        schema: #"{type: object, description: "c\n\nd\uFFFE", properties: {x: {enum: [a, "a\uFFFFb"]}}}"#),
      .init(
        testDescription: "tabs and line breaks in names",
        schema:
          #"{type: object, required: ["a\tb"], properties: {"a\tb": {type: integer}, "c\nd": {type: string}}}"#
      ),
      .init(
        testDescription: "a default below the minimum",
        operation: "parameters: [{name: p, in: query, schema: {type: integer, minimum: 5, default: 0}}]",
        schema: "{type: object, properties: {x: {type: integer, maximum: 5, default: 6}}}",
        said: ["must not be less than 5 [minimum]", "must not be greater than 5 [maximum]"],
        differsInDocumentation: true),
      .init(
        testDescription: "a default that isn't a member",
        operation: "parameters: [{name: p, in: query, schema: {enum: [a, b], default: c}}]",
        schema: "{type: object, properties: {x: {oneOf: [{type: integer}, {type: boolean}], default: foo}}}",
        said: ["the enumeration doesn't have it", "no alternative fits [oneOf]"],
        differsInDocumentation: true),
      .init(
        testDescription: "an empty value of a variable",
        servers: """
          servers: [{url: "https://a.example/{v}", variables: {v: {enum: ["", b], default: ""}}}]
          """),
    ]
  }

  @Test(arguments: Oddity.all)
  func whatGeneratesIsConvertedAndExported(oddity: Oddity) throws {
    let folder = try TemporaryFolder()
    try folder.write(oddity.text, to: "m.yaml")
    var sink = DiagnosticSink()
    let document = SpecLoader().load(folder.path("m.yaml"), module: "M", into: &sink)
    let files = convertSpecs(document, into: &sink)
    #expect(!sink.hasErrors, "\(sink.diagnostics.map(\.message))")
    let losses = sink.diagnostics.map(\.message).filter { $0.contains("the spec language") }
    #expect(losses.count == oddity.said.count)
    for words in oddity.said {
      #expect(losses.contains { $0.hasSuffix("left out: \(words)") }, "\(losses)")
    }
    compare(
      document, with: files.map { .init(path: $0.path, displayPath: $0.path, bytes: Array($0.text.utf8)) })
    let exported = try GeneratorTool.run(
      ["export", "openapi", folder.path("m.yaml"), "--module", "M", "-o", folder.path("M.yaml")])
    #expect(exported.status == 0, "\(exported.errors)")
    compare(document, with: SpecLoader().load(folder.path("M.yaml"), module: "M", into: &sink))
    #expect(!sink.hasErrors)

    func compare(_ document: [SpecFile], with specs: [SpecFile]) {
      let found = differences(document, specs).filter {
        !oddity.differsInDocumentation
          || !$0.contains("efault: ") && !["+ ", "- ", "- ///", "- /// - Parameters:"].contains($0)
      }
      #expect(found.filter { !$0.hasPrefix("+ /// At ") && !$0.hasPrefix("+ ///   - p") } == [])
    }
  }

  /// What is an error in specs only is said when they are written, because they are easier to mend.
  @Test func endlessSchemasAreSaid() throws {
    let folder = try TemporaryFolder()
    let endless = Oddity(
      testDescription: "",
      schema: "{type: object, required: [a], properties: {a: {$ref: '#/components/schemas/A'}}}")
    try folder.write(endless.text, to: "m.yaml")
    var sink = DiagnosticSink()
    let files = convertSpecs(SpecLoader().load(folder.path("m.yaml"), module: "M", into: &sink), into: &sink)
    #expect(!files.isEmpty)
    let warning = try #require(sink.diagnostics.first { $0.id == .endlessSchema })
    #expect(
      warning.severity == .warning && warning.message.hasPrefix("nothing is generated from the specs before"))
    #expect(warning.span?.file == folder.path("m.yaml"))
  }
}
