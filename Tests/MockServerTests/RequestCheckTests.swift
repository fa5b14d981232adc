import MockServer
import Testing

/// Requests that a document allows, and others, with the words of the refusal.
@Suite struct RequestCheckTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: https://shop.example.com/v1}]
    paths:
      /items/{id}:
        get:
          operationId: item
          parameters:
            - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
            - {name: sizes, in: query, schema: {type: array, items: {enum: [s, m, l]}, maxItems: 2, uniqueItems: true}}
            - {name: tags, in: query, explode: false, schema: {type: array, items: {type: string, maxLength: 3}}}
            - {name: piped, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: integer}}}
            - {name: filter, in: query, style: deepObject, schema: {type: object, required: [max], properties: {max: {type: integer}, kinds: {type: array, items: {type: string}}}}}
            - {name: json, in: query, content: {application/json: {schema: {type: object, required: [a], properties: {a: {type: boolean}}}}}}
            - {name: code, in: query, schema: {type: string, pattern: "^[A-Z]{2}$"}}
            - {name: day, in: query, schema: {type: string, format: date}}
            - {name: open, in: query, schema: {type: boolean}}
            - {name: big, in: query, schema: {type: integer}}
            - {name: X-Level, in: header, schema: {type: integer, maximum: 3}}
            - {name: seen, in: cookie, schema: {type: integer}}
          responses: {"200": {description: OK}}
      /labels/{label}/{matrix}:
        get:
          operationId: labels
          parameters:
            - {name: label, in: path, required: true, style: label, explode: true, schema: {type: array, items: {type: integer}}}
            - {name: matrix, in: path, required: true, style: matrix, schema: {type: object, properties: {x: {type: integer}}}}
          responses: {"204": {description: Done}}
      /rooms/{room}/state/{type}/{key}:
        get:
          operationId: state
          parameters:
            - {name: room, in: path, required: true, schema: {type: string}}
            - {name: type, in: path, required: true, schema: {type: string}}
            - {name: key, in: path, required: true, allowEmptyValue: true, schema: {type: string, maxLength: 3}}
          responses: {"204": {description: Done}}
      /orders:
        post:
          operationId: order
          requestBody:
            required: true
            content:
              application/json: {schema: {$ref: "#/components/schemas/Order"}}
              application/x-www-form-urlencoded: {schema: {$ref: "#/components/schemas/Plain"}}
          responses: {"201": {description: Created, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}
      /files:
        post:
          operationId: upload
          requestBody:
            required: true
            content:
              multipart/form-data:
                schema: {type: object, required: [file, note], properties: {file: {type: string, format: binary}, note: {type: string, maxLength: 4}, lines: {type: array, items: {type: object, required: [sku], properties: {sku: {type: string, maxLength: 2}}}}}}
          responses: {"204": {description: Done}}
    components:
      schemas:
        Order:
          type: object
          required: [lines, id]
          properties:
            id: {type: integer, readOnly: true}
            lines: {type: array, minItems: 1, items: {type: object, required: [sku], properties: {sku: {type: string}, count: {type: integer, maximum: 9}}}}
        Plain: {type: object, required: [name], properties: {name: {type: string}, count: {type: integer}, ids: {$ref: "#/components/schemas/IDs"}, ids_or_word: {anyOf: [{$ref: "#/components/schemas/IDs"}, {type: string, enum: [all]}]}}}
        IDs: {type: array, items: {type: integer}}
    """

  @Test(arguments: [
    "/v1/items/1", "/v1/items/1?sizes=s&sizes=l", "/v1/items/1?tags=a,b%2Cc", "/v1/items/1?piped=1%7C2",
    "/v1/items/1?piped=1|2", "/v1/items/1?filter[max]=3&filter[kinds][]=a&filter[kinds][]=b",
    "/v1/items/1?json=%7B%22a%22%3Atrue%7D", "/v1/items/1?code=AB&day=2024-02-29&open=false",
    "/v1/items/1?big=123456789012345678901234567890", "/v1/labels/.1.2/;matrix=x,3", "/v1/rooms/r/state/t/",
    "/v1/rooms/r/state/t/k",
    "/v1/items/%31",
  ])
  func valid(_ target: String) throws {
    let response = try MockServer(document: Self.document).get(target)
    #expect(response.problem == nil)
    #expect(response.status < 300)
  }

  @Test(arguments: [
    ("/v1/items/0", "path 'id': must not be less than 1"),
    ("/v1/items/x", "path 'id': expected integer, found string \"x\""),
    ("/v1/items/1?sizes=xl", "query 'sizes' /0: expected one of \"s\", \"m\", \"l\", found \"xl\""),
    ("/v1/items/1?sizes=s&sizes=s", "query 'sizes': the elements at 0 and 1 are equal"),
    ("/v1/items/1?sizes=s&sizes=m&sizes=l", "query 'sizes': 3 elements, at most 2 expected"),
    ("/v1/items/1?tags=a,long", "query 'tags' /1: longer than 3 characters"),
    ("/v1/items/1?piped=1|b", "query 'piped' /1: expected integer, found string \"b\""),
    ("/v1/items/1?filter[max]=b", "query 'filter' /max: expected integer, found string \"b\""),
    ("/v1/items/1?filter[kinds][]=b", "query 'filter': the key \"max\" is missing"),
    ("/v1/items/1?json=%7B%22a%22%3A1%7D", "query 'json' /a: expected boolean, found number 1"),
    ("/v1/items/1?json=%7B", "query 'json': isn't JSON: expected a key, found the end, at byte 1"),
    ("/v1/items/1?code=ab", "query 'code': does not match ^[A-Z]{2}$"),
    ("/v1/items/1?day=2023-02-29", "query 'day': isn't a valid date"),
    ("/v1/items/1?open=1", "query 'open': expected boolean, found string \"1\""),
    ("/v1/items/1?big=1&big=2", "query 'big': is sent 2 times"),
    ("/v1/labels/1/;matrix=x,3", "path 'label': must begin with '.'"),
    ("/v1/labels/.1/;other=x,3", "path 'matrix': must be ';matrix=' and a value"),
  ])
  func refused(_ target: String, _ words: String) throws {
    let response = try MockServer(document: Self.document).get(target)
    #expect(response.status == 400)
    #expect(response.problem == words)
    #expect(response.header("Content-Type") == "application/problem+json")
  }

  @Test func headersAndCookiesAreChecked() throws {
    let server = try MockServer(document: Self.document)
    #expect(server.get("/v1/items/1", ["x-level": "3", "Cookie": "a=b; seen=1"]).problem == nil)
    #expect(
      server.get("/v1/items/1", ["X-Level": "4"]).problem == "header 'X-Level': must not be greater than 3")
    #expect(
      server.get("/v1/items/1", ["Cookie": "seen=x"]).problem
        == "cookie 'seen': expected integer, found string \"x\"")
  }

  @Test(arguments: [
    ("application/json", #"{"lines":[{"sku":"a","count":9}]}"#, nil, 201),
    ("application/json", #"{"lines":[]}"#, "body /lines: 0 elements, at least 1 expected", 400),
    (
      "application/json; charset=utf-8", #"{"lines":[{"count":10}]}"#,
      "body /lines/0/count: must not be greater than 9; body /lines/0: the key \"sku\" is missing", 400
    ),
    ("application/json", #"{"lines":[{"sku":"a"}],"id":1}"#, "body /id: is only in responses", 400),
    ("application/json", #"{"lines":"#, "body: isn't JSON: expected a value, found the end, at byte 9", 400),
    (
      "text/plain", "x",
      "body: is text/plain: application/json or application/x-www-form-urlencoded is expected", 415
    ),
    (
      "application/json", #"{"lines":[{"sku":"a"}],"lines":[]}"#,
      "body: isn't JSON: duplicate key \"lines\", at byte 23", 400
    ),
    ("application/x-www-form-urlencoded", "name=a+b&count=2", nil, 201),
    ("application/x-www-form-urlencoded", "name=a&ids=1", nil, 201),
    ("application/x-www-form-urlencoded", "name=a&ids=1&ids=2", nil, 201),
    ("application/x-www-form-urlencoded", "name=a&ids=%5B1,2%5D", nil, 201),
    ("application/x-www-form-urlencoded", "name=a&ids_or_word=1&ids_or_word=2", nil, 201),
    (
      "application/x-www-form-urlencoded", "name=a&ids=x",
      "body /ids/0: expected integer, found string \"x\"", 400
    ),
    (
      "application/x-www-form-urlencoded", "count=two",
      "body /count: expected integer, found string \"two\"; body: the key \"name\" is missing", 400
    ),
  ])
  func bodies(_ type: String, _ body: String, _ words: String?, _ status: Int) throws {
    let response = try MockServer(document: Self.document).send("POST", "/v1/orders", type, body)
    #expect(response.problem == words)
    #expect(response.status == status)
  }

  /// A number that may come as text isn't a list.
  @Test(arguments: [
    ("/a?n=-1", "query 'n': must be greater than 0"),
    ("/a?n=x", "query 'n': expected number, found string \"x\""),
    ("/a?n=2", nil),
  ])
  func lenientNumbers(target: String, problem: String?) throws {
    let server = try MockServer(
      specs: """
        wgnapi: 1
        module: {servers: {main: https://api.example.com}}
        endpoints:
          a:
            get: a
            parameters: {n: {type: decimal, lenient: [numberAsString], exclusiveMinimum: 0}}
            response: any
        """)
    #expect(server.get(target).problem == problem)
  }

  @Test func aBodyIsNeeded() throws {
    let server = try MockServer(document: Self.document)
    let response = server.response(to: MockRequest("POST", "/v1/orders"))
    #expect(response.problem?.hasPrefix("body: is missing: application/json") == true)
  }

  @Test func partsAreChecked() throws {
    let server = try MockServer(document: Self.document)
    func body(_ parts: [String]) -> String {
      parts.map { "--B\r\nContent-Disposition: form-data; name=\($0)\r\n" }.joined() + "--B--\r\n"
    }
    let file = "\"file\"; filename=\"a;b.txt\"\r\n\r\n\r\n--Bx\r\n"
    let type = "multipart/form-data; boundary=B"
    #expect(server.send("POST", "/v1/files", type, body([file, "note\r\n\r\nabcd"])).problem == nil)
    #expect(
      server.send("POST", "/v1/files", type, body([file, "\"note\"\r\n\r\nabcde"])).problem
        == "body /note: longer than 4 characters")
    #expect(
      server.send("POST", "/v1/files", type, body(["note\r\n\r\na"])).problem == "body /file: is missing")
    let cut =
      "\"file\"; filename=a\r\n\r\n1\r\n--Bx\r\nContent-Disposition: form-data; name=note\r\n\r\nabcde"
    #expect(server.send("POST", "/v1/files", type, body([cut, "note\r\n\r\na"])).problem == nil)
    // Semicolons in quotes, and the percent sign, which isn't an escape of names.
    let quoted = "\"file\"; filename=\"a; name=zz.txt\"\r\n\r\n"
    #expect(server.send("POST", "/v1/files", type, body([quoted, "note\r\n\r\na"])).problem == nil)
    #expect(
      server.send("POST", "/v1/files", type, body([file, "\"n%6Fte\"\r\n\r\na"])).problem
        == "body /note: is missing")
    let lines = { (texts: [String]) in body([file, "note\r\n\r\na"] + texts.map { "lines\r\n\r\n" + $0 }) }
    #expect(server.send("POST", "/v1/files", type, lines([#"[{"sku":"a"}]"#])).problem == nil)
    #expect(server.send("POST", "/v1/files", type, lines([#"{"sku":"a"}"#, #"{"sku":"b"}"#])).problem == nil)
    #expect(
      server.send("POST", "/v1/files", type, lines([#"{"sku":"a"}"#, #"{"sku":"abc"}"#])).problem
        == "body /lines/1/sku: longer than 2 characters")
    let delimiters = "--Bx\r\n" + body([file, "note\r\n\r\na"])
    #expect(server.send("POST", "/v1/files", type, delimiters).problem == nil)
    let notes = { body([file] + Array(repeating: "note\r\n\r\na", count: $0 - 1)) }
    #expect(server.send("POST", "/v1/files", type, notes(1_000)).problem == "body /note: is sent 999 times")
    #expect(
      server.send("POST", "/v1/files", type, notes(1_001)).problem
        == "body: has more than 1000 parts, which is more than this server reads")
    #expect(
      server.send("POST", "/v1/files", type, "--C--").problem
        == "body: isn't divided by the boundary of its Content-Type")
  }

  @Test func unknownParametersAreMentioned() throws {
    var options = MockOptions()
    let words = "query 'other': isn't a parameter of this endpoint"
    let warned = try MockServer(document: Self.document).get("/v1/items/1?other=1")
    #expect(warned.problem == nil)
    #expect(warned.header("Mock-Warning") == words)
    options.unknownParameters = .refuse
    #expect(
      try MockServer(document: Self.document, options: options).get("/v1/items/1?other=1").problem == words)
    options.unknownParameters = .ignore
    let ignored = try MockServer(document: Self.document, options: options).get("/v1/items/1?other=1")
    #expect(ignored.header("Mock-Warning") == nil && ignored.problem == nil)
  }

  /// An endpoint whose URL is a parameter is at a path of its own, and hides no other.
  @Test func wholeURLsHaveAPathOfTheirOwn() throws {
    let server = try MockServer(folder: "Tests/Golden/Recipes/Specs")
    let sent = MockRequest(
      "PUT", "/-/sendFile?signature=1", headers: [("Content-Type", "image/png")], body: [1, 2, 3])
    let response = server.response(to: sent)
    #expect(response.status == 200 && response.header("Mock-Warning") == nil)
    let wrong = MockRequest("PUT", "/-/sendFile", headers: [("Content-Type", "text/plain")], body: [1])
    #expect(server.response(to: wrong).status == 415)
    #expect(server.get("/anything").status == 404)
  }
}

/// Keys of maps are checked by the schema of their type.
@Suite struct KeyCheckTests {
  @Test(arguments: [
    ("2", true), ("0", true), ("18446744073709551615", true), ("002", false), ("-1", false), ("+2", false),
    ("2.0", false), ("", false), ("18446744073709551616", false),
  ])
  func integersInKeysAreInTheirShortestForm(key: String, isValid: Bool) throws {
    let specs = """
      wgnapi: 1
      module: {servers: {main: "https://desk.example/"}}
      endpoints:
        put: {put: stock, body: {additionalProperties: string, keys: uint64}, response: empty}
      """
    let response = try MockServer(specs: specs).send("PUT", "/stock", "application/json", #"{"\#(key)":"a"}"#)
    #expect((response.problem == nil) == isValid, "\(response.problem ?? "")")
  }
}
