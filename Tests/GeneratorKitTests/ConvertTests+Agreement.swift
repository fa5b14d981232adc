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
          get:
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
}
