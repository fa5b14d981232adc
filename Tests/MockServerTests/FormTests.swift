import MockServer
import Testing

/// Forms, and parameters that are sent several times.
@Suite struct FormTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /styled:
        post:
          operationId: styled
          requestBody:
            content:
              application/x-www-form-urlencoded:
                schema: {$ref: "#/components/schemas/Form"}
                encoding: {list: {explode: false}, filter: {style: deepObject}, word: {style: form}}
          responses: {"204": {description: Done}}
      /plain:
        post:
          operationId: plain
          requestBody:
            content: {application/x-www-form-urlencoded: {schema: {$ref: "#/components/schemas/Form"}}}
          responses: {"204": {description: Done}}
      /items:
        get:
          operationId: items
          parameters:
            - {name: list, in: query, explode: false, schema: {type: array, items: {type: integer}}}
            - {name: word, in: query, schema: {type: string}}
            - {name: any, in: query, schema: {}}
            - {name: json, in: query, content: {application/json: {schema: {type: integer}}}}
            - {name: filter, in: query, style: deepObject, schema: {$ref: "#/components/schemas/Filter"}}
            - {name: members, in: query, schema: {type: object, properties: {r: {type: integer}, g: {type: integer}}}}
          responses: {"204": {description: Done}}
    components:
      schemas:
        Form:
          type: object
          properties:
            list: {type: array, items: {type: integer}}
            filter: {$ref: "#/components/schemas/Filter"}
            word: {type: string}
            kind: {enum: [a, b]}
            either: {anyOf: [{type: string}, {type: array, items: {type: string}}]}
            scalar: {anyOf: [{type: integer}, {type: boolean}]}
        Filter: {type: object, properties: {max: {type: integer}, kinds: {type: array, items: {type: string}}}}
    """

  private func post(_ path: String, _ body: String) throws -> MockResponse {
    try MockServer(document: Self.document).send("POST", path, "application/x-www-form-urlencoded", body)
  }

  private static func repeated(_ text: String, _ count: Int, _ separator: String) -> String {
    Array(repeating: text, count: count).joined(separator: separator)
  }

  @Test func listsAndFormsAreBounded() throws {
    let ones = { Self.repeated("1", $0, ",") }
    let tooLong = "has more than 10000 values, which is more than this server reads"
    #expect(try post("/styled", "list=\(ones(10_000))").problem == nil)
    #expect(try post("/styled", "list=\(ones(10_001))").problem == "body /list: \(tooLong)")
    let server = try MockServer(document: Self.document)
    #expect(server.get("/items?list=\(ones(10_000))").problem == nil)
    #expect(server.get("/items?list=\(ones(10_001))").problem == "query 'list': \(tooLong)")
    // Text with commas isn't a list.
    #expect(server.get("/items?word=\(ones(10_001))&any=\(ones(10_001))").problem == nil)
    let tooMany = "has more than 10000 names and values, which is more than this server reads"
    #expect(try post("/plain", Self.repeated("list[]=1", 10_000, "&")).problem == nil)
    #expect(try post("/plain", Self.repeated("list[]=1", 10_001, "&")).problem == "body: \(tooMany)")
    #expect(server.get("/items?\(Self.repeated("x=1", 10_001, "&"))").problem == "query: \(tooMany)")
  }

  @Test(arguments: [
    ("/styled", "word=a&word=b", "body /word: is sent 2 times"),
    ("/styled", "kind=a&kind=b", "body /kind: is sent 2 times"),
    ("/styled", "filter[max]=1&filter[max]=2", "body /filter: 'max' is sent 2 times"),
    ("/plain", "word=a&word=b&word=c", "body /word: is sent 3 times"),
    ("/plain", "kind=a&kind=a", "body /kind: is sent 2 times"),
    ("/plain", "scalar=1&scalar=2", "body /scalar: is sent 2 times"),
    ("/plain", "filter[max]=1&filter[max]=2", "body /filter/max: is sent 2 times"),
  ])
  func repeatedFields(_ path: String, _ body: String, _ words: String) throws {
    #expect(try post(path, body).problem == words)
  }

  @Test(arguments: [
    "list=1&list=2", "list[]=1&list[]=2", "either=a&either=b", "either=a", "unknown=1&unknown=2",
    "filter[kinds][]=a&filter[kinds][]=b", "filter[kinds]=a&filter[kinds]=b&filter[max]=1", "scalar=true",
  ])
  func repeatedLists(_ body: String) throws { #expect(try post("/plain", body).problem == nil) }

  /// A parameter counts only where the endpoint has it.
  @Test(arguments: [
    ("POST", "/send?dry=true", "text=a", nil),
    ("POST", "/send?text=a&dry=true", "", "form 'text': is missing"),
    ("POST", "/send", "text=a&dry=true", "query 'dry': is missing"),
    ("POST", "/send?dry=true&text=b", "text=a", nil),
    // A client sends a long query in the body.
    ("POST", "/find", "text=a", nil), ("GET", "/find?text=a", "", nil),
    // The client's parameters are in both.
    ("POST", "/mine?key=a&dry=true", "text=a", nil), ("POST", "/mine?dry=true", "text=a&key=a", nil),
    ("POST", "/mine?dry=true", "text=a", "query 'key': is missing"),
  ])
  func parametersInTheQueryAndTheForm(_ method: String, _ target: String, _ body: String, _ words: String?)
    throws
  {
    #expect(try sendToPlaces(method, target, body).problem == words)
  }

  private func sendToPlaces(_ method: String, _ target: String, _ body: String) throws -> MockResponse {
    let server = try MockServer(
      specs: """
        wgnapi: 1
        module: {servers: {main: "https://shop.example.com/"}, parameters: [key]}
        parameters: {key: {type: string, in: query}}
        endpoints:
          send: {post: send, omit: [key], parameters: {text: string, dry: {type: boolean, in: query}}, response: empty}
          find: {methods: [get, post], path: find, omit: [key], parameters: {text: string}, response: empty}
          mine: {post: mine, parameters: {text: string, dry: {type: boolean, in: query}}, response: empty}
        """)
    let type = "application/x-www-form-urlencoded"
    return body.isEmpty
      ? server.response(to: MockRequest(method, target)) : server.send(method, target, type, body)
  }

  @Test(arguments: [
    ("POST", "/send?dry=true&text=b", "text=a", "query 'text': the endpoint reads it from the form"),
    (
      "POST", "/send?dry=true", "text=a&dry=true&dry=false",
      "form 'dry': the endpoint reads it from the query"
    ),
    ("POST", "/send?dry=true&text[]=b", "text=a", "query 'text': the endpoint reads it from the form"),
    ("POST", "/send?dry=true&other=1", "text=a", "query 'other': isn't a parameter of this endpoint"),
    ("POST", "/send?dry=true", "text=a", nil),
    ("POST", "/find", "text=a", nil), ("GET", "/find?text=a", "", nil), ("POST", "/find?text=a", "", nil),
    ("POST", "/mine?key=a&dry=true", "text=a", nil), ("POST", "/mine?dry=true", "text=a&key=a", nil),
  ])
  func parametersInTheOtherPlaceAreMentioned(
    _ method: String, _ target: String, _ body: String, _ words: String?
  ) throws {
    #expect(try sendToPlaces(method, target, body).header("Mock-Warning") == words)
  }

  @Test(arguments: [
    ("word=a&word=b", "query 'word': is sent 2 times"),
    ("json=1&json=2", "query 'json': is sent 2 times"),
    ("filter[max]=1&filter[max]=2", "query 'filter': 'max' is sent 2 times"),
    ("r=1&g=2&r=1", "query 'members': 'r' is sent 2 times"),
    ("list=1&list=2", nil), ("filter[kinds]=1&filter[kinds]=2", nil),
  ])
  func repeatedParameters(_ query: String, _ words: String?) throws {
    let problem = try MockServer(document: Self.document).get("/items?\(query)").problem
    #expect(problem == words)
  }
}
