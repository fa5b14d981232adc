import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Parameters in header fields, and numbers in texts.
@Suite struct InferredFieldTests {
  private static let api = "https://api.example.com/v1"

  private func text(_ har: HAR) -> String {
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    return spec.text
  }

  private func traffic(of paths: [String] = ["a"], _ fields: [(String, String)]) -> HAR {
    var har = HAR()
    for path in paths {
      for number in 0..<4 { har.add("\(Self.api)/\(path)/\(number)", response: ["id": 1], fields: fields) }
    }
    return har
  }

  /// Clients would send `1` for `1.0`.
  @Test(arguments: ["1.0", "007", "1e5", "%2B1", "-0", "1.50", "-0.0", "0.00001"])
  func numbersThatClientsWriteOtherwise(value: String) {
    var har = HAR()
    for number in 0..<3 {
      har.add(
        "\(Self.api)/a?v=\(value)&w=\(number)&w2=1.5", response: ["id": 1], fields: [("X-Level", "1.0")])
    }
    let text = text(har)
    for line in ["v: string", "w: integer", "w2: number", "x-level: {type: string"] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
  }

  @Test(arguments: [
    ("17", "integer"), ("-3", "integer"), ("0", "integer"), ("1.5", "number"), ("-0.25", "number"),
  ])
  func numbersThatClientsWriteAlike(value: String, type: String) {
    var har = HAR()
    for _ in 0..<3 { har.add("\(Self.api)/a?v=\(value)", response: ["id": 1]) }
    #expect(text(har).contains("v: \(type)"))
  }

  @Test(arguments: [
    "Notion-Version", "Stripe-Version", "Accept-Version", "OpenAI-Organization", "tenant-id", "Client-ID",
    "Shop-Id", "SOAPAction",
  ])
  func fieldsOfServicesAreParameters(name: String) {
    let text = text(traffic([(name, "acme")]))
    #expect(text.contains("\(name.lowercased()): {type: string, in: header}"), "\(text)")
  }

  @Test(arguments: [
    "Accept-Language", "If-Match", "Prefer", "DNT", "Sec-Fetch-Mode", "traceparent", "CF-Ray", "Priority",
    "X-Requested-With", "Content-Type", "Access-Control-Request-Method",
  ])
  func fieldsOfHTTPAndBrowsersAreNone(name: String) {
    let text = text(traffic([(name, "acme")]))
    #expect(!text.contains("header"), "\(text)")
  }

  @Test func keysInFieldsAreCredentials() {
    let text = text(traffic([("Ocp-Apim-Subscription-Key", "00112233445566778899aabbccddeeff")]))
    #expect(text.contains("{scheme: apiKey, header: Ocp-Apim-Subscription-Key}"), "\(text)")
    #expect(!text.contains("0011223"))
  }

  // MARK: Accept

  private static let type = "application/vnd.api+json"

  @Test func theMediaTypeThatAllRequestsAskFor() {
    let text = text(traffic(of: ["a", "b"], [("Accept", Self.type)]))
    #expect(text.contains("\n  headers: {Accept: \"\(Self.type)\"}"), "\(text)")
  }

  @Test func theMediaTypeThatOneEndpointAsksFor() throws {
    let har = traffic(of: ["a"], [("Accept", Self.type)]).adding(traffic(of: ["b"], [("Accept", "*/*")]))
    let text = text(har)
    #expect(
      text.contains("\n    get: \"a/{id}\"\n    headers: {Accept: \"\(Self.type)\"}")
        && text.components(separatedBy: "Accept").count == 2, "\(text)")
    #expect(try OwnTrafficTests.drift(har, har.infer()) == [])
  }

  @Test(arguments: [
    "application/json", "*/*", "application/json, text/plain, */*", "text/html",
    "application/json; charset=utf-8",
    "application/*", "application/json;q=0.9",
  ])
  func whatAllClientsAskFor(value: String) {
    #expect(!text(traffic([("Accept", value)])).contains("Accept"))
  }

  /// What a module sends anyway isn't a parameter of endpoints that a merge adds.
  @Test func fieldsThatTheSpecHas() throws {
    var spec = DriftTests.shop
    spec.files["Shop/module.yaml"] = """
      wgnapi: 1
      module:
        servers: {main: {url: "https://api.example.com/v1/"}}
        credentials: {client: {scheme: apiKey, header: Client-ID}}
        authentication: client
        headers: {Accept: "\(Self.type)", Shop-Version: "2"}
      """
    let outcome = try spec.merge(
      traffic(
        of: ["racks"],
        [("Client-Id", "c4711"), ("Accept", Self.type), ("Shop-Version", "2"), ("Tenant", "x")]))
    let text = spec.merged(outcome).files.values.joined()
    #expect(
      outcome.endpoints == 1 && !text.contains("client-id") && !text.contains("shop-version"), "\(text)")
    #expect(
      text.contains("tenant: {type: string, in: header}") && text.components(separatedBy: "Accept").count == 2
    )
  }
}
