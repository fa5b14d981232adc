import APIModel
import CallComposing
import Testing

@testable import SpecCall

/// The environment variables of secrets that have one name, and of secrets that aren't texts.
@Suite struct SecretVariableTests {
  private static let specs = """
    wgnapi: 1
    module:
      servers: {main: https://shop.example.com/}
      credentials:
        pin: {scheme: bearer}
        login: {scheme: basic}
        loginUser: {scheme: apiKey, header: X-User}
      parameters: [key]
      authentication: none
    parameters: {key: {type: string, secret: true, in: header}}
    endpoints:
      pay:
        post: pay
        authentication: pin
        body: {properties: {pin: {type: integer, secret: true}, key?: {type: string, secret: true}}}
        response: empty
      open: {get: open, authentication: [login, loginUser], response: empty}
      other: {get: other, omit: [key], parameters: {key: {type: string, secret: true}}, response: empty}
      find: {get: find, parameters: {pin: {type: integer, secret: true}}, response: empty}
      talk:
        post: talk
        authentication: bearer
        body: {properties: {token: {type: string, secret: true}}}
        response: empty
      write:
        put: write
        omit: [key]
        body:
          properties:
            card: Card
            code: {type: integer, secret: true}
            flag?: {type: boolean, secret: true}
            text: {type: string, secret: true}
        response: empty
      attach:
        post: files
        omit: [key]
        body: {multipart: {pin: Pin, details: {properties: {pin: {type: integer, secret: true}}}}}
        response: empty
    schemas:
      Pin: {type: integer, secret: true}
      Card: {secret: true, properties: {holder: string, number: integer}}
    """

  private static let environment = [
    "WGNAPI_SHOP_PIN": "a-token", "WGNAPI_SHOP_BODY_PIN": "4815", "WGNAPI_SHOP_KEY": "a-key",
    "WGNAPI_SHOP_BODY_KEY": "another", "WGNAPI_SHOP_QUERY_PIN": "1516", "WGNAPI_SHOP_LOGIN_USER": "ada",
    "WGNAPI_SHOP_LOGIN_PASSWORD": "lovelace", "WGNAPI_SHOP_CREDENTIAL_LOGIN_USER": "x-user",
    "WGNAPI_SHOP_TOKEN": "per-call", "WGNAPI_SHOP_BODY_TOKEN": "of-the-body",
    "WGNAPI_SHOP_CARD": #"{"holder": "Ada", "number": 4111}"#, "WGNAPI_SHOP_CODE": "42",
    "WGNAPI_SHOP_FLAG": "true", "WGNAPI_SHOP_TEXT": "7",
  ]

  private func call(
    _ name: String, _ arguments: [String] = [], files: [String: String] = [:]
  ) throws -> PreparedCall {
    try API.reading(specs: Self.specs).call(name, arguments, environment: Self.environment, files: files)
  }

  private func body(_ name: String) throws -> String {
    guard case .bytes(let bytes, _, _) = try call(name).composed().body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func header(_ name: String, of operation: String) throws -> String? {
    try call(operation).composed().headers.first { $0.name.lowercased() == name }?.value
  }

  @Test func secretsOfOneNameHaveTheirPlacesBeforeIt() throws {
    #expect(try body("pay") == #"{"pin":4815,"key":"another"}"#)
    #expect(try header("authorization", of: "pay") == "Bearer a-token")
    #expect(try header("key", of: "pay") == "a-key")
    #expect(try header("x-user", of: "open") == "x-user")
    #expect(try body("talk") == #"{"token":"of-the-body"}"#)
    #expect(try header("authorization", of: "talk") == "Bearer per-call")
    #expect(try call("find").composed().url.hasSuffix("?pin=1516"))
    // It is sent in place of the client's parameter.
    #expect(try call("other").composed().url.hasSuffix("?key=a-key"))
  }

  @Test func commandsHaveTheSameNames() throws {
    let curl = try call("pay").curl
    for variable in ["$WGNAPI_SHOP_PIN", "$WGNAPI_SHOP_BODY_PIN", "$WGNAPI_SHOP_BODY_KEY"] {
      #expect(curl.contains("\"\(variable)\""), "\(curl)")
    }
    let refusals = try API.reading(specs: Self.specs).refusals("pay", ["pin=1"], environment: [:])
    #expect(refusals.contains { $0.contains("WGNAPI_SHOP_BODY_PIN") }, "\(refusals)")
  }

  @Test func secretsThatAreNoTextsAreJSON() throws {
    #expect(
      try body("write") == #"{"card":{"holder":"Ada","number":4111},"code":42,"flag":true,"text":"7"}"#)
    let curl = try call("write").curl
    let variables = ["CARD", "CODE", "FLAG"].map { "'\"$WGNAPI_SHOP_\($0)\"'" }
    #expect(
      curl.contains(
        "--data-raw '{\"card\":\(variables[0]),\"code\":\(variables[1]),\"flag\":\(variables[2]),\"text\":\"'\"$WGNAPI_SHOP_TEXT\"'\"}'"
      ), "\(curl)")
    let parts = try call("attach", ["details=@details"], files: ["details": #"{"pin": 1}"#]).curl
    #expect(parts.contains(#"'pin="'"$WGNAPI_SHOP_BODY_PIN"'"'"#), "\(parts)")
    #expect(parts.contains(#"{\"pin\":'"$WGNAPI_SHOP_BODY_PIN"'}"#), "\(parts)")
  }

  @Test func partsWithSecretsAreJSON() throws {
    let details = ["WGNAPI_SHOP_DETAILS": #"{"pin": 1}"#]
    let environment = Self.environment.merging(details) { $1 }
    let call = try API.reading(specs: Self.specs).call("attach", environment: environment)
    guard case .parts(let parts) = call.composed().body else {
      Issue.record("the body has no parts")
      return
    }
    #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["4815", #"{"pin":1}"#])
    // A program would have the values of secrets within a part.
    #expect(throws: CallRefusal.self) { try call.swift() }
  }

  /// The function for texts would send a number as a text.
  @Test func numbersInSwiftAreRead() throws {
    let swift = try call("find").swift()
    #expect(
      swift.contains(
        #"find(pin: try value(ProcessInfo.processInfo.environment["WGNAPI_SHOP_QUERY_PIN"] ?? ""))"#),
      "\(swift)")
    #expect(swift.contains("func value<"), "\(swift)")
  }
}
