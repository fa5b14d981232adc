import MockServer
import Testing

/// The responses that requests get, and how they choose them.
@Suite struct ResponseTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: https://shop.example.com}, {url: "https://{region}.example.org/{stage}/api", variables: {region: {default: eu}, stage: {default: test}}}]
    components:
      securitySchemes: {key: {type: apiKey, in: header, name: X-Key}, login: {type: http, scheme: bearer}}
      schemas:
        Item: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, price: {type: number, minimum: 1}}}
        Failure: {type: object, required: [code, message], properties: {code: {type: string}, message: {type: string}}}
    paths:
      /items:
        get:
          operationId: items
          responses:
            "200":
              description: OK
              headers: {X-Total: {required: true, schema: {type: integer, minimum: 3}}}
              content:
                application/json:
                  schema: {type: array, items: {$ref: "#/components/schemas/Item"}}
                  examples:
                    wrong: {value: [{id: one}]}
                    two: {value: [{id: 1, name: Cup}, {id: 2, name: Pot}]}
                    none: {value: []}
                text/csv: {schema: {type: string}}
            "404": {description: None, content: {application/vnd.failure+json: {schema: {$ref: "#/components/schemas/Failure"}, example: {code: gone, message: Sold out}}}}
            "4XX": {description: Refused, content: {application/json: {schema: {$ref: "#/components/schemas/Failure"}}}}
      /items/{id}:
        get:
          operationId: item
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}}
        delete:
          operationId: remove
          security: [{key: []}, {login: []}]
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          responses: {"204": {description: Removed}}
      /items/best:
        get: {operationId: best, responses: {"202": {description: OK}}}
      /events:
        get:
          operationId: events
          responses: {"200": {description: OK, content: {text/event-stream: {schema: {$ref: "#/components/schemas/Item"}}}}}
    """

  private func server(_ change: (inout MockOptions) -> Void = { _ in }) throws -> MockServer {
    var options = MockOptions()
    change(&options)
    return try MockServer(document: Self.document, options: options)
  }

  @Test func theFirstValidExampleIsTheResponse() throws {
    let response = try server().get("/items")
    #expect(response.text == #"[{"id":1,"name":"Cup"},{"id":2,"name":"Pot"}]"#)
    #expect(response.header("Content-Type") == "application/json")
    #expect(response.header("X-Total") == "3")
  }

  @Test func requestsChooseAnExample() throws {
    let server = try server { $0.example = "2" }
    #expect(server.get("/items").text.contains("Cup"))
    let empty = server.get("/items", ["Prefer": "example=none"])
    #expect(empty.text == "[]")
    #expect(empty.header("Preference-Applied") == "example=none")
    #expect(server.get("/items", ["Prefer": "respond-async, example=\"1\""]).text == #"[{"id":"one"}]"#)
    let unknown = server.get("/items", ["Prefer": "example=other"])
    #expect(unknown.header("Mock-Warning") == "no example has this name; the examples are: wrong, two, none")
    #expect(unknown.text.contains("Cup"))
  }

  @Test func withoutExamplesValuesAreMadeUp() throws {
    #expect(try server().get("/items/7").text == #"{"id":2,"name":"name","price":3.5}"#)
  }

  @Test func requestsAskForFailures() throws {
    let server = try server()
    let missing = server.get("/items", ["Prefer": "status=404"])
    #expect(missing.status == 404)
    #expect(missing.header("Content-Type") == "application/vnd.failure+json")
    #expect(missing.text == #"{"code":"gone","message":"Sold out"}"#)
    #expect(server.get("/items", ["Prefer": "status=409"]).text == #"{"code":"code","message":"message"}"#)
    let undescribed = server.get("/items", ["Prefer": "status=500"])
    #expect(undescribed.status == 500)
    #expect(undescribed.header("Content-Type") == "application/problem+json")
    #expect(server.get("/items", ["Prefer": "code=418"]).status == 418)
  }

  /// RFC 9457, section 3.1.2
  @Test func problemsHaveTheStatusOfTheirResponses() throws {
    let server = try MockServer(
      document: """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        servers: [{url: https://shop.example.com}]
        paths:
          /a:
            get:
              responses:
                "200": {description: OK}
                4XX: {description: No, content: {application/problem+json: {schema: {$ref: "#/components/schemas/Trouble"}}}}
        components:
          schemas: {Trouble: {type: object, required: [title], properties: {title: {type: string}, status: {type: integer}}}}
        """)
    #expect(server.get("/a", ["Prefer": "status=404"]).text == #"{"title":"title","status":404}"#)
  }

  /// A status from 300 under `responses` is a response with a type of its own, and in no envelope.
  @Test func requestsAskForOtherResponses() throws {
    let server = try MockServer(
      specs: """
        wgnapi: 1
        module:
          servers: {main: https://shop.example.com/}
          envelope: wrapped
          failures: {4XX: Failure}
        endpoints:
          item:
            get: items
            responses: {200: Item, 410: Gone}
          failing: {get: failing, response: Item}
          picture: {get: picture, envelope: none, response: {bytes: image/png}}
        envelopes:
          wrapped: {properties: {data?: payload, error?: {properties: {code: integer}}}, failure: {when: error, code: error.code}}
        schemas:
          Item: {properties: {id: integer}}
          Gone: {properties: {since: date}}
          Failure: {properties: {message: string}}
        """)
    #expect(server.get("/items").text.hasPrefix(#"{"data":{"id":"#))
    let gone = server.get("/items", ["Prefer": "status=410"])
    #expect(gone.status == 410)
    #expect(gone.text.hasPrefix(#"{"since":"#), "\(gone.text)")
    #expect(server.get("/items", ["Prefer": "status=404"]).text == #"{"message":"message"}"#)
    #expect(server.get("/failing", ["Prefer": "status=410"]).text == #"{"message":"message"}"#)
    // A client would wait for another response.
    #expect(server.get("/items", ["Prefer": "status=100"]).status == 200)
    #expect(
      server.get("/items", ["Prefer": "code=NOPE"]).text.contains("of this name; the spec lists none for it"))
    #expect(server.get("/items", ["Accept": "text/html"]).status == 406)
    #expect(server.get("/items", ["Accept": "application/vnd.shop+json"]).status == 200)
    // A valid image.
    let picture = server.get("/picture").body
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) && picture.count > 60)
  }

  @Test func acceptChoosesTheMediaType() throws {
    let server = try server()
    #expect(
      server.get("/items", ["Accept": "text/*, application/json;q=0.5"]).header("Content-Type") == "text/csv")
    #expect(server.get("/items", ["Accept": "application/*"]).header("Content-Type") == "application/json")
    #expect(
      server.get("/items", ["Accept": "text/csv;q=0, */*"]).header("Content-Type") == "application/json")
    let refused = server.get("/items", ["Accept": "image/png"])
    #expect(refused.status == 406)
    #expect(refused.text.contains("only available as application/json, text/csv"))
  }

  @Test func credentialsMustBeThere() throws {
    let server = try server()
    func remove(_ headers: [MockRequest.Field]) -> MockResponse {
      server.response(to: MockRequest("DELETE", "/items/1", headers: headers))
    }
    let refused = remove([])
    #expect(refused.status == 401)
    #expect(refused.problem == "credentials: 'key', or 'login' are missing")
    #expect(refused.header("WWW-Authenticate") == "Bearer")
    // Both are needed together.
    let pair = try MockServer(
      specs: """
        wgnapi: 1
        module:
          servers: {main: https://shop.example}
          credentials: {account: {scheme: apiKey, header: X-Account}, sid: {scheme: apiKey, header: X-Sid}}
          authentication: [account, sid]
        endpoints: {item: {get: item, response: empty}, own: {get: own, authentication: sid, response: empty}}
        """)
    #expect(pair.get("/item").problem == "credentials: 'account' and 'sid' are missing")
    #expect(pair.get("/own").problem == "credentials: 'sid' is missing")
    #expect(remove([("Authorization", "Basic YTpi")]).status == 401)
    #expect(remove([("X-Key", "")]).status == 401)
    #expect(remove([("authorization", "bearer anything")]).status == 204)
    #expect(remove([("x-key", "anything")]).status == 204)
  }

  @Test func literalsWinOverParameters() throws {
    let server = try server()
    #expect(server.get("/items/best").status == 202)
    #expect(server.get("/items/be%73t").status == 202)
    #expect(server.get("/items/best%2Fother").status == 200)
    #expect(server.get("/eu/api/items/best").status == 202)
  }

  @Test func unknownPathsAndMethodsGetHints() throws {
    let server = try server()
    for (path, hint) in [
      ("/item", "the nearest is '/items' (GET)"), ("/items/", "the nearest is '/items' (GET)"),
      ("/itms/7", "the nearest is '/items/{id}' (GET, DELETE)"),
    ] {
      let response = server.get(path)
      #expect(response.status == 404)
      #expect(response.text.contains(hint), "\(response.text)")
    }
    let response = server.response(to: MockRequest("PUT", "/items/1"))
    #expect(response.status == 405)
    #expect(response.header("Allow") == "GET, DELETE")
  }

  @Test func streamsAreStreamsOfExamples() throws {
    let response = try server().get("/events", ["Accept": "text/event-stream"])
    #expect(response.header("Content-Type") == "text/event-stream")
    #expect(response.pieces.count == 3)
    #expect(response.text.hasPrefix("data: {\"id\":"))
  }

  @Test func someRequestsFailOnPurpose() throws {
    let server = try server { ($0.failRate, $0.seed) = (0.5, 7) }
    let first = (0..<40).map { _ in server.get("/items/1").status }
    #expect(first.contains(200) && first.contains(503))
    let again = try self.server { ($0.failRate, $0.seed) = (0.5, 7) }
    #expect((0..<40).map { _ in again.get("/items/1").status } == first)
  }

  @Test func pagesOfOtherOriginsMayAsk() throws {
    let headers = [("Origin", "http://localhost:3000"), ("Access-Control-Request-Method", "DELETE")]
    let preflight = MockRequest("OPTIONS", "/items/1", headers: headers)
    #expect(try server().response(to: preflight).status == 405)
    let server = try server { $0.allowsOrigins = true }
    let allowed = server.response(to: preflight)
    #expect(allowed.status == 204)
    #expect(allowed.header("Access-Control-Allow-Methods") == "DELETE")
    let response = server.get("/items", ["Origin": "http://localhost:3000"])
    #expect(response.header("Access-Control-Allow-Origin") == "http://localhost:3000")
    #expect(response.header("Access-Control-Expose-Headers") == "X-Total")
  }
}
