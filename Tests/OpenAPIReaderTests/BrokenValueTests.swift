import Testing

/// One mistake in a document is reported once, and what follows from it isn't.
@Suite struct BrokenValueTests {
  private static let document = """
    servers: [{url: 'https://{region}.example.com', variables: {region: {default: eu}}}]
    security: [{key: []}]
    paths:
      /books/{id}:
        parameters:
          - {name: id, in: path, required: true, schema: {type: string}}
        get:
          parameters: [{$ref: '#/components/parameters/Limit'}]
          responses:
            '200': {description: ok, headers: {X-Total: {schema: {type: integer}}}, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
            default: {$ref: '#/components/responses/Problem'}
        post: {requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}, responses: {'204': {description: ok}}}
        put: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/Form'}}}}, responses: {'204': {description: ok}}}
        patch: {requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {b: {type: string}}}}}}, responses: {'204': {description: ok}}}
      /search:
        get: {parameters: [{in: querystring, name: q, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {d: {type: string}}}}}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
    components:
      parameters: {Limit: {name: limit, in: query, schema: {type: integer}}}
      responses: {Problem: {description: failed}}
      securitySchemes: {key: {type: http, scheme: bearer}}
      schemas:
        Book: {type: object, properties: {title: {type: string}, tags: {type: array, items: {type: string}}}}
        Form: {type: object, properties: {c: {type: string}}}
        Pet: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: kind}}
        Cat: {type: object, required: [kind], properties: {kind: {const: Cat}}}
        Dog: {type: object, required: [kind], properties: {kind: {const: Dog}}}

    """

  @Test func theDocumentHasNoMistake() throws {
    #expect(try readDocument(Self.document, version: "3.2.0").messages == [])
  }

  @Test(arguments: [
    "{url: 'https://{region}.example.com', variables: {region: {default: eu}}}",
    "{region: {default: eu}}", "{default: eu}",
    "{name: id, in: path, required: true, schema: {type: string}}",
    "{description: ok, headers: {X-Total: {schema: {type: integer}}}, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}",
    "{schema: {type: integer}}", "{X-Total: {schema: {type: integer}}}",
    "{requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}, responses: {'204': {description: ok}}}",
    "{content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}",
    "{application/json: {schema: {type: object, properties: {a: {type: string}}}}}",
    "{schema: {type: object, properties: {a: {type: string}}}}",
    "{type: object, properties: {a: {type: string}}}", "{a: {type: string}}",
    "{b: {type: string}}", "{type: object, properties: {b: {type: string}}}",
    "{application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/Form'}}}",
    "{Limit: {name: limit, in: query, schema: {type: integer}}}",
    "{name: limit, in: query, schema: {type: integer}}",
    "{Problem: {description: failed}}", "{description: failed}",
    "{key: {type: http, scheme: bearer}}", "{type: http, scheme: bearer}",
    "{type: array, items: {type: string}}", "{propertyName: kind}",
    "{type: object, properties: {c: {type: string}}}", "{c: {type: string}}",
  ])
  func aMistakeIsReportedOnce(part: String) throws {
    #expect(Self.document.contains(part))
    for value in ["7", "x", "[]", "{$ref: '#/nowhere'}", "{$ref: 7}"] {
      let (_, messages) = try readDocument(Self.document.replacing(part, with: value), version: "3.2.0")
      #expect(messages.count <= 1, "\(value) for \(part): \(messages)")
    }
  }

  @Test(arguments: ["parameters", "responses", "securitySchemes", "schemas"])
  func referencesIntoWhatIsBrokenAreNotReported(kind: String) throws {
    let lines = Self.document.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.lastIndex { $0.hasPrefix("  \(kind):") })
    let end = lines[(start + 1)...].firstIndex { !$0.hasPrefix("    ") } ?? lines.endIndex
    for value in ["7", "[]"] {
      let text = (lines[..<start] + ["  \(kind): \(value)"] + lines[end...]).joined(separator: "\n")
      let (_, messages) = try readDocument(text, version: "3.2.0")
      #expect(messages.count == 1 && messages[0].contains("for '\(kind)'"), "\(value): \(messages)")
    }
    let whole = lines[..<(try #require(lines.firstIndex(of: "components:")))] + ["components: 7"]
    let (_, messages) = try readDocument(whole.joined(separator: "\n"), version: "3.2.0")
    #expect(messages.count == 1 && messages[0].contains("for 'components'"), "\(messages)")
  }

  /// Each operation that a missing value takes something from is told, and what it takes.
  @Test func eachLossIsReported() throws {
    let parameters = "[{$ref: '#/components/parameters/No'}]"
    let operation = "{parameters: \(parameters), responses: {'200': {description: ok}}}"
    let body = "{content: {multipart/form-data: {schema: {$ref: '#/components/schemas/No'}}}}"
    let post = "{requestBody: \(body), responses: {'200': {description: ok}}}"
    let document = """
      paths:
        /a/{id}: {get: \(operation)}
        /b/{id}/{key}: {get: \(operation)}
        /c: {post: \(post)}
        /d: {post: \(post)}

      """
    let (_, messages) = try readDocument(document, version: "3.1.0")
    for loss in [
      "so a parameter of GET /a/{id} is left out", "so a parameter of GET /b/{id}/{key} is left out",
      "GET /b/{id}/{key} has no parameter 'id'", "GET /b/{id}/{key} has no parameter 'key'",
      "so the body of POST /c is left out", "so the body of POST /d is left out",
    ] { #expect(messages.count { $0.contains(loss) } == 1, "\(loss): \(messages)") }
    #expect(messages.count == 6)
  }

  /// What is missing, without being broken, is reported wherever it is needed.
  @Test func missingValuesAreReported() throws {
    let text = Self.document.replacing("{Limit: {", with: "{Most: {").replacing(
      "{key: {type", with: "{other: {type")
    let (_, messages) = try readDocument(text, version: "3.2.0")
    #expect(messages.count == 2, "\(messages)")
  }

  /// Anything else would count as false.
  @Test func flagsAreTrueOrFalse() throws {
    let (_, messages) = try readDocument(
      """
      servers: [{url: 'https://a.example'}]
      paths:
        /a:
          get:
            operationId: a
            deprecated: yes please
            parameters:
              - {name: q, in: query, required: 'true', schema: {type: string}}
            responses: {'200': {description: ok}}
      """)
    #expect(
      messages == [
        "8: expected true or false for 'deprecated', found the string 'yes please'",
        "10: expected true or false for 'required', found the string 'true'",
      ])
  }
}
