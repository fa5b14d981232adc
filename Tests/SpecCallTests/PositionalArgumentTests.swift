import APIModel
import Testing

@testable import SpecCall

/// Arguments for what is in a tuple, and secrets within a body.
@Suite struct PositionalArgumentTests {
  private static let wallet = """
    wgnapi: 1
    module: {servers: {main: "https://node.example.com/"}}
    endpoints:
      unlock:
        post: rpc
        body:
          properties:
            method: {const: unlock}
            params:
              prefixItems: [string, Passphrase, integer]
              names: [account, passphrase, seconds]
        response: any
      create:
        post: rpc
        body:
          properties:
            method: {const: create}
            params: {properties: {label: string, login?: {properties: {pin: {type: string, secret: true}}}}}
        response: any
    schemas:
      Passphrase: {type: string, secret: true}
    """

  /// The body that is sent, or what is wrong; and the command of curl.
  private func wallet(_ name: String, _ arguments: [String], _ environment: [String: String]) throws
    -> (body: String, curl: String)
  {
    let api = try API.reading(specs: Self.wallet)
    do {
      let call = try api.call(name, arguments, environment: environment)
      guard case .bytes(let bytes, _, _) = call.composed().body else { return ("", "") }
      return (String(decoding: bytes, as: UTF8.self), call.curl)
    } catch let refusal as CallRefusal {
      return (refusal.problems.map(\.message).joined(separator: "; "), "")
    }
  }

  /// What clients send by themselves, in the form that it has on the wire.
  @Test(arguments: [
    ("add", ["text=x"], #"{"version":"2","fee":"0.25","id":"1","text":"x"}"#),
    ("fee", [], #""0.25""#),
    ("trade", ["params.note=x"], #"{"method":"t","params":["0.25",null,"x"]}"#),
    ("trade", ["params.size=7", "params.note=x"], #"{"method":"t","params":["0.25","7","x"]}"#),
    ("gap", ["params.c=x"], "'params.b' is missing"),
  ])
  func formsOnTheWire(name: String, arguments: [String], body: String) throws {
    let specs = """
      wgnapi: 1
      module: {servers: {main: "https://node.example.com/"}}
      endpoints:
        add:
          post: add
          body:
            properties:
              version: {type: integer, const: 2, lenient: [numberAsString]}
              fee: {type: Amount, const: 0.25}
              id: {type: Number, automatic: true}
              text: string
          response: any
        fee: {post: fee, body: {type: Amount, const: 0.25}, response: any}
        trade:
          post: trade
          body:
            properties:
              method: {const: t}
              params: {prefixItems: [{type: Amount, const: 0.25}, "Amount?", string], names: [fee, size, note], minItems: 1}
          response: any
        gap:
          post: gap
          body:
            properties:
              method: {const: g}
              params: {prefixItems: [{const: a}, string, string], names: [a, b, c], minItems: 1}
          response: any
        key: {post: key, body: {properties: {key: {type: string, pattern: "^[0-9a-f]{32}$", automatic: true}, note: string}}, response: any}
      schemas:
        Amount: {type: decimal, lenient: [numberAsString]}
        Number: {type: integer, lenient: [numberAsString]}
      """
    let api = try API.reading(specs: specs)
    func sent(_ name: String, _ arguments: [String]) throws -> String {
      do {
        guard case .bytes(let bytes, _, _) = try api.call(name, arguments).composed().body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
      } catch let refusal as CallRefusal {
        return refusal.problems.map(\.message).joined(separator: "; ")
      }
    }
    let found = try sent(name, arguments)
    #expect(found == body, "\(found)")
    #expect(try sent("key", ["note=x"]).hasPrefix(#"{"key":""#))
  }

  /// Secrets within the body come from variables, alone or with what is around them, and curl takes the same ones.
  @Test(arguments: [
    (
      "unlock", ["params.account=hot", "params.seconds=60"], ["WGNAPI_SHOP_PASSPHRASE": "x1"],
      #""params":["hot","x1",60]"#, #"["hot","'"$WGNAPI_SHOP_PASSPHRASE"'",60]"#
    ),
    (
      "unlock", ["params.account=hot", "params.seconds=60"], ["WGNAPI_SHOP_PARAMS_PASSPHRASE": "x1"],
      #""params":["hot","x1",60]"#, #"["hot","'"$WGNAPI_SHOP_PARAMS_PASSPHRASE"'",60]"#
    ),
    (
      "unlock", [], ["WGNAPI_SHOP_PARAMS": #"["hot","x1",60]"#], #""params":["hot","x1",60]"#,
      #""params":'"$WGNAPI_SHOP_PARAMS"'}"#
    ),
    ("create", ["params.label=a"], [:], #""params":{"label":"a"}"#, #""params":{"label":"a"}"#),
    (
      "create", ["params.label=a"], ["WGNAPI_SHOP_PIN": "x1"],
      #""params":{"label":"a","login":{"pin":"x1"}}"#,
      #"{"pin":"'"$WGNAPI_SHOP_PIN"'"}"#
    ),
    (
      "create", ["params.label=a"], ["WGNAPI_SHOP_PARAMS_LOGIN": #"{"pin":"x1"}"#],
      #""params":{"label":"a","login":{"pin":"x1"}}"#, #""login":'"$WGNAPI_SHOP_PARAMS_LOGIN"'}"#
    ),
  ])
  func secretsWithinTheBody(
    name: String, arguments: [String], environment: [String: String], body: String, curl: String
  ) throws {
    let found = try wallet(name, arguments, environment)
    #expect(found.body.contains(body), "\(found.body)")
    #expect(found.curl.contains(curl) && !found.curl.contains("x1"), "\(found.curl)")
  }

  @Test func whatIsMissingOfATuple() throws {
    #expect(
      try wallet("unlock", ["params.account=hot"], [:]).body
        == "'params.passphrase' is missing; set the environment variable WGNAPI_SHOP_PARAMS_PASSPHRASE; "
        + "'params.seconds' is missing")
    let mistyped = try wallet("unlock", ["params.acount=hot"], [:]).body
    #expect(
      mistyped.contains(
        "no argument 'params.acount'; did you mean 'params.account'?; it takes 'params.account', "
          + "'params.passphrase', 'params.seconds'"), "\(mistyped)")
    let refused = try wallet("create", ["params.label=a", "params.login.pin=1"], [:]).body
    #expect(refused.contains("set the environment variable WGNAPI_SHOP_PARAMS_LOGIN_PIN"), "\(refused)")
  }
}
