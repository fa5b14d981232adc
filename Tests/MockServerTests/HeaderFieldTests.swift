import MockServer
import Testing

/// A response has the header fields of its own status.
@Suite struct HeaderFieldTests {
  private static let specs = """
    wgnapi: 1
    module: {servers: {main: "https://shop.example/"}}
    endpoints:
      order:
        post: orders
        responses:
          200: {json: {properties: {id: integer}}, headers: {X-Price: integer}}
          202: {json: {properties: {id: integer}}, headers: {"X-Price": integer, "Retry-After": integer}}
          307: {text: text/plain, headers: {Location: uri}}
          2XX: {json: {properties: {id: integer}}, headers: {X-Other: string}}
    """

  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /orders:
        post:
          operationId: order
          responses:
            "200": {description: OK, headers: {X-Price: {schema: {type: integer}}}, content: {application/json: {schema: {type: integer}}}}
            "202": {description: Later, headers: {Retry-After: {schema: {type: integer}}}, content: {application/json: {schema: {type: integer}}}}
            "307": {description: Elsewhere, headers: {Location: {schema: {type: string, format: uri}}}}
    """

  private func fields(_ server: MockServer, _ status: String?) -> [String] {
    let headers = status.map { [("Prefer", "status=\($0)")] } ?? []
    let response = server.response(to: MockRequest("POST", "/orders", headers: headers))
    return response.headers.map(\.name).filter { !["Content-Type", "Preference-Applied"].contains($0) }
      .sorted()
  }

  @Test(arguments: [
    (nil, ["X-Price"]), ("200", ["X-Price"]), ("202", ["Retry-After", "X-Price"]), ("307", ["Location"]),
    ("203", ["X-Other"]),
  ])
  func responsesHaveTheFieldsOfTheirStatus(_ status: String?, _ expected: [String]) throws {
    #expect(fields(try MockServer(specs: Self.specs), status) == expected)
  }

  @Test(arguments: [(nil, ["X-Price"]), ("200", ["X-Price"]), ("202", ["Retry-After"])])
  func documentsAreReadInTheSameWay(_ status: String?, _ expected: [String]) throws {
    #expect(fields(try MockServer(document: Self.document), status) == expected)
  }
}
