import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader
import Testing

/// Documents that are made to cost too much, or to reach what they shouldn't.
@Suite struct HostileDocumentTests {
  /// Each schema contains the next one twice: written out, they would be 2⁴⁰.
  @Test(arguments: [
    "{allOf: [{$ref: NEXT}, {$ref: NEXT}]}",
    "{type: object, properties: {a: {$ref: NEXT}, b: {$ref: NEXT}}}",
    "{type: object, properties: {a: {allOf: [{$ref: NEXT}, {type: object}]}, b: {allOf: [{$ref: NEXT}, {type: object}]}}}",
    "{oneOf: [{allOf: [{$ref: NEXT}, {type: object, properties: {x: {type: string}}}]}, {allOf: [{$ref: NEXT}, {type: object}]}]}",
    "{anyOf: [{$ref: NEXT}, {type: array, items: {$ref: NEXT}}]}",
  ])
  func readsReferenceBombs(form: String) throws {
    var text = "components:\n  schemas:\n"
    for position in 0..<40 {
      text += "    S\(position): \(form.replacing("NEXT", with: "'#/components/schemas/S\(position + 1)'"))\n"
    }
    text += "    S40: {type: object, properties: {end: {type: string}}}\n"
    let (module, _) = try readDocument(text)
    #expect(module.schemas.count >= 41)
    #expect(module.schemas.count < 50_000)
  }

  @Test func readsCyclesThroughFiles() throws {
    let (module, _) = try readDocument(
      "paths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: 'a.yaml'}}}}}}}}\n",
      files: ["a.yaml": "$ref: b.yaml\n", "b.yaml": "allOf: [{$ref: a.yaml}, {$ref: b.yaml}]\n"])
    #expect(module.endpoints.count == 1)
    let (_, messages) = try readDocument("paths: {/a: {$ref: '#/paths/~1b'}, /b: {$ref: '#/paths/~1a'}}\n")
    #expect(messages.contains { $0.contains("never end") })
  }

  @Test func tellsThousandsOfOperationsApart() throws {
    let paths = (0..<3000).map { "  /a/\($0): {get: {operationId: same}}\n" }.joined()
    let (module, _) = try readDocument("paths:\n" + paths)
    #expect(Set(module.endpoints.map(\.name.text)).count == 3000)
  }

  @Test func readsDeepSchemas() throws {
    let depth = 60
    let text =
      String(repeating: "{type: array, items: ", count: depth) + "{}" + String(repeating: "}", count: depth)
    let (schema, _) = try readSchema("A: \(text)")
    #expect(schema.types == [.array])
  }

  @Test(arguments: ["openapi: 4.0.0", "swagger: '1.2'", "openapi: {}", "[]", "", "{"])
  func refusesOtherFiles(text: String) {
    var sink = DiagnosticSink()
    let file = SpecFile(path: "M/api.yaml", displayPath: "api.yaml", bytes: Array(text.utf8))
    #expect(readOpenAPI([file], module: "M", into: &sink).modules.isEmpty)
    #expect(sink.errorCount == 1)
  }

  private static let openAPI = [
    "paths:", "  /a:", "    parameters: []", "    get:", "      operationId: a", "      tags: [t]",
    "      security: [{k: []}]", "      parameters:",
    "        - {name: a, in: query, style: form, schema: {type: string}}",
    "      requestBody: {content: {application/json: {schema: {type: object, required: [a], properties: {a: {enum: [b]}}}}}}",
    "      responses:",
    "        '200': {headers: {X: {schema: {type: string}}}, content: {application/json: {schema: {oneOf: [{type: string}]}}}}",
    "components:", "  securitySchemes: {k: {type: oauth2, flows: {implicit: {scopes: {a: b}}}}}",
    "  schemas: {A: {type: object, discriminator: {propertyName: t, mapping: {a: A}}}}",
    "servers: [{url: https://a.example}]",
    "webhooks: {a: {}}",
  ]

  private static let swagger = [
    "host: a.example", "basePath: /v1", "schemes: [https, http]", "consumes: [application/json]",
    "produces: [application/json]", "parameters: {p: {name: p, in: body, schema: {type: string}}}",
    "responses: {r: {description: x}}", "paths:", "  /a:", "    parameters: [{$ref: '#/parameters/p'}]",
    "    post:",
    "      schemes: [https]", "      consumes: [multipart/form-data]", "      produces: [text/plain]",
    "      parameters:", "        - name: a", "          in: formData", "          type: array",
    "          collectionFormat: csv", "          allowEmptyValue: true", "          description: x",
    "          required: true", "          items:", "            type: string", "      responses:",
    "        '200':",
    "          schema:", "            type: object", "            discriminator: t",
    "            items: [{type: string}]",
    "          headers:", "            X:", "              type: integer", "          examples:",
    "            application/json: {a: 1}", "        '404': {$ref: '#/responses/r'}", "securityDefinitions:",
    "  k:",
    "    type: oauth2", "    flow: implicit", "    authorizationUrl: https://a.example", "    scopes: {a: b}",
    "security: [{k: []}]", "definitions:", "  A:", "    discriminator: t",
    "    allOf: [{$ref: '#/definitions/A'}]",
  ]

  /// Every value of a document is replaced by values of other kinds. Nothing of that stops the reader.
  @Test(arguments: [("openapi: 3.1.0", openAPI), ("swagger: '2.0'", swagger)])
  func readsAnythingAnywhere(version: String, lines: [String]) {
    for (position, line) in lines.enumerated() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      for value in [
        "null", "3", "[]", "[3]", "{}", "{a: 3}", "text", "{$ref: x}", "{$ref: '#'}", "{$ref: 3}",
      ] {
        var changed = lines.prefix(position) + ["\(line[...colon]) \(value)"]
        let indent = line.prefix { $0 == " " }.count
        changed += lines.dropFirst(position + 1).drop { $0.prefix { $0 == " " }.count > indent }
        let text = version + "\n" + changed.joined(separator: "\n") + "\n"
        let file = SpecFile(path: "M/api.yaml", displayPath: "api.yaml", bytes: Array(text.utf8))
        var sink = DiagnosticSink()
        let api = readOpenAPI([file], module: "M", into: &sink)
        // Some aren't YAML any more.
        #expect(api.modules.count == 1 || sink.hasErrors)
      }
    }
  }
}
