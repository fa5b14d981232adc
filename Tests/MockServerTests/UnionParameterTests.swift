import MockServer
import Testing

/// Parameters that are lists or objects of several kinds: each alternative says what a text is.
@Suite struct UnionParameterTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /items:
        get:
          operationId: items
          parameters:
            - {name: lists, in: query, explode: false, schema: {oneOf: [{type: array, items: {type: integer}, maxItems: 2}, {type: array, items: {type: string}, maxItems: 3}]}}
            - {name: filter, in: query, explode: true, schema: {oneOf: [{$ref: "#/components/schemas/Sized"}, {$ref: "#/components/schemas/Named"}]}}
          responses: {"204": {description: Done}}
    components:
      schemas:
        Sized: {type: object, required: [kind, size], properties: {kind: {const: sized}, size: {type: integer}}}
        Named: {type: object, required: [kind, size], properties: {kind: {const: named}, size: {type: string}}}
    """

  @Test(arguments: [
    ("lists=1,2", true), ("lists=1,2,3", true), ("lists=1,2,3,4", false), ("lists=a", true),
    ("kind=sized&size=12", true), ("kind=named&size=12", true), ("kind=sized&size=large", false),
  ])
  func alternativesAreTried(_ query: String, _ isAccepted: Bool) throws {
    let response = try MockServer(document: Self.document).get("/items?\(query)")
    #expect((response.status == 204) == isAccepted, "\(response.text)")
  }
}
