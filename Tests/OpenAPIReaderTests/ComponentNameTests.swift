import APIModel
import Testing

@Suite struct ComponentNameTests {
  private let files = [
    "schemas/address_v2.json": ##"{"properties": {"user": {"$ref": "User.yaml"}, "me": {"$ref": "#"}}}"##,
    "schemas/User.yaml":
      "properties: {home: {$ref: address_v2.json}, work: {$ref: '../api.yaml#/components/schemas/Address'}}\n",
  ]

  /// A type in several places isn't named after one of them if that would be wrong in the others.
  @Test func sharedTypesHaveNamesThatFitAllPlaces() throws {
    let price = "anyOf: [{type: number}, {type: string, pattern: '^[0-9.]+$'}]"
    let fee = "anyOf: [{type: number}, {type: string, pattern: '^[0-9]+$'}]"
    let failure =
      "{description: no, content: {application/json: {schema: {type: object, properties: {detail: {type: string}}}}}}"
    let other =
      "{description: no, content: {application/json: {schema: {type: object, properties: {why: {type: string}}}}}}"
    func names(_ failures: String, _ more: String) throws -> [String] {
      try readDocument(
        """
        paths:
          /a: {get: {operationId: first, responses: {'200': {$ref: '#/components/responses/R'}, \(failures)}}}
          /b: {get: {operationId: second, responses: {\(failures)}}}
          /c: {get: {operationId: third, responses: {\(more)}}}
        components:
          responses:
            R: {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
          schemas:
            Order: {type: object, properties: {total: {\(price)}, discount: {\(price)}, item: {$ref: '#/components/schemas/Item'}}}
            Item: {type: object, properties: {price: {\(price)}, fee: {\(fee)}, more: {\(fee)}, at: {$ref: '#/components/schemas/Stay'}}}
            Stay: {type: object, properties: {from: {oneOf: [{type: string, format: date}, {type: string, format: date-time}]}, until: {oneOf: [{type: string, format: date}, {type: string, format: date-time}]}}}
        """
      ).module.schemas.map(\.name.text).filter { !["Order", "Item", "Stay"].contains($0) }.sorted()
    }
    let unions = ["date-or-date-time", "number-or-string", "number-or-string-2"]
    #expect(
      try names("'400': \(failure)", "'404': \(failure)") == unions.prefix(1) + ["failure"]
        + unions.dropFirst())
    #expect(
      try names("'400': \(failure), '409': \(other)", "'400': \(failure), '409': \(other)")
        == unions.prefix(1) + ["failure-400", "failure-409"] + unions.dropFirst())
    // What isn't always a failure isn't called one.
    #expect(
      try names("'400': \(failure)", "'200': \(failure)") == unions.prefix(1) + ["first-failure-400"]
        + unions.dropFirst())
  }

  /// The text of one place would be wrong in the others.
  @Test func sharedTypesSayOnlyWhatAllPlacesSay() throws {
    let number = "oneOf: [{type: string}, {type: integer}]"
    let order = "type: string, enum: [asc, desc], description: The order."
    let (module, _) = try readDocument(
      """
      paths: {}
      components:
        schemas:
          Issue: {type: object, properties: {name: {description: The title., \(number)}, milestone: {\(number)}, order: {\(order)}}}
          List: {type: object, properties: {order: {\(order)}}}
      """)
    let texts = module.schemas.reduce(into: [:]) { $0[$1.name.text] = $1.schema.documentation.summary ?? "" }
    #expect(texts == ["Issue": "", "List": "", "string-or-integer": "", "order": "The order."])
    let issue = try #require(module.schemas.first { $0.name.text == "Issue" })
    #expect(
      issue.schema.object.properties.map(\.schema.documentation.summary) == ["The title.", nil, "The order."])
  }

  /// What only requests or only responses have isn't a part of a type for both.
  @Test(arguments: ["readOnly", "writeOnly"])
  func sharedTypesHaveTheSameDirections(_ direction: String) throws {
    func order(_ flag: String) -> String {
      "{schema: {type: object, required: [id, name], properties: {id: {type: integer\(flag)}, name: {type: string}}}}"
    }
    let (module, _) = try readDocument(
      """
      paths:
        /orders:
          get: {operationId: order, responses: {'200': {description: ok, content: {application/json: \(order(", \(direction): true"))}}}}
        /refunds:
          post: {operationId: refund, requestBody: {content: {application/json: \(order(""))}}, responses: {'204': {description: ok}}}
      """)
    #expect(module.schemas.isEmpty, "\(module.schemas.map(\.name.text))")
  }

  @Test func namesSchemasOfFilesAsTheDocumentDoes() throws {
    let (module, messages) = try readDocument(
      """
      paths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: schemas/User.yaml}}}}}}}}
      components:
        schemas:
          Address: {$ref: schemas/address_v2.json}
          Person: {$ref: schemas/User.yaml}
          Unused: {$ref: schemas/missing.yaml}
      """, files: files)
    #expect(module.schemas.map(\.name.text) == ["Person", "Address"])
    let properties = module.schemas.flatMap { $0.schema.object.properties.map(\.schema.reference?.text) }
    #expect(properties == ["Address", "Address", "Person", "Address"])
    #expect(messages == [])
  }

  @Test func keepsOtherNamesOfTheSameSchema() throws {
    let (module, _) = try readDocument(
      """
      paths: {}
      components:
        schemas:
          Guest: {$ref: schemas/User.yaml}
          User: {$ref: schemas/User.yaml}
          Circle: {$ref: schemas/circle.yaml}
      """,
      files: files.merging(["schemas/circle.yaml": "$ref: ../api.yaml#/components/schemas/Circle\n"]) { $1 })
    let names = module.schemas.map(\.name.text)
    #expect(Set(names) == ["Guest", "User", "Circle", "address_v2"] && names.count == 4)
    #expect(module.schemas.first { $0.name.text == "Guest" }?.schema.reference?.text == "User")
    #expect(module.schemas.first { $0.name.text == "Circle" }?.schema.reference == nil)
  }

  @Test func putsTagsOfTheSameNameIntoOneGroup() throws {
    let (module, _) = try readDocument(
      """
      paths:
        /a: {get: {operationId: a, tags: [Order Items]}, put: {operationId: b, tags: [order-items]}}
        /b: {get: {operationId: c, tags: [order_items.]}, put: {operationId: d, tags: [orders]}}
      """)
    #expect(
      module.endpoints.map { $0.group.map(\.text) } == [
        ["Order Items"], ["Order Items"], ["Order Items"], ["orders"],
      ])
  }
}
