import APIModel
import CallComposing
import Testing

@testable import SpecCall

/// Secrets of a body from the environment, with the rest of it from arguments.
@Suite struct BodySecretTests {
  private static let specs = """
    wgnapi: 1
    module: {servers: {main: https://bank.example.com/}}
    endpoints:
      pay: {post: pay, body: {json: Payment}, response: empty}
      order: {post: order, body: {json: Order}, response: empty}
      plan: {post: plan, body: {json: {properties: {order: Order}}}, response: empty}
      scan:
        post: scan
        body: {multipart: {title: string, pin: Pin}}
        response: empty
    schemas:
      Pin: {type: string, secret: true}
      Payment: {properties: {amount: integer, counterparty: Counterparty}}
      Counterparty: {properties: {name: string, iban: {type: string, secret: true, minLength: 4}}}
      Order:
        oneOf: [Card, Transfer]
        discriminator: {property: kind, mapping: {card: Card, transfer: Transfer}}
      Card: {properties: {kind: {const: card}, number: {type: string, secret: true}}}
      Transfer: {properties: {kind: {const: transfer}, iban: {type: string, secret: true}, to: string}}
    """
  private static let iban = ["WGNAPI_SHOP_IBAN": "DE990000"]

  private func body(
    _ name: String, _ arguments: [String], _ environment: [String: String] = iban, body: String? = nil
  ) throws -> String {
    let call = try API.reading(specs: Self.specs).call(name, arguments, environment: environment) {
      $0.body = body
    }
    guard case .bytes(let bytes, _, _) = call.composed().body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func problems(
    _ name: String, _ arguments: [String], _ environment: [String: String] = iban, body: String? = nil
  ) throws -> [String] {
    try API.reading(specs: Self.specs).refusals(name, arguments, environment: environment) { $0.body = body }
  }

  private static let whole = #"{"amount":1,"counterparty":{"name":"Ada","iban":"DE990000"}}"#

  @Test func theRestOfAnObjectIsAnArgument() throws {
    #expect(try body("pay", ["amount=1", #"counterparty:={"name": "Ada"}"#]) == Self.whole)
    #expect(try body("pay", ["amount=1", "counterparty.name=Ada"]) == Self.whole)
    #expect(try body("pay", [], body: #"{"amount": 1, "counterparty": {"name": "Ada"}}"#) == Self.whole)
  }

  @Test func secretsInArgumentsAreRefused() throws {
    let reason = "has a secret, which others could read among the arguments; "
    let remedy = ", or leave it out, and set WGNAPI_SHOP_IBAN in the environment"
    #expect(
      try problems("pay", ["amount=1", #"counterparty:={"name": "Ada", "iban": "DE990000"}"#], [:])
        == ["'counterparty' \(reason)pass a file with @\(remedy)"])
    // Nothing else is wrong with a body that was refused.
    #expect(
      try problems("pay", [], body: Self.whole)
        == ["'--body' \(reason)pass it with --body @file or --body -\(remedy)"])
    #expect(try problems("pay", [], body: "{").count == 1)
  }

  @Test func secretsOfTheAlternativeThatIsMeant() throws {
    let transfer = #"{"kind":"transfer","iban":"DE990000","to":"Ada"}"#
    #expect(
      try body("order", ["kind=transfer", "to=Ada"]) == #"{"kind":"transfer","to":"Ada","iban":"DE990000"}"#)
    #expect(try body("order", ["to=Ada"]) == transfer)
    #expect(try body("plan", ["order.to=Ada"]) == #"{"order":\#(transfer)}"#)
    #expect(
      try body("order", ["kind=card"], ["WGNAPI_SHOP_NUMBER": "4111", "WGNAPI_SHOP_IBAN": "DE990000"])
        == #"{"kind":"card","number":"4111"}"#)
  }

  @Test func whatIsMissingHasAVariable() throws {
    #expect(
      try problems("pay", ["amount=1", "counterparty.name=Ada"], [:]) == [
        "14: 'body' at /counterparty: the key \"iban\" is missing [required]; set the environment variable WGNAPI_SHOP_IBAN"
      ])
    #expect(
      try problems("scan", ["title=x"], [:]) == [
        "9: 'pin' is missing; set the environment variable WGNAPI_SHOP_PIN"
      ])
    // Its value isn't in the message.
    #expect(
      try problems("pay", ["amount=1", "counterparty.name=Ada"], ["WGNAPI_SHOP_IBAN": "DE"]) == [
        "14: 'body' at /counterparty/iban: the secret value breaks it [minLength]"
      ])
  }

  @Test func partsHaveSecretsOfTheEnvironment() throws {
    let call = try API.reading(specs: Self.specs).call(
      "scan", ["title=x"], environment: ["WGNAPI_SHOP_PIN": "1234"])
    guard case .parts(let parts) = call.composed().body else {
      Issue.record("no parts")
      return
    }
    #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["x", "1234"])
    #expect(call.curl.contains("$WGNAPI_SHOP_PIN") && !call.curl.contains("1234"), "\(call.curl)")
  }

  @Test func commandsHaveVariables() throws {
    let call = try API.reading(specs: Self.specs).call(
      "pay", ["amount=1", #"counterparty:={"name": "Ada"}"#], environment: Self.iban)
    #expect(call.curl.contains("$WGNAPI_SHOP_IBAN") && !call.curl.contains("DE990000"), "\(call.curl)")
  }
}
