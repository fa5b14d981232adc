import APIModel
import Testing

/// Mistakes in documents of Swagger 2.0, of which is said what that calls it.
@Suite struct SwaggerMistakeTests {
  /// The messages for a document, without those for what isn't given.
  private func messages(_ text: String) throws -> [String] {
    let head = text.contains("host:") ? "" : "host: a.example\n"
    let tail = text.contains("paths:") ? "" : "\npaths: {}"
    return try readDocument(head + text + tail, version: "2.0").messages
  }

  /// The messages for the parameters of an operation.
  private func messages(parameters: String, method: String = "post", _ more: String = "") throws -> [String] {
    try messages(
      "paths:\n  /a:\n    \(method):\n      responses: {}\n      parameters:\n        - \(parameters)\n\(more)"
    )
  }

  @Test(arguments: [
    ("{name: a, in: query}", "the parameter 'a' needs a 'type'; any text is accepted"),
    (
      "{name: a, in: query, type: date}",
      "the 'type' of the parameter 'a' is 'string', 'number', 'integer', 'boolean' or 'array', not 'date'; any text is accepted"
    ),
    (
      "{name: a, in: query, type: file}",
      "the 'type' of the parameter 'a' is 'string', 'number', 'integer', 'boolean' or 'array', not 'file'; any text is accepted"
    ),
    (
      "{name: a, in: query, type: array, items: {type: string}, collectionFormat: cvs}",
      "'collectionFormat' is 'csv', 'ssv', 'tsv', 'pipes' or 'multi', not 'cvs'; 'csv' is used"
    ),
    (
      "{name: a, in: header, type: array, items: {type: string}, collectionFormat: multi}",
      "'multi' repeats a parameter, which only 'in: query' and 'in: formData' can; 'csv' is used for the parameter 'a'"
    ),
    (
      "{name: a, in: header, type: array, items: {type: string}, collectionFormat: pipes}",
      "the parameter 'a' has values with pipes between them, which isn't supported here, so it is a text that you write yourself"
    ),
    (
      "{name: a, in: query, type: array, items: {type: array, items: {type: string}}}",
      "the parameter 'a' is a list of lists, which isn't supported, so it is a text that you write yourself"
    ),
    (
      "{name: a, in: query, type: string, collectionFormat: csv}",
      "'collectionFormat' has a meaning for lists only, and the parameter 'a' is none"
    ),
    (
      "{name: a, in: query, type: array}",
      "the parameter 'a' is a list, and needs 'items' with their 'type'; they are texts"
    ),
    (
      "{name: a, in: query, schema: {type: integer}}",
      "the parameter 'a' has a 'schema', which only a parameter 'in: body' has; in others, 'type' and further keywords are beside 'name'"
    ),
    (
      "{name: a, in: cookie, type: string}",
      "Swagger 2.0 has parameters 'in: query', 'header', 'path', 'formData' and 'body', and the parameter 'a' is 'in: cookie'; it is sent as in OpenAPI 3"
    ),
    (
      "{name: a, in: query, type: string, style: form}",
      "a parameter has no 'style' in Swagger 2.0; 'collectionFormat' says how a list is written, so this is ignored"
    ),
    (
      "{name: a, in: query, type: integer, allowEmptyValue: true}",
      "the parameter 'a' can't be sent without a value, because its type has no empty one, whatever 'allowEmptyValue' says"
    ),
    ("{name: a, in: body}", "a parameter 'in: body' needs a 'schema'; any JSON is accepted"),
    (
      "{name: a, in: body, type: object}",
      "a parameter 'in: body' has a 'schema', and not 'type' beside its name; this is used nevertheless"
    ),
    ("{name: a, in: formData}", "the field 'a' needs a 'type'; any text is accepted"),
  ])
  func parameters(written: String, message: String) throws {
    #expect(try messages(parameters: written) == ["9: \(message)"])
  }

  @Test func bodies() throws {
    #expect(
      try messages(
        parameters:
          "{name: a, in: body, schema: {type: string}}\n        - {name: b, in: body, schema: {type: string}}"
      )
        == ["10: POST /a has two parameters 'in: body', but a request has one body; the last one is used"])
    #expect(
      try messages(
        parameters:
          "{name: a, in: body, schema: {type: string}}\n        - {name: b, in: formData, type: string}") == [
          "10: POST /a has a parameter 'in: body', so it can't have others 'in: formData'; these are left out"
        ])
  }

  @Test(arguments: ["{name: a, in: formData, type: string}", "{name: a, in: body, schema: {type: object}}"])
  func bodiesOfGET(parameter: String) throws {
    #expect(
      try messages(parameters: parameter, method: "get") == [
        "9: a GET request can't have a body, so this parameter of GET /a is left out; those that are sent with the URL are 'in: query'"
      ])
  }

  @Test(arguments: [
    (
      "string", "application/json",
      "a form is 'application/x-www-form-urlencoded' or 'multipart/form-data', and 'consumes' has neither; it is sent as 'application/x-www-form-urlencoded'"
    ),
    (
      "file", "application/x-www-form-urlencoded",
      "a form with files is 'multipart/form-data', which 'consumes' should have; it is sent as that"
    ),
  ])
  func forms(type: String, consumes: String, message: String) throws {
    #expect(
      try messages(parameters: "{name: a, in: formData, type: \(type)}", "      consumes: [\(consumes)]") == [
        "10: \(message)"
      ])
  }

  @Test(arguments: [
    (
      "servers: []",
      "a document has no 'servers' in Swagger 2.0; a server is described by 'schemes', 'host' and 'basePath', so this is ignored"
    ),
    (
      "components: {}",
      "a document has no 'components' in Swagger 2.0; schemas are in 'definitions', parameters and bodies in 'parameters', responses in 'responses', and credentials in 'securityDefinitions', so this is ignored"
    ),
    (
      "webhooks: {}",
      "a document has no 'webhooks' in Swagger 2.0; only OpenAPI 3.1 has it, so this is ignored"
    ),
    (
      "produces: text/plain\npaths: {/a: {get: {responses: {200: {description: x, schema: {}}}}}}",
      "expected a list of media types for 'produces', found the string 'text/plain'"
    ),
    (
      "definitions: {A: {oneOf: [{type: string}, {type: integer}]}}",
      "a schema has no 'oneOf' in Swagger 2.0; schemas with a common base extend it with 'allOf', and its 'discriminator' tells them apart. It is read as in OpenAPI 3"
    ),
    (
      "definitions: {A: {type: string, nullable: true}}",
      "a schema has no 'nullable' in Swagger 2.0; write 'x-nullable'. It is read as in OpenAPI 3.0"
    ),
    (
      "definitions: {A: {type: object, discriminator: {propertyName: a}}}",
      "in Swagger 2.0, 'discriminator' is the name of a property, and its values are the names of definitions; this one is read as in OpenAPI 3"
    ),
    (
      "definitions: {A: {type: array, items: [{type: string}, {type: integer}]}}",
      "in Swagger 2.0, 'items' is one schema, and not a list of them; each element may be any of these"
    ),
    (
      "definitions: {A: {items: [{type: string}, {type: integer}]}}",
      "in Swagger 2.0, 'items' is one schema, and not a list of them; without 'type: array', the value may be any of these"
    ),
    (
      "securityDefinitions: {a: {type: oauth2, flow: authorizationCode, scopes: {}}}",
      "the 'flow' of the credential 'a' is 'implicit', 'password', 'application' or 'accessCode', not 'authorizationCode'; tokens are accepted whatever it is"
    ),
    (
      "securityDefinitions: {a: {type: oauth2, flow: application, scopes: {}}}",
      "the credential 'a' needs 'tokenUrl' for its 'flow'"
    ),
    (
      "securityDefinitions: {a: {type: http, scheme: bearer}}",
      "in Swagger 2.0, a credential is 'basic', 'apiKey' or 'oauth2', not 'http'; the credential 'a' is read as in OpenAPI 3. A bearer token is an 'apiKey' in the header 'Authorization'"
    ),
    ("basePath: v1", "'basePath' begins with '/'"),
    ("schemes: [ws]", "'ws' isn't supported, so this server is left out"),
    ("schemes: [ftp]", "a scheme is 'http', 'https', 'ws' or 'wss', not 'ftp'; it is left out"),
  ])
  func documents(written: String, message: String) throws {
    let unread = written.hasPrefix("securityDefinitions") ? "\nsecurity: []" : ""
    #expect(try messages(written + unread) == ["4: \(message)"])
  }

  @Test func hosts() throws {
    let (module, messages) = try readDocument(
      "host: http://a.example/\nbasePath: /v1\npaths: {}\n", version: "2.0")
    #expect(
      messages.first
        == "3: 'host' is a name and perhaps a port; a scheme belongs in 'schemes', and a path in 'basePath'")
    #expect(module.servers.map(\.url) == ["https://a.example/v1/"])
  }

  @Test func operations() throws {
    #expect(
      try messages("paths:\n  /a:\n    post:\n      requestBody: {}\n      responses: {200: {content: {}}}")
        == [
          "7: an operation has no 'requestBody' in Swagger 2.0; a body is a parameter 'in: body', and a form has parameters 'in: formData', so this is ignored",
          "8: a response has no 'content' in Swagger 2.0; a response has a 'schema', and its media types are those that the operation 'produces', so this is ignored",
        ])
  }

  @Test func examples() throws {
    #expect(
      try messages(
        "paths:\n  /a:\n    get:\n      responses:\n        200: {description: x, schema: {}, examples: {\n          one: 1,\n          text/csv: x}}"
      ) == [
        "9: 'examples' of a response are by media type, as in 'application/json: …', and 'one' is none, so it is ignored",
        "10: an example is 'text/csv', which the operation doesn't produce, so it is ignored",
      ])
  }

  @Test func brackets() throws {
    let text = "paths: {}\ndefinitions:\n  A:\n    example: {\n      a: 1\n    }\n"
    #expect(try messages(text) == ["9: the closing '}' must be indented by at least 5 spaces"])
  }
}
