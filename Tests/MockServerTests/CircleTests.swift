import Diagnostics
import GeneratorKit
import MockServer
import SpecReader
import Testing

/// Documents whose schemas lead back to themselves: whether the generator reports them or breaks the circle, a server that it
/// starts answers every request.
@Suite(.timeLimit(.minutes(2))) struct CircleTests {
  private static let documents = [
    "A: {oneOf: [{$ref: '#A'}, {type: string}]}",
    "A: {oneOf: [{$ref: '#A'}]}",
    "A: {anyOf: [{$ref: '#A'}, {$ref: '#A'}, {type: integer}]}",
    "A: {oneOf: [{$ref: '#B'}, {type: string}]}\n    B: {anyOf: [{$ref: '#A'}, {$ref: '#B'}, {type: integer}]}",
    "A: {$ref: '#B'}\n    B: {$ref: '#A'}",
    "A: {allOf: [{$ref: '#A'}]}",
    "A: {oneOf: [{$ref: '#A'}, {type: object, properties: {a: {$ref: '#A'}}}]}",
    "A: {oneOf: [{type: array, items: {$ref: '#A'}}, {type: object, additionalProperties: {$ref: '#A'}}]}",
    "A: {type: object, required: [a], properties: {a: {$ref: '#A'}}}",
    "A: {type: object, minProperties: 1, additionalProperties: {$ref: '#A'}}",
    "A: {type: array, minItems: 2, items: {$ref: '#A'}}",
    "A: {not: {$ref: '#A'}}",
    // Eight unions, each of all.
    (0..<8).map { number in
      let name = number == 0 ? "A" : "S\(number)"
      let alternatives = (["A"] + (1..<8).map { "S\($0)" }).map { "{$ref: '#\($0)'}" }
      return "\(name): {oneOf: [\(alternatives.joined(separator: ", "))]}"
    }.joined(separator: "\n    "),
  ]

  @Test(arguments: documents.indices)
  func everyRequestIsAnswered(_ number: Int) throws {
    let schemas = Self.documents[number].split(separator: "#").joined(separator: "#/components/schemas/")
    let document = """
      openapi: 3.1.0
      info: {title: Circles, version: "1"}
      paths:
        /value:
          get:
            operationId: value
            parameters: [{name: a, in: query, style: deepObject, explode: true, schema: {$ref: "#/components/schemas/A"}}]
            responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}}
          post:
            operationId: setValue
            requestBody:
              content:
                application/json: {schema: {$ref: "#/components/schemas/A"}}
                application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {$ref: "#/components/schemas/A"}}}}
            responses: {"204": {description: Done}}
      components:
        schemas:
          \(schemas.split(separator: "\n    ").joined(separator: "\n          "))
      """
    var sink = DiagnosticSink()
    var file = SpecFile(path: "Shop/shop.yaml", displayPath: "shop.yaml", bytes: Array(document.utf8))
    file.isGivenAlone = true
    guard let api = readAPI([file], into: &sink) else {
      #expect(sink.hasErrors)
      return
    }
    let server = MockServer(api)
    let deep = "a\(String(repeating: "[0]", count: 31))=1&a[b][c]=2"
    #expect(server.get("/value").status != 404)
    #expect(server.get("/value?\(deep)").status != 404)
    #expect(server.send("POST", "/value", "application/x-www-form-urlencoded", deep).status != 404)
    let nested = String(repeating: "[", count: 90) + String(repeating: "]", count: 90)
    for body in ["1", "\"x\"", "null", "{}", "[]", #"{"a":{"a":{"a":1}}}"#, "[[[\"x\"]]]", nested] {
      #expect(server.send("POST", "/value", "application/json", body).status != 404)
    }
  }
}
