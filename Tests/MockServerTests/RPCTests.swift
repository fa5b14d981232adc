import MockServer
import Testing

/// Calls of JSON-RPC, alone and in batches.
@Suite struct RPCTests {
  private static let specs = """
    wgnapi: 1
    module: {servers: {main: "https://desk.example/"}}
    envelopes:
      rpc:
        properties: {jsonrpc: {const: "2.0"}, id?: any, result?: payload, error?: {properties: {code: integer, message: string}}}
        failure: {when: error, code: error.code, message: error.message}
    schemas:
      Call: {properties: {jsonrpc: {const: "2.0"}, id?: any}}
    endpoints:
      weigh:
        post: rpc
        envelope: rpc
        body: {properties: {jsonrpc: {const: "2.0"}, id?: any, method: {const: weigh}, params: {properties: {room: string}}}}
        response: {type: integer, example: 12}
      seal:
        post: rpc
        envelope: rpc
        body: {allOf: [{type: Call}, {properties: {method: {const: seal}}}]}
        response: {type: string, example: wax}
      lists: {post: lists, body: "[integer]", response: {type: integer, example: 3}}
      pay: {post: pay, body: {properties: {method: string, id: string, params: any}}, response: {properties: {id: {type: integer, example: 5}}}}
      note: {post: note, body: {properties: {method: string, id: string}}, response: {properties: {id: {type: string, example: n1}, seen: {type: boolean, example: true}}}}
    """

  private func post(_ body: String, to path: String = "/rpc") throws -> MockResponse {
    try MockServer(specs: Self.specs).send("POST", path, "application/json", body)
  }

  private static func weigh(_ id: String) -> String {
    #"{"jsonrpc":"2.0",\#(id)"method":"weigh","params":{"room":"north"}}"#
  }

  private static func weighed(_ id: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":12}"# }

  @Test(arguments: ["7", "1.50", #""seven""#, "null", #""""#, "123456789012345678901234567890"])
  func responsesHaveTheIDOfTheCall(id: String) throws {
    #expect(try post(Self.weigh(#""id":\#(id),"#)).text == Self.weighed(id))
    let answers = try post("[\(Self.weigh(#""id":\#(id),"#))]").text
    #expect(answers == "[\(Self.weighed(id))]")
  }

  @Test func notificationsHaveNoResponse() throws {
    for body in [Self.weigh(""), "[\(Self.weigh("")), \(Self.weigh(""))]"] {
      let answer = try post(body)
      #expect(answer.status == 204 && answer.body.isEmpty, "\(answer.text)")
    }
  }

  @Test func batchesAreAnsweredByOneArray() throws {
    let seal = #"{"jsonrpc":"2.0","id":"b","method":"seal"}"#
    let answer = try post(" [\(seal), \(Self.weigh("")), \(Self.weigh(#""id":1,"#))]")
    #expect(answer.text == #"[{"jsonrpc":"2.0","id":"b","result":"wax"},\#(Self.weighed("1"))]"#)
    #expect(answer.status == 200 && answer.problem == nil)
    #expect(answer.header("Content-Type") == "application/json")
  }

  @Test(arguments: [
    ("[]", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the batch is empty"}}"#),
    ("[1]", #"[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#),
    (#"[{"jsonrpc":"2.0","id":3,"method":"melt"}]"#, #"[{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"#),
    (#"[{"jsonrpc":"2.0","id":4,"method":"weigh"}]"#, #"[{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"#),
    ("[" + Array(repeating: "1", count: 1001).joined(separator: ",") + "]", "at most 1000 calls"),
  ])
  func mistakesHaveAnErrorOfTheirOwn(body: String, expected: String) throws {
    let answer = try post(body)
    #expect(answer.status == 200 && answer.problem != nil)
    #expect(answer.text.contains(expected), "\(answer.text)")
  }

  /// A call is refused in the same way alone and in a batch.
  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":3,"method":"melt"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":"x","method":""}"#, -32601),
    (#"{"jsonrpc":"2.0","id":4,"method":"weigh"}"#, -32602), (#"{"id":4,"method":"seal"}"#, -32602),
    (#"{"jsonrpc":"2.0","id":null,"method":"weigh","params":{"room":7}}"#, -32602),
    (#"{"jsonrpc":"2.0","method":"melt"}"#, -32601),
  ])
  func refusalsAreErrorsOfTheCall(call: String, code: Int) throws {
    let answer = try post(call)
    #expect(answer.status == 200 && answer.problem != nil)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.text.contains(#""error":{"code":\#(code),"#), "\(answer.text)")
    let batch = try post("[\(call)]")
    #expect(batch.text == "[\(answer.text)]" && batch.status == 200, "\(batch.text)")
  }

  @Test func theMethodsAreListed() throws {
    let answer = try post(#"{"jsonrpc":"2.0","id":3,"method":"wiegh"}"#)
    let words =
      "no endpoint here has the method \"wiegh\"; did you mean 'weigh'?; the methods are weigh, seal"
    #expect(answer.problem == "body /method: \(words)")
    #expect(answer.text.contains(#""id":3"#))
  }

  /// A method of any name is the endpoint's that has none of its own.
  @Test func otherMethodsMayHaveAnEndpoint() throws {
    let server = try MockServer(
      specs: """
        wgnapi: 1
        module: {servers: {main: "https://desk.example/"}}
        endpoints:
          one: {post: rpc, body: {properties: {jsonrpc: {const: "2.0"}, id: integer, method: {const: one}, n: integer}}, response: {properties: {result: {const: 1}}}}
          any: {post: rpc, body: {properties: {jsonrpc: {const: "2.0"}, id: integer, method: string}}, response: {properties: {result: {const: 2}}}}
        """)
    let call = #"{"jsonrpc":"2.0","id":3,"method":"other"}"#
    #expect(server.send("POST", "/rpc", "application/json", call).text == #"{"id":3,"result":2}"#)
  }

  /// A document has one operation for all calls at an address.
  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":7,"method":"b"}"#, #"{"jsonrpc":"2.0","id":7,"result":5}"#),
    (#"{"jsonrpc":"2.0","id":7,"method":"a"}"#, #""id":7,"error":{"code":-32602,"#),
    (#"{"jsonrpc":"2.0","id":7,"method":"f"}"#, "the methods are a, b, c, d"),
    (#"{"jsonrpc":"2.0","id":7,"method":"f"}"#, #""id":7,"error":{"code":-32601,"#),
    (#"[{"jsonrpc":"2.0","id":8,"method":"d"}]"#, #"[{"jsonrpc":"2.0","id":8,"result":5}]"#),
  ])
  func callsMayBeAlternatives(body: String, expected: String) throws {
    let server = try MockServer(
      document: """
        openapi: 3.1.0
        info: {title: R, version: "1"}
        paths:
          /rpc:
            post:
              operationId: call
              requestBody: {required: true, content: {application/json: {schema: {oneOf: [{$ref: "#/components/schemas/A"}, {$ref: "#/components/schemas/B"}, {$ref: "#/components/schemas/C"}]}}}}
              responses: {"200": {description: OK, content: {application/json: {schema: {type: object, required: [jsonrpc], properties: {jsonrpc: {const: "2.0"}, id: {type: integer}, result: {type: integer, example: 5}}}}}}}
        components:
          schemas:
            Call: {type: object, required: [jsonrpc, method], properties: {jsonrpc: {const: "2.0"}, id: {type: integer}, method: {type: string}}}
            A: {allOf: [{$ref: "#/components/schemas/Call"}, {type: object, required: [params], properties: {method: {const: a}, params: {type: object, required: [x], properties: {x: {type: integer}}}}}]}
            B: {type: object, required: [jsonrpc, method], properties: {jsonrpc: {const: "2.0"}, id: {type: integer}, method: {const: b}}}
            C: {type: object, required: [jsonrpc, method, id], properties: {jsonrpc: {const: "2.0"}, id: {type: integer}, method: {type: string, enum: [c, d]}}}
        """)
    let answer = server.send("POST", "/rpc", "application/json", body)
    #expect(answer.text.contains(expected), "\(answer.text)")
  }

  /// Calls that are too much to read may be JSON, so there is no parse error.
  @Test(arguments: [(101, ""), (5000, ""), (101, #", "next": {"a": [1, "x"]}"#)])
  func deepCallsMayBeJSON(depth: Int, rest: String) throws {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let call = #"{"jsonrpc":"2.0","id":1,"method":"weigh","params":\#(deep)\#(rest)}"#
    let answer = try post(call)
    #expect(answer.text.contains(#""code":-32600,"#), "\(answer.text)")
    #expect(answer.problem == "the body can't be read: \(Self.deep)")
    let broken = try post(#"{"jsonrpc":"2.0","id":1,"method":"weigh","params":[[]}"#)
    #expect(broken.text.contains(#""code":-32700,"#) && broken.problem?.contains("isn't JSON") == true)
    #expect(try post(deep, to: "/lists").problem == "body: can't be read: \(Self.deep)")
  }

  private static let deep = "arrays and objects are nested deeper than 100 levels"

  /// What is wrong with the request isn't wrong with each call.
  @Test func refusedRequestsAreNoBatches() throws {
    let server = try MockServer(specs: Self.specs)
    for body in [Self.weigh(#""id":1,"#), "[\(Self.weigh(#""id":1,"#))]"] {
      #expect(server.send("POST", "/rpc", "text/plain", body).status == 415)
    }
  }

  /// A body whose call isn't known has an error of its own (section 5.1).
  @Test(arguments: [
    ("{", -32700), ("", -32700), (#"{"jsonrpc":"2.0","method":"weigh""#, -32700),
    (#"[{"jsonrpc":"2.0"},"#, -32700), ("7", -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":1}"#, -32600),
  ])
  func aBodyWithoutCallsIsRefused(body: String, code: Int) throws {
    let answer = try post(body)
    #expect(answer.status == 200 && answer.problem != nil)
    #expect(answer.text.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":\#(code),"#), "\(answer.text)")
  }

  /// What the endpoint says of requests comes before, and endpoints that aren't JSON-RPC response as they do.
  @Test func otherRefusalsStayAsTheyAre() throws {
    #expect(try post("{", to: "/note").status == 400)
    #expect(try post("{", to: "/pay").status == 400)
    let text = try MockServer(specs: Self.specs).send("POST", "/rpc", "text/plain", "{")
    #expect(text.status == 415, "\(text.status) \(text.text)")
  }

  @Test func aMistakeConcernsItsCallOnly() throws {
    let answer = try post("[\(Self.weigh(#""id":1,"#)), 5]")
    #expect(answer.text.hasPrefix("[\(Self.weighed("1")),"), "\(answer.text)")
  }

  /// Arrays that the spec describes aren't batches.
  @Test func otherBodiesStayAsTheyAre() throws {
    #expect(try post("[1, 2]", to: "/lists").text == "3")
    #expect(try post(#"{"method":"card","id":"a"}"#, to: "/note").text == #"{"id":"n1","seen":true}"#)
    #expect(try post("[]", to: "/note").status == 400)
    // Its responses aren't those of JSON-RPC.
    #expect(try post(#"{"method":"card","id":"a","params":{}}"#, to: "/pay").text == #"{"id":5}"#)
  }

  @Test func notificationsAreWarnedOf() throws {
    for body in [Self.weigh(""), "[\(Self.weigh(""))]"] {
      let answer = try post(body, to: "/rpc?loud=1")
      #expect(answer.status == 204 && answer.header("Mock-Warning")?.contains("loud") == true, "\(answer)")
    }
  }
}
