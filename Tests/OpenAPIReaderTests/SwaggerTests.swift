import APIModel
import Testing

/// Documents of Swagger 2.0, beside the golden one.
@Suite struct SwaggerTests {
  private func read(_ text: String, files: [String: String] = [:]) throws -> (
    module: Module, messages: [String]
  ) { try readDocument(text, version: "2.0", files: files) }

  private func operation(_ text: String, _ head: String = "host: a.example") throws -> (
    endpoint: Endpoint, messages: [String]
  ) {
    let (module, messages) = try read("\(head)\npaths:\n  /a:\n    post:\n      \(text)\n")
    return (try #require(module.endpoints.first), messages)
  }

  // MARK: Servers

  @Test(arguments: [
    ("host: a.example", ["https://a.example/"]),
    ("host: 'a.example:81'\nschemes: [http]", ["http://a.example:81/"]),
    (
      "host: a.example\nbasePath: /v1\nschemes: [http, https]",
      ["https://a.example/v1/", "http://a.example/v1/"]
    ),
    ("host: a.example\nbasePath: /", ["https://a.example/"]),
    ("host: a.example\nschemes: []", ["https://a.example/"]),
  ])
  func readsServers(head: String, urls: [String]) throws {
    let (module, messages) = try read("\(head)\npaths: {}\n")
    #expect(module.servers.map(\.url) == urls)
    #expect(messages.isEmpty)
  }

  @Test func aDocumentWithoutAHostIsAtItsOwnServer() throws {
    let (module, messages) = try read("basePath: /v1\npaths: {}\n")
    #expect(module.servers.isEmpty)
    #expect(module.relativeServers == ["/v1"])
    #expect(
      messages == [
        "3: the document has no 'host', so it is at the server that it comes from, and '/v1' is left out; set the server with 'Server(url:)'"
      ])
  }

  // MARK: Media types

  /// Other ways to write the same value are left out, where JSON is among them.
  @Test(arguments: [
    ("[application/json, application/xml, text/plain]", "{type: object}", ["application/json"]),
    (
      "[application/json, application/xml, text/plain]", "{type: string}", ["application/json", "text/plain"]
    ),
    ("[application/xml]", "{type: object}", ["application/xml"]),
    ("[]", "{type: object}", ["application/json"]),
    ("[]", "{type: file}", ["application/octet-stream"]),
  ])
  func responsesAreWhatTheOperationProduces(types: String, schema: String, listed: [String]) throws {
    let (endpoint, messages) = try operation(
      "{produces: \(types), responses: {200: {description: x, schema: \(schema)}}}",
      "host: a.example\nproduces: [text/csv]")
    #expect(endpoint.responses.flatMap(\.listedTypes) == listed)
    #expect(messages.isEmpty)
  }

  @Test func failuresOfOtherMediaTypesAreJSON() throws {
    let (endpoint, messages) = try operation(
      """
      {produces: [application/x-tar], responses: {
              200: {description: x, schema: {type: file}}, 404: {description: x, schema: {type: object}}}}
      """)
    #expect(endpoint.responses.map(\.payload) == [.bytes])
    #expect(endpoint.failures.map(\.listedTypes) == [["application/json"]])
    #expect(messages.isEmpty)
  }

  @Test func aResponseWithAnExampleOnlyHasABody() throws {
    let (endpoint, messages) = try operation(
      "{responses: {200: {description: x, examples: {application/json: {a: 1}}}}, produces: [application/json]}"
    )
    guard case .json(let schema) = endpoint.responses.first?.payload else {
      Issue.record("there is no body")
      return
    }
    #expect(schema.types.isEmpty && endpoint.responses.first?.examples.count == 1)
    #expect(messages.isEmpty)
  }

  // MARK: Parameters

  /// A parameter of the operation replaces one of its path, and a body is in either.
  @Test func pathsHaveParameters() throws {
    let (module, messages) = try read(
      """
      host: a.example
      paths:
        /a:
          parameters:
            - {name: x, in: query, type: integer}
            - {name: b, in: body, schema: {type: string}}
          post:
            parameters: [{name: x, in: query, type: boolean}]
            responses: {}
          put:
            parameters: [{name: b, in: body, required: true, schema: {type: integer}}]
            responses: {}
      """)
    #expect(module.endpoints.map { $0.parameters.map(\.schema.types) } == [[[.boolean]], [[.integer]]])
    #expect(module.endpoints.map(\.isBodyOptional) == [true, false])
    #expect(module.endpoints.map { $0.body?.schemas.map(\.types) } == [[[.string]], [[.integer]]])
    #expect(messages.isEmpty)
  }

  /// What another file has refers to values from there.
  @Test func partsOfOtherFilesAreReadThere() throws {
    let (module, messages) = try read(
      """
      host: a.example
      paths:
        /a: {$ref: "parts/paths.yaml#/a"}
      definitions: {A: {type: object, properties: {a: {type: string}}}}
      """,
      files: [
        "parts/paths.yaml": """
        a:
          post:
            parameters: [{$ref: "more.yaml#/body"}, {$ref: "more.yaml#/list"}]
            responses: {200: {$ref: "more.yaml#/answer"}}
        """,
        "parts/more.yaml": """
        body: {name: b, in: body, schema: {$ref: "#/B"}}
        list: {name: l, in: query, type: array, items: {type: string}}
        answer: {description: x, schema: {$ref: "../api.yaml#/definitions/A"}}
        B: {type: object, required: [kind], discriminator: kind, properties: {kind: {type: string}}}
        """,
      ])
    let endpoint = try #require(module.endpoints.first)
    #expect(endpoint.body?.schemas.first?.reference?.text == "B")
    #expect(endpoint.responses.first?.payload.schema?.reference?.text == "A")
    #expect(endpoint.parameters.map(\.style?.kind) == [.form])
    #expect(messages.isEmpty)
  }

  // MARK: Schemas

  @Test func aDiscriminatorNamesDefinitions() throws {
    let (module, messages) = try read(
      """
      host: a.example
      paths: {/a: {get: {responses: {200: {description: x, schema: {$ref: "#/definitions/Base"}}}}}}
      definitions:
        Base: {type: object, required: [kind], discriminator: kind, properties: {kind: {type: string}}}
        One: {allOf: [{$ref: "#/definitions/Base"}, {properties: {one: {type: string, example: {discriminator: a}}}}]}
        Two: {allOf: [{$ref: "#/definitions/Base"}, {properties: {discriminator: {type: string}}}]}
      """)
    let base = try #require(module.schemas.first { $0.name.text == "Base" }).schema
    #expect(base.discriminator?.property.text == "kind")
    #expect(base.oneOf.map(\.reference?.text) == ["One", "Two"])
    let two = try #require(module.schemas.first { $0.name.text == "Two" }).schema
    #expect(two.object.properties.map(\.name.text) == ["kind", "discriminator"])
    #expect(messages.isEmpty)
  }

  @Test func readsNullsAndLimits() throws {
    let (module, messages) = try read(
      """
      definitions:
        A:
          type: object
          properties:
            a: {type: string, x-nullable: true}
            b: {type: integer, minimum: 1, exclusiveMinimum: true, readOnly: true}
      paths: {}
      host: a.example
      """)
    let properties = try #require(module.schemas.first?.schema.object.properties)
    #expect(properties.map(\.schema.isNullable) == [true, false])
    #expect(properties.map(\.schema.isReadOnly) == [false, true])
    #expect(messages.isEmpty)
  }

  @Test(arguments: ["2.0", "'2.0'", "2"]) func knowsTheVersion(_ version: String) throws {
    #expect(try version == "2.0" || !read("host: a.example\npaths: {}\n").module.servers.isEmpty)
  }
}
