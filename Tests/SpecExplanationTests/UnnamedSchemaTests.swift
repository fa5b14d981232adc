import Testing

@testable import SpecExplanation

/// Names of schemas and operations that are something else in Swift: nothing, a part of others, or several things.
struct UnnamedSchemaTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: https://api.example.com}]
    paths:
      /files:
        post:
          operationId: createFile
          requestBody:
            content:
              application/json: {schema: {$ref: "#/components/schemas/Item"}}
              multipart/form-data: {schema: {$ref: "#/components/schemas/FileForm"}}
          responses:
            "200": {$ref: "#/components/responses/Done"}
      /items/{id}:
        get:
          operationId: item
          parameters: [{in: path, name: id, required: true, schema: {type: string}}]
          responses:
            "200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}
    components:
      responses:
        Done: {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}
      schemas:
        FileForm: {type: object, properties: {file: {type: string, format: binary}, note: {type: string}}}
        Base: {type: object, properties: {id: {type: string, readOnly: true}}}
        Deep: {type: object, allOf: [{$ref: "#/components/schemas/Base"}]}
        Item: {type: object, allOf: [{$ref: "#/components/schemas/Deep"}], properties: {title: {type: string}}}
        Unused: {type: object, properties: {a: {type: string}}}
        "A/B": {type: object, properties: {a: {$ref: "#/components/schemas/Unused"}}}
    """

  private func message(_ name: String) throws -> String {
    let specs = try ExplainedSpecs(document: Self.document)
    let error = #expect(throws: UnknownSubject.self) { _ = try specs.explanation(name) }
    return error?.message ?? ""
  }

  @Test(arguments: [
    ("FileForm", "'Shop.createFileMultipart'"), ("Shop.FileForm", "'Shop.createFileMultipart'"),
    ("Base", "'Shop.Item'"), ("Deep", "'Shop.Item'"),
  ]) func partsOfOthers(name: String, owner: String) throws {
    let message = try message(name)
    #expect(message.contains("has no type of its own in Swift; it is a part of "), "\(message)")
    #expect(message.contains(owner), "\(message)")
  }

  @Test(arguments: ["Unused", "A/B"]) func schemasThatNothingUses(name: String) throws {
    #expect(
      try message(name) == "no endpoint uses the schema '\(name)', so there is nothing for it in Swift")
  }

  /// What refers to a schema may be in another document, or in a file without a document's keys.
  @Test(arguments: [
    ("FileForm", "'Shop.createFile'"), ("Base", "'Shop.Item'"), ("Way", "'Shop.Item'"),
    ("NoteForm", "'Shop.createNote'"),
  ]) func partsOfOtherDocuments(name: String, owner: String) throws {
    let specs = try ExplainedSpecs(
      document: """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        servers: [{url: https://api.example.com}]
        paths:
          /files: {$ref: paths/files.yaml}
          /v2/notes: {$ref: "common.yaml#/paths/~1notes"}
          /items:
            get:
              operationId: item
              responses:
                "200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}
        components:
          schemas:
            Item: {type: object, allOf: [{$ref: "common.yaml#/components/schemas/Base"}], properties: {title: {type: string}}}
        """,
      others: [
        "common.yaml": """
        openapi: 3.1.0
        info: {title: Common, version: "1"}
        paths:
          /notes:
            post:
              requestBody:
                content: {multipart/form-data: {schema: {$ref: "#/components/schemas/NoteForm"}}}
              responses: {"204": {description: ok}}
        components:
          schemas:
            Base: {type: object, allOf: [{$ref: parts/way.yaml}], properties: {id: {type: string}}}
            Way: {type: object, properties: {way: {type: string}}}
            FileForm: {type: object, properties: {file: {type: string, format: binary}, note: {type: string}}}
            NoteForm: {type: object, properties: {file: {type: string, format: binary}}}
            Unused: {type: object, properties: {a: {type: string}}}
        """,
        "parts/way.yaml": "$ref: ../common.yaml#/components/schemas/Way\n",
        "paths/files.yaml": """
        post:
          operationId: createFile
          requestBody:
            content: {multipart/form-data: {schema: {$ref: "../common.yaml#/components/schemas/FileForm"}}}
          responses: {"204": {description: ok}}
        """,
      ])
    let error = #expect(throws: UnknownSubject.self) { _ = try specs.explanation(name) }
    #expect(
      error?.message == "the schema '\(name)' has no type of its own in Swift; it is a part of \(owner)")
    let unused = #expect(throws: UnknownSubject.self) { _ = try specs.explanation("Unused") }
    #expect(unused?.message.hasPrefix("no endpoint uses the schema 'Unused'") == true)
  }

  @Test func otherNamesHaveNearOnes() throws {
    #expect(try message("FileFrm") == "the specs have nothing called 'FileFrm'")
    #expect(try message("Itm").hasSuffix("did you mean 'Item'?"))
  }

  /// An operation with bodies of two media types is two endpoints.
  @Test(arguments: ["createFile", "POST files", "/files"]) func operationsOfSeveralEndpoints(name: String)
    throws
  {
    let explanation = try ExplainedSpecs(document: Self.document).explanation(name)
    #expect(explanation.endpoint?.name == "Shop.createFile")
    #expect(explanation.endpoint?.siblings == ["Shop.createFileMultipart"])
    #expect(explanation.text.contains("the same method and path: Shop.createFileMultipart"))
  }

  /// A schema with properties of one direction is two types.
  @Test(arguments: ["Item", "Shop.Item"]) func schemasOfTwoTypes(name: String) throws {
    let explanation = try ExplainedSpecs(document: Self.document).explanation(name)
    #expect(explanation.type?.name == "Item")
    #expect(explanation.types.first?.name == "ItemInput")
  }

  @Test func partsInTheSpecLanguage() throws {
    let specs = try ExplainedSpecs(
      specs: """
        wgnapi: 1
        module: {servers: {main: "https://api.example.com/"}}
        endpoints: {item: {get: item, response: Item}}
        schemas:
          Named: {properties: {name: string}}
          Item: {allOf: [Named], properties: {id: integer}}
        """)
    let error = #expect(throws: UnknownSubject.self) { _ = try specs.explanation("Named") }
    #expect(
      error?.message
        == "the schema 'Named' has no type of its own in Swift; it is a part of 'Shop.Item'")
  }
}
