import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import MockServer
import SchemaValues
import SpecReader
import Testing

/// Values that are made up: formats, and schemas that nest deep.
@Suite struct SampleTests {
  private static func document(_ properties: String) -> String {
    """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /made:
        get:
          operationId: made
          responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Made"}}}}}
        post:
          operationId: form
          requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {$ref: "#/components/schemas/Made"}}}}}}
          responses: {"204": {description: Done}}
        put:
          operationId: json
          requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Made"}}}}
          responses: {"204": {description: Done}}
    components: {schemas: {Made: \(properties)}}
    """
  }

  /// A text of a format that a schema accepts.
  private struct Wanted: Sendable {
    var format: Format
    var least: Int?
    var most: Int?
    var pattern: String?
    var text: String

    init(
      _ format: Format, _ text: String, least: Int? = nil, most: Int? = nil, pattern: String? = nil
    ) {
      (self.format, self.text, self.least, self.most, self.pattern) = (format, text, least, most, pattern)
    }

    var schema: Schema {
      var schema = Schema(span: .unknown(file: "module.yaml"))
      schema.types = [.string]
      schema.format = format
      schema.counts[.minLength] = least
      schema.counts[.maxLength] = most
      schema.pattern = pattern
      return schema
    }
  }

  private static let wanted: [Wanted] = [
    Wanted(.uri, "https://example.com/1"), Wanted(.uri, "https://example.com/1/aaaaaaaa", least: 30),
    Wanted(.uri, "https://a.b/1", most: 13), Wanted(.uri, "a:1", most: 3),
    Wanted(.uri, "https://cdn.example.org/", pattern: "^https://cdn[.]example[.]org/"),
    Wanted(.uri, "wss://example.com/1", pattern: "^wss://"),
    Wanted(.uri, "https://example.com/1.png", pattern: "\\.png$"),
    Wanted(.uri, "mailto:a1@example.com", pattern: "^mailto:"),
    Wanted(.other("uri-reference"), "/a/1"), Wanted(.other("uri-reference"), "#1", pattern: "^#"),
    Wanted(.other("url"), "https://example.com/1"), Wanted(.other("iri"), "https://example.com/1"),
    Wanted(.other("email"), "aaa1@example.com", least: 16), Wanted(.other("email"), "a1@b.co", most: 8),
    Wanted(.other("email"), "a1@corp.com", pattern: "@corp[.]com$"),
    Wanted(.other("hostname"), "h1.co", most: 5),
    Wanted(.dateTime, "2020-01-01T04:05:06+00:00", pattern: "[+]00:00$"),
    Wanted(.dateTime, "2020-01-01T04:05:06+00:00", least: 24), Wanted(.bytes, "AAAAAAE1", least: 7),
    Wanted(.uuid, "0F0E0D0C-0B0A-4908-8706-050403020101", pattern: "^[0-9A-F-]+$"),
    Wanted(.other("time-local"), "04:05:01"), Wanted(.other("http-date"), "Wed, 01 Jan 2020 04:05:01 GMT"),
    Wanted(.other("ip"), "192.0.2.1"), Wanted(.base64URL, "AAE1"),
    Wanted(.other("decimal"), "1.5"), Wanted(.other("char"), "a"),
  ]

  @Test func formatsHavePlausibleTexts() {
    let samples = SampleMaker(ValueChecker(SchemaIndex([NamedSchema]())))
    for wanted in Self.wanted {
      let value = samples.sample(of: wanted.schema)
      #expect(value == .string(wanted.text), "\(wanted)")
      #expect(samples.sample(of: wanted.schema) == value)
    }
  }

  @Test(arguments: [
    "uri", "uri-reference", "email", "date", "uuid", "byte", "time", "ipv4", "ipv6", "hostname", "duration",
  ])
  func elementsDiffer(_ format: String) throws {
    let schema = "{type: array, minItems: 30, uniqueItems: true, items: {type: string, format: \(format)}}"
    let response = try MockServer(document: Self.document(schema)).get("/made")
    let texts = try JSONDecoder().decode([String].self, from: Data(response.body))
    #expect(texts.count == 30 && Set(texts).count == 30)
  }

  // MARK: Depth

  private static func lists(_ depth: Int) -> String {
    String(repeating: "{type: array, minItems: 1, items: ", count: depth) + "{type: integer}"
      + String(repeating: "}", count: depth)
  }

  @Test func listsNestDeep() throws {
    let server = try MockServer(document: Self.document(Self.lists(60)))
    let response = server.get("/made")
    let text = String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60)
    #expect(response.text == text)
    #expect(server.send("PUT", "/made", "application/json", text).problem == nil)
    let form = { (value: String) in "a\(String(repeating: "[0]", count: 60))=\(value)" }
    #expect(server.send("POST", "/made", "application/x-www-form-urlencoded", form("1")).problem == nil)
    let wrong = server.send("POST", "/made", "application/x-www-form-urlencoded", form("x")).problem
    #expect(wrong == "body /a\(String(repeating: "/0", count: 60)): expected integer, found string \"x\"")
  }

  @Test func objectsNestDeep() throws {
    let schema =
      String(repeating: "{type: object, required: [a], properties: {a: ", count: 60) + "{type: integer}"
      + String(repeating: "}}", count: 60)
    let server = try MockServer(document: Self.document(schema))
    let response = server.get("/made").text
    #expect(response.hasPrefix(String(repeating: "{\"a\":", count: 60)))
    #expect(server.send("PUT", "/made", "application/json", response).problem == nil)
  }

  // MARK: Examples

  @Test func invalidExamplesAreNoted() throws {
    let document = """
      openapi: 3.1.0
      info: {title: Shop, version: "1"}
      paths:
        /items:
          get:
            operationId: items
            responses:
              "200":
                description: OK
                content:
                  application/json:
                    schema: {type: object, required: [id], properties: {id: {type: integer}}}
                    examples:
                      good: {value: {id: 1}}
                      bad: {value: {id: x}}
              "404":
                description: Missing
                content: {application/json: {schema: {type: string}, example: [1]}}
      """
    var file = SpecFile(path: "Shop/shop.yaml", displayPath: "shop.yaml", bytes: Array(document.utf8))
    file.isGivenAlone = true
    let found = try notes([file])
    #expect(
      found == [
        "shop.yaml:15: the example 'bad' isn't accepted by its schema: id: expected integer, found string \"x\" [type]",
        "shop.yaml:18: the example isn't accepted by its schema: expected string, found array [type]",
      ])
  }

  @Test func examplesInFlatEnvelopesAreObjects() throws {
    let specs = """
      wgnapi: 1
      module:
        servers: {main: https://shop.example.com/}
        envelope: flat
      envelopes:
        flat: {properties: {ok: boolean}, payload: rest}
      endpoints:
        words:
          get: words
          response: {oneOf: ["[string]", "{string: string}"], example: [a]}
      """
    let path = "Shop/module.yaml"
    let found = try notes([SpecFile(path: path, displayPath: path, bytes: Array(specs.utf8))])
    #expect(
      found == [
        "\(path):10: the example isn't an object, and so it can't be the rest of the envelope's object"
      ])
  }

  private func notes(_ files: [SpecFile]) throws -> [String] {
    var sink = DiagnosticSink()
    guard readAPI(files, into: &sink) != nil, !sink.hasErrors else {
      throw MistakenSpecs(description: "\(sink.diagnostics.map(\.message))")
    }
    return sink.diagnostics.filter { $0.id == .invalidExample }.map { diagnostic in
      "\(diagnostic.span?.file ?? ""):\(diagnostic.span?.start.line ?? 0): \(diagnostic.message)"
    }
  }
}
