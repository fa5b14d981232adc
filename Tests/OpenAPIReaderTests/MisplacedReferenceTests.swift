import APIModel
import SpecReader
import Testing

/// References where the specification allows none.
@Suite struct MisplacedReferenceTests {
  @Test func followsReferencesInPlaceOfOperations() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /keys:
          post: {$ref: ops/create.yaml}
          get: {$ref: ops/list.yaml, summary: Lost}
      """, version: "3.0.3",
      files: [
        "ops/create.yaml":
          "operationId: createKey\nrequestBody: {required: true, content: {application/json: {schema: {$ref: '../key.yaml'}}}}\nresponses: {'201': {content: {application/json: {schema: {$ref: '../key.yaml'}}}}}\n",
        "ops/list.yaml":
          "operationId: listKeys\nparameters: [{name: q, in: query, schema: {type: string}}]\n",
        "key.yaml": "{type: object, properties: {name: {type: string}}}\n",
      ])
    #expect(module.endpoints.map(\.name.text) == ["createKey", "listKeys"])
    #expect(module.endpoints.first?.body?.schemas.map(\.reference?.text) == ["key"])
    #expect(module.endpoints.first?.responseSchemas.map(\.reference?.text) == ["key"])
    #expect(module.endpoints.last?.parameters.map(\.name.text) == ["q"])
    #expect(
      messages == [
        "5: the specification allows no reference in place of an operation; this one and another one are followed nevertheless",
        "6: 'summary' beside the reference of an operation is left out",
      ])
  }

  /// Each of the lists, maps and objects that may not be a reference is one.
  @Test(arguments: [
    "paths: {$ref: 'x.yaml'}": "/a: {get: {operationId: a}}",
    "paths: {/a: {get: {operationId: a, parameters: {$ref: 'x.yaml'}}}}":
      "[{name: q, in: query, schema: {type: string}}]",
    "paths: {/a: {get: {operationId: a, responses: {$ref: 'x.yaml'}}}}":
      "'200': {content: {application/json: {schema: {type: string}}}}",
    "paths: {/a: {get: {operationId: a, responses: {'200': {content: {$ref: 'x.yaml'}}}}}}":
      "application/json: {schema: {type: string}}",
    "paths: {/a: {get: {operationId: a, responses: {'200': {content: {application/json: {$ref: 'x.yaml'}}}}}}}":
      "schema: {type: string}",
    "paths: {/a: {get: {operationId: a, responses: {'200': {description: d, headers: {$ref: 'x.yaml'}}}}}}":
      "X-A: {schema: {type: string}}",
    "paths: {/a: {post: {operationId: a, requestBody: {content: {$ref: 'x.yaml'}}}}}":
      "application/json: {schema: {type: string}}",
    "paths: {/a: {get: {operationId: a}}}\nservers: [{$ref: 'x.yaml'}]": "url: https://example.com",
    "paths: {/a: {get: {operationId: a}}}\nservers: {$ref: 'x.yaml'}": "[{url: https://example.com}]",
    "paths: {/a: {get: {operationId: a}}}\nservers: [{url: 'https://{x}.example.com', variables: {$ref: 'x.yaml'}}]":
      "x: {default: a, enum: [a, b]}",
    "paths: {/a: {get: {operationId: a, tags: {$ref: 'x.yaml'}}}}": "[Things]",
    "paths: {/a: {get: {operationId: a, callbacks: {$ref: 'x.yaml'}}}}":
      "done: {'{$request.body#/url}': {post: {requestBody: {content: {application/json: {schema: {type: string}}}}}}}",
    "webhooks: {$ref: 'x.yaml'}":
      "done: {post: {requestBody: {content: {application/json: {schema: {type: string}}}}}}",
    "paths: {/a: {get: {operationId: a, responses: {'200': {content: {application/json: {schema: {type: object, properties: {$ref: 'x.yaml'}}}}}}}}}":
      "p: {type: string}",
    "paths: {/a: {get: {operationId: a, responses: {'200': {content: {application/json: {schema: {oneOf: {$ref: 'x.yaml'}}}}}}}}}":
      "[{type: string}, {type: array, items: {}}]",
    "paths: {/a: {get: {operationId: a, responses: {'200': {content: {application/json: {schema: {type: string, enum: {$ref: 'x.yaml'}}}}}}}}}":
      "[a, b]",
  ])
  func meansTheSameAsWithoutTheReference(document: String, target: String) throws {
    let (module, messages) = try readDocument(document, files: ["x.yaml": target + "\n"])
    let isMap = !target.hasPrefix("[")
    let (plain, others) = try readDocument(
      document.replacingReference(with: isMap ? "{\(target)}" : target))
    #expect(module.meaning == plain.meaning)
    #expect(messages.filter { $0.contains("allows no reference in place of") }.count == 1, "\(messages)")
    #expect(messages.count == others.count + 1, "\(messages) \(others)")
  }

  @Test func givesComponentsOfAnotherFileTheirNames() throws {
    let (module, messages) = try readDocument(
      """
      paths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}}}
      components: {schemas: {$ref: 'schemas.yaml'}}
      """,
      files: [
        "schemas.yaml":
          "Pet: {type: object, properties: {owner: {$ref: '#/Owner'}, other: {$ref: 'api.yaml#/components/schemas/Owner'}}}\nOwner: {$ref: 'owner.yaml'}\n",
        "owner.yaml": "type: object\nproperties: {pet: {$ref: 'schemas.yaml#/Pet'}}\n",
      ])
    #expect(module.schemas.map(\.name.text) == ["Pet", "Owner"])
    #expect(
      module.schemas.first?.schema.object.properties.map(\.schema.reference?.text) == ["Owner", "Owner"])
    #expect(messages.count == 1)
  }

  @Test func joinsAPathWithItsReference() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a/{id}:
          $ref: path.yaml
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          get: {operationId: own}
      """,
      files: [
        "path.yaml":
          "parameters: [{name: q, in: query, schema: {type: string}}]\nget: {operationId: other}\nput: {operationId: put}\n"
      ])
    #expect(module.endpoints.map(\.name.text) == ["own", "put"])
    #expect(module.endpoints.map { $0.parameters.map(\.name.text) } == [["q", "id"], ["q", "id"]])
    #expect(messages.count == 1)
  }

  @Test func allowsReferencesToMediaTypesSinceVersion32() throws {
    let text = """
      paths: {/a: {get: {operationId: a, responses: {'200': {content: {application/json: {$ref: '#/components/mediaTypes/M'}}}}}}}
      components: {mediaTypes: {M: {schema: {type: string}}}}
      """
    #expect(try readDocument(text, version: "3.2.0").messages == [])
    #expect(try readDocument(text, version: "3.1.0").messages.contains { $0.contains("of a media type") })
  }

  @Test func endsWithReferencesThatNeverEnd() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a: {get: {$ref: '#/paths/~1a/get'}}
        /b: {get: {$ref: '#/x/y/z'}}
      x: {$ref: '#/x/y'}
      """)
    #expect(module.endpoints.isEmpty)
    #expect(
      messages.contains { $0.contains("never end") } && messages.contains { $0.contains("lead in a circle") })
  }

  /// A schema in place of what has one is a frequent mistake.
  @Test(arguments: [
    ("2.0", "definitions", "definitions: {A: {type: object}}"),
    ("3.1.0", "components/schemas", "components: {schemas: {A: {type: object}}}"),
  ])
  func reportsSchemasInOtherPlaces(version: String, place: String, schemas: String) throws {
    let (_, messages) = try readDocument(
      """
      \(version == "2.0" ? "host: a.example" : "servers: [{url: 'https://a.example'}]")
      paths:
        /a:
          get:
            operationId: a
            parameters: [{$ref: '#/\(place)/A'}]
            responses: {'200': {$ref: '#/\(place)/A'}}
      \(schemas)
      """, version: version)
    #expect(
      messages.filter { $0.contains("is a schema, not") } == [
        "8: '#/\(place)/A' is a schema, not a parameter, so nothing is read from it; refer to it in a 'schema'",
        "9: '#/\(place)/A' is a schema, not a response, so nothing is read from it; refer to it in a 'schema'",
      ])
  }
}

extension String {
  /// The text with a value instead of the reference to `x.yaml`.
  fileprivate func replacingReference(with value: String) -> String {
    guard let range = firstRange(of: "{$ref: 'x.yaml'}") else { return self }
    return self[..<range.lowerBound] + value + self[range.upperBound...]
  }
}

extension Module {
  /// The parts that a document describes, without their positions.
  fileprivate var meaning: [String] {
    let endpoints = endpoints.map { endpoint in
      let schemas = (endpoint.body?.schemas ?? []) + endpoint.responseSchemas + endpoint.headers.map(\.schema)
      let words = schemas.map {
        "\($0.types) \($0.enumeration?.cases.map(\.value) ?? [])"
          + "\($0.object.properties.map(\.name.text)) \($0.oneOf.map(\.types))"
      }
      return
        "\(endpoint.name.text) \(endpoint.path.text) \(endpoint.group.map(\.text)) \(endpoint.parameters.map(\.name.text)) \(words)"
    }
    let servers = servers.map { "\($0.url) \($0.variables.map { $0.values.map(\.text) })" }
    return endpoints + servers + (webhooks?.events ?? []).map { "\($0.name.text) \($0.payload?.types ?? [])" }
  }
}
