import Testing

@testable import SpecExplanation

/// Endpoints by routes that are written differently from the spec.
struct EndpointRouteTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: https://api.example.com/base}]
    paths:
      /v2/pets: {get: {operationId: pets, responses: {"204": {description: ok}}}, post: {operationId: add, responses: {"204": {description: ok}}}}
      /v2/pets/{petId}:
        parameters: [{in: path, name: petId, required: true, schema: {type: string}}]
        get: {operationId: pet, responses: {"204": {description: ok}}}
      /v2/pets/{petId}:publish:
        parameters: [{in: path, name: petId, required: true, schema: {type: string}}]
        post: {operationId: publish, responses: {"204": {description: ok}}}
      /v2/search?kind=a: {get: {operationId: searchA, responses: {"204": {description: ok}}}}
      /v2/search?kind=b: {get: {operationId: searchB, responses: {"204": {description: ok}}}}
      /v2/with space/: {get: {operationId: spaced, responses: {"204": {description: ok}}}}
      /other:
        servers: [{url: https://other.example.com/elsewhere}]
        get: {operationId: other, responses: {"204": {description: ok}}}
    """

  @Test(arguments: [
    ("GET /v2/pets", "pets"), ("post v2/pets", "add"), ("POST /v2/pets/", "add"), ("/v2/pets/{id}", "pet"),
    ("GET /v2/pets/{id}", "pet"), ("Shop.GET /v2/pets/{id}", "pet"), ("/v2/pets/7", "pet"),
    ("GET https://api.example.com/base/v2/pets/7?fields=a#b", "pet"), ("GET /base/v2/pets/{petId}", "pet"),
    ("/Shop/v2/pets/{petId}", "pet"), ("/v2/pets/{id}:publish", "publish"), ("/v2/pets/7:publish", "publish"),
    ("GET /v2/search?kind=a", "searchA"), ("/v2/search?kind=b", "searchB"),
    ("https://shop.example.com/v2/search?kind=b&page=2", "searchB"), ("GET /v2/with space", "spaced"),
    ("/v2/with%20space/", "spaced"), ("/elsewhere/other", "other"), ("/other", "other"),
  ])
  func areFound(route: String, operation: String) throws {
    let found = try ExplainedSpecs(document: Self.document).explanation(route)
    #expect(found.endpoint?.operationID == operation, "\(found.text)")
  }

  @Test(arguments: [
    "DELETE /v2/pets", "GET /v3/pets", "/base/other", "v2/pets/7", "pets/7", "/v2/pets/7/8", "GET", "/",
    "GET ",
    "://", "GET ://x", "}{/{", "GET /{", "%/%ff",
  ])
  func othersAreUnknown(route: String) throws {
    let specs = try ExplainedSpecs(document: Self.document)
    #expect(throws: UnknownSubject.self) { _ = try specs.explanations(route) }
  }

  @Test func pathsOfSeveralMethodsHaveSeveralMeanings() throws {
    let meanings = try ExplainedSpecs(document: Self.document).explanation("/base/v2/pets").meanings
    #expect(meanings?.map(\.route) == ["GET v2/pets", "POST v2/pets"])
  }

  /// A module's base path may be there or not.
  @Test(arguments: [
    "GET item/{number}", "get /wot/item/{x}", "GET /api/wot/item/{x}", "/api/wot/item/3", "/item/3",
    "Shop.GET /item/3",
  ])
  func ofSpecs(route: String) throws {
    let specs = try ExplainedSpecs(
      specs: """
        wgnapi: 1
        module: {servers: {main: "https://api.example.com/api/"}, basePath: wot/}
        endpoints:
          item: {get: "item/{id}", parameters: {id: integer}, response: integer}
        """)
    #expect(try specs.explanation(route).endpoint?.operation == "item")
  }

  /// A whole URL is that of a server, unless no spec has its host.
  @Test(arguments: [
    ("https://a.example/v1/x/best", ["First.x"]), ("https://b.example/v1/x/best", ["Second.x"]),
    ("GET HTTPS://me@B.example:443/v1/x/best?q=1", ["Second.x"]),
    ("http://c.example:8080/x/3", ["Second.named"]),
    ("https://west.farm.example/v1/x/best", ["First.x"]),
    // A mock server, and a host that no spec has.
    ("http://127.0.0.1:8080/First/x/best", ["First.x"]), ("http://localhost/v1/x/best", ["First.x"]),
    ("https://other.example/v1/x/best", ["First.x"]), ("/v1/x/best", ["First.x"]),
    ("Second.https://other.example/v1/x/best", ["Second.x"]),
  ])
  func urlsAreOfTheirServers(url: String, names: [String]) throws {
    #expect(try Self.modules().explanations(url).map(\.endpoint?.name) == names)
  }

  @Test(arguments: [
    "https://b.example/v1/uri", "http://c.example:8080/v1/uri",
    "https://b.example/v1/uri?x=https://a.example",
  ])
  func urlsOfOtherServersAreUnknown(url: String) throws {
    let specs = try Self.modules()
    #expect(throws: UnknownSubject.self) { _ = try specs.explanations(url) }
  }

  private static func modules() throws -> ExplainedSpecs {
    try ExplainedSpecs(modules: [
      "First": """
      wgnapi: 1
      module:
        servers:
          main: "https://a.example/v1/"
          farm: {url: "https://{region}.farm.example/v1/", variables: {region: {default: east}}}
      endpoints:
        x: {get: x/best, response: integer}
        uri: {get: uri, response: integer}
      """,
      "Second": """
      wgnapi: 1
      module: {servers: {main: "https://b.example/v1/"}, otherServers: {files: "http://c.example:8080/"}}
      endpoints:
        x: {get: "x/{name}", parameters: {name: string}, response: integer}
        named: {get: "x/{id}", server: files, parameters: {id: string}, response: integer}
      """,
    ])
  }
}
