import Diagnostics
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit

/// Responses in the spec language.
@Suite struct ConvertResponseTests {
  private func file(_ text: String) -> [SpecFile] {
    var file = SpecFile(path: "T/api.yaml", displayPath: "api.yaml", bytes: Array(text.utf8))
    file.isGivenAlone = true
    return [file]
  }

  /// The specs load without a message, and become the same code.
  @Test func keepsTextsInJSON() throws {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: 'https://example.com/'}]
      paths:
        /a:
          get:
            operationId: data
            responses: {'200': {description: ok, content: {application/json: {schema: {type: string, format: byte}}}}}
          put:
            operationId: words
            responses:
              '200': {description: ok, content: {application/vnd.x+json: {schema: {type: string}}}}
              '404': {description: no, content: {application/json: {schema: {type: string, format: byte}}}}
          patch:
            operationId: change
            requestBody:
              required: true
              content:
                application/merge-patch+json: {schema: {type: object, properties: {a: {type: string}}}}
                application/strategic-merge-patch+json: {schema: {type: object, properties: {a: {type: string}}}}
            responses: {'204': {description: ok}}

      """
    try expectSameCode(text)
  }

  /// Names that the language needs for something else or can't write, texts that are called `_1`, and an empty default.
  @Test func keepsNames() throws {
    try expectSameCode(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: 'https://{host}/v1{suffix}', variables: {host: {default: a.example, enum: [a.example, b.example]}, suffix: {default: ''}}}]
      security: [{bearer: []}]
      paths:
        /a: {get: {operationId: a, security: [{none: []}], parameters: [{name: r, in: query, schema: {$ref: '#/components/schemas/Reaction'}}], responses: {'204': {description: ok}}}}
        /b: {get: {operationId: b, security: [{any: []}, {my key: [], ключ: []}], parameters: [{name: n, in: query, schema: {$ref: '#/components/schemas/Number'}}], responses: {'204': {description: ok}}}}
        /c: {get: {operationId: c, responses: {'204': {description: ok}}}}
      components:
        securitySchemes:
          bearer: {type: http, scheme: bearer}
          none: {type: apiKey, in: query, name: key}
          any: {type: http, scheme: basic}
          my key: {type: apiKey, in: header, name: X-Key}
          ключ: {type: apiKey, in: header, name: X-Other-Key}
        schemas:
          Reaction: {type: string, enum: ['1', '+1', '-1', '1.0', '12', '>=', '👍']}
          Number: {type: integer, enum: [1, -1, 12]}

      """,
      where: { line in
        ["public ", "case ", "static let ", "template", "?,", "? ="].contains { line.contains($0) }
      })
  }

  @Test func keepsStreamsAndBytes() throws {
    try expectSameCode(
      """
      openapi: 3.2.0
      info: {title: T, version: '1'}
      servers: [{url: 'https://example.com/'}]
      paths:
        /a: {get: {operationId: a, description: 'Until [DONE].', responses: {'200': {description: ok, content: {text/event-stream: {schema: {$ref: '#/components/schemas/A'}}}}}}}
        /b: {get: {operationId: b, description: 'Until [DONE].', responses: {'200': {description: ok, content: {text/event-stream: {}}}}}}
        /c: {get: {operationId: c, responses: {'200': {description: ok, content: {application/x-ndjson: {schema: {type: string}}}}}}}
        /d:
          get:
            operationId: d
            responses:
              '200':
                description: ok
                content:
                  text/event-stream:
                    itemSchema:
                      oneOf:
                        - {properties: {event: {const: a}, data: {$ref: '#/components/schemas/A'}}}
                        - {properties: {event: {const: b}, data: {type: string}}}
                        - {properties: {event: {const: c}}}
      components:
        schemas:
          A: {type: object, properties: {b: {type: string, contentEncoding: base64url}}}

      """)
  }

  /// The language has no other letters for groups, which is said.
  @Test func groupsBeyondASCII() throws {
    var sink = DiagnosticSink()
    let files = convertSpecs(
      file(
        """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        servers: [{url: 'https://example.com/'}]
        tags: [{name: Товары, description: Goods.}, {name: 日本}]
        paths:
          /a: {get: {operationId: a, tags: [Товары], responses: {'204': {description: ok}}}}
          /b: {get: {operationId: b, tags: [日本], responses: {'204': {description: ok}}}}

        """), into: &sink)
    #expect(sink.sorted().filter { $0.severity == .error }.map(\.message) == [])
    #expect(sink.sorted().count { $0.message.contains("is called 'group") } == 2)
    #expect(Set(files.map(\.path)).isSuperset(of: ["T/group.yaml", "T/group2.yaml"]))
  }

  /// A file of a media type, a text of one, and header fields of some responses.
  @Test func keepsMediaTypesAndHeaders() throws {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: 'https://example.com/'}]
      paths:
        /a:
          get:
            operationId: picture
            responses: {'200': {description: ok, content: {image/png: {}}}}
          put:
            operationId: table
            responses:
              '200':
                description: ok
                headers: {X-Total: {schema: {type: integer}}, X-Both: {schema: {type: string}}}
                content: {text/csv: {}}
              '202':
                description: later
                headers: {Location: {required: true, schema: {type: string}}, X-Both: {schema: {type: string}}}

      """
    try expectSameCode(text)
    var sink = DiagnosticSink()
    let specs = convertSpecs(file(text), into: &sink).map(\.text).joined()
    #expect(specs.contains("bytes: image/png"))
    let parts = specs.split(separator: "Location?")
    #expect(parts.count == 2 && parts[0].contains("202:"))
  }

  /// - Parameter isCode: whether a line is compared; nil for all of them.
  private func expectSameCode(_ text: String, where isCode: ((String) -> Bool)? = nil) throws {
    let document = file(text)
    var sink = DiagnosticSink()
    let converted = convertSpecs(document, into: &sink).map {
      SpecFile(path: $0.path, displayPath: $0.path, bytes: Array($0.text.utf8))
    }
    // Notes say what is called otherwise.
    #expect(sink.sorted().filter { $0.severity != .note }.map(\.message) == [])
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    func lines(_ specs: [SpecFile]) -> [String] {
      let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
      #expect(diagnostics.map(\.message) == [])
      return tree.texts.flatMap { $0.split(separator: "\n").map(String.init) }
        .filter { !$0.hasPrefix("//") && !$0.hasSuffix("import WGNAPIGenerated") && isCode?($0) ?? true }
        .sorted()
    }
    #expect(lines(converted) == lines(document))
  }

  private static let examples = """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    servers: [{url: 'https://example.com/'}]
    paths:
      /a:
        get:
          operationId: a
          parameters: [{name: q, in: query, example: '7', schema: {type: string}}]
          responses:
            '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}, example: {id: 7}}}}
            '404': {description: no, content: {application/problem+json: {schema: {$ref: '#/components/schemas/Item'}, example: {id: 404}}}}
        put:
          operationId: b
          requestBody: {required: true, content: {application/json: {schema: {type: integer}, examples: {one: {value: 1}}}}}
          responses:
            '200':
              description: ok
              content:
                application/json:
                  schema: {type: array, items: {type: string}}
                  examples: {few: {value: [p]}, many: {value: [q, r]}, wrong: {value: 1}}
        patch: {operationId: c, responses: {'200': {description: ok, content: {application/x-ndjson: {itemSchema: {type: integer}, example: [5, 6]}}}}}
        post: {operationId: d, responses: {'200': {description: ok, content: {text/plain: {schema: {type: string}, example: good}}}}}
        delete: {operationId: e, responses: {'200': {description: ok, content: {application/json: {schema: {type: string}, example: bye}}}}}
    components: {schemas: {Item: {type: object, required: [id], properties: {id: {type: integer}}}}}

    """

  /// Examples of responses are examples of their payloads; what can't be written is reported.
  @Test func keepsExamplesOfResponses() throws {
    var sink = DiagnosticSink()
    let converted = convertSpecs(file(Self.examples), into: &sink)
    let text = converted.map(\.text).joined(separator: "\n").split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    for part in [
      "{type: Item, example: {id: 7}}", "{type: Item, example: {id: 404}}",
      "examples: [[p], [q, r]]", "examples: [5, 6]", "{type: string, example: bye}",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    let messages = sink.sorted().map { "\($0.span?.start.line ?? 0): \($0.message)" }
    #expect(
      messages == [
        "8: no examples are written beside the schemas of parameters and bodies; write them as 'example' of the schema: this one and 1 more are left out",
        "20: the spec language has no examples that aren't values of their schema, so one of these 3 is left out; '1' isn't one: expected array, found number 1 [type]",
        "21: examples have no names in the spec language, so 'few' and 2 more are known by their numbers, as in 'Prefer: example=1' for the mock server",
        "23: no examples are written of responses that are neither JSON nor streams of one type: this one is left out",
      ], "\(messages)")
    // What was written means the same, also that a text is JSON.
    let specs = converted.map { SpecFile(path: $0.path, displayPath: $0.path, bytes: Array($0.text.utf8)) }
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    #expect(diagnostics.map(\.message) == [])
    #expect(tree.texts.joined().contains("typealias Response = String"))
  }

  /// Without an address for tokens, nothing but a given token can be sent.
  @Test func theImplicitFlowIsAToken() {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: 'https://example.com/'}]
      security: [{login: [read]}]
      paths: {/a: {get: {operationId: a, responses: {'204': {description: no}}}}}
      components:
        securitySchemes:
          login:
            type: oauth2
            flows: {implicit: {authorizationUrl: 'https://example.com/login', scopes: {read: reads}}}

      """
    let document = file(text)
    var sink = DiagnosticSink()
    let converted = convertSpecs(document, into: &sink)
    #expect(converted.contains { $0.text.contains("login: {scheme: bearer}") })
    let specs = converted.map { SpecFile(path: $0.path, displayPath: $0.path, bytes: Array($0.text.utf8)) }
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    #expect(generate(specs: specs, templates: templates, threads: 1).1.map(\.message) == [])
  }
}
