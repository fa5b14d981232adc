import APIModel
import Testing

@Suite struct ComponentNameTests {
  private let files = [
    "schemas/address_v2.json": ##"{"properties": {"user": {"$ref": "User.yaml"}, "me": {"$ref": "#"}}}"##,
    "schemas/User.yaml":
      "properties: {home: {$ref: address_v2.json}, work: {$ref: '../api.yaml#/components/schemas/Address'}}\n",
  ]

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
