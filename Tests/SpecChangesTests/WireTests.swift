import APIModel
import Diagnostics
import Testing
import Thoroughness

@testable import GeneratorKit
@testable import SpecChanges

/// Old apps with updated services.
@Suite struct WireTests {
  private static func spec(_ item: String, _ parameters: String = "id: integer", more: String = "") -> String
  {
    """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      item: {get: "items/{id}", parameters: {\(parameters)}, response: Item}
    \(more)schemas:
      Item: {properties: {\(item)}}
      State: {enum: [new, used], open: false}
      Sort: {enum: [price, age]}

    """
  }

  static func spec(ofEndpoint endpoint: String) -> String {
    """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      q: {\(endpoint)}
    schemas:
      Item: {properties: {a: string}}
      Other: {properties: {a: integer}}

    """
  }

  func found(inEndpoint old: String, _ new: String) throws -> [String] {
    try wire(Self.spec(ofEndpoint: old), Self.spec(ofEndpoint: new)).map {
      $0.replacing("requests: ", with: "").replacing("responses: ", with: "")
    }
  }

  func wire(_ old: String, _ new: String) throws -> [String] {
    try ComparedVersions(old, new).changes.wire.map {
      "\($0.direction.rawValue)s: \($0.place): \($0.message) [\($0.verdict.rawValue)]"
    }
  }

  // MARK: Responses

  @Test(
    arguments: [
      // Types that are the same in Swift.
      (
        "a: timestamp", "a: timestampMilliseconds",
        "Item.a: is in other units of time: 'timestampMilliseconds' is read as 'timestamp' [breaks]"
      ),
      ("a: string", "b: {type: string, swiftName: a}", "Item.a: responses don't have it any more [breaks]"),
      (
        "a: {type: integer, maximum: 9}", "a: {type: integer, maximum: 10}",
        "Item.a: 'maximum' was 9 and is 10 (only with strict validation) [may-break]"
      ),
      (
        "a: {type: integer, maximum: 9}", "a: integer",
        "Item.a: 'maximum' was 9 and isn't limited any more (only with strict validation) [may-break]"
      ),
      ("a: \"[State]\"", "a: {type: array, items: State, minItems: 1}", nil),
      (
        "a: {type: string, pattern: \"^a\"}", "a: {type: string, pattern: \"^b\"}",
        "Item.a: must match another pattern (only with strict validation) [may-break]"
      ),
      // Other types.
      ("a: string", "a: integer", "Item.a: is sent as integer, and the app reads string [breaks]"),
      ("a: number", "a: integer", nil),
      (
        "a: integer", "a: number",
        "Item.a: is sent as integer or number, and the app reads integer [may-break]"
      ),
      ("a: string", "a?: string", "Item.a: may be missing [may-break]"),
      ("a?: string", "a: string", nil),
      ("a: string", "a: string?", "Item.a: may be null [may-break]"),
      ("a: date", "a: date-time", "Item.a: is written as 'date-time' and read as 'date' [breaks]"),
      ("a: string", "a: string, b: integer", nil),
      (
        "a: State", "a: {enum: [new, used, lost], open: false}",
        "Item.a: may be 'lost', which the app doesn't accept [may-break]"
      ),
      ("a: Sort", "a: {enum: [price, age, name]}", nil),
      (
        "a: {properties: {b: string}}", "a: {properties: {b: integer}}",
        "Item.a.b: is sent as integer, and the app reads string [breaks]"
      ),
      (
        "a: \"{string: string}\"", "a: \"{string: integer}\"",
        "Item.a: is sent as integer, and the app reads string [breaks]"
      ),
    ] as [(String, String, String?)])
  func responses(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try wire(Self.spec(old), Self.spec(new)).map { $0.replacing("\"", with: "") }
    #expect(found == [expected.map { "responses: \($0)" }].compactMap(\.self))
  }

  // MARK: Requests

  @Test(
    arguments: [
      (
        "id: integer, q: string", "id: integer",
        "client.item(q:): the service doesn't have 'q' any more [cant-tell]"
      ),
      (
        "id: integer", "id: integer, q: string",
        "client.item(q:): the service needs it, and the app doesn't send it [breaks]"
      ),
      ("id: integer", "id: integer, q?: string", nil),
      (
        "id: integer, q?: string", "id: integer, q: string",
        "client.item(q:): may be left out, and the service needs it [may-break]"
      ),
      (
        "id: integer, q: string", "id: integer, q: {type: string, in: header}",
        "client.item(q:): is sent in the query, and expected in the header [breaks]"
      ),
      (
        "id: integer, q: {type: string, maxLength: 9}", "id: integer, q: {type: string, maxLength: 8}",
        "client.item(q:): 'maxLength' was 9 and is 8 [may-break]"
      ),
      ("id: integer, q: {type: string, maxLength: 9}", "id: integer, q: {type: string, maxLength: 10}", nil),
      (
        "id: integer, q: \"[string]\"", "id: integer, q: {type: array, items: string, separator: \"|\"}",
        "client.item(q:): lists of several values are written otherwise [may-break]"
      ),
      (
        "id: integer, q: Sort", "id: integer, q: {enum: [price]}",
        "client.item(q:): may be 'age', which the service doesn't accept [may-break]"
      ),
      ("id: integer, q: Sort", "id: integer, q: {enum: [price, age, name]}", nil),
      (
        "id: integer, q: {type: string}", "id: integer, q: boolean",
        "client.item(q:): is sent as string, and expected as boolean [may-break]"
      ),
      (
        "id: integer, q: boolean", "id: integer, q: integer",
        "client.item(q:): is sent as boolean, and expected as integer [breaks]"
      ),
      // The same text.
      ("id: integer, q: integer", "id: integer, q: {type: string}", nil),
      ("id: integer, q: {enum: [1, 2]}", "id: integer, q: {enum: [\"1\", \"2\"]}", nil),
    ] as [(String, String, String?)])
  func requests(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try wire(Self.spec("a: string", old), Self.spec("a: string", new)).map {
      $0.replacing("\"", with: "")
    }
    #expect(found == [expected.map { "requests: \($0)" }].compactMap(\.self))
  }

  @Test func routes() throws {
    let old = Self.spec("a: string")
    #expect(
      try wire(old, old.replacing("items/{id}", with: "things/{id}")) == [
        "requests: client.item: is sent as 'GET items/{id}', and the service has 'GET things/{id}' [breaks]"
      ])
    #expect(
      try wire(old, old.replacing("{id}", with: "{number}").replacing("id: integer", with: "number: integer"))
        == [])
  }

  // MARK: Random edits

  /// Whatever is called compatible is exchanged without a violation: requests of the old client are read by the mock server of the
  /// new spec, and its responses by the old spec.
  @Test func whatIsCompatibleIsExchanged() throws {
    var (requests, responses, refused) = (0, 0, 0)
    for seed in UInt64(1)...(isThorough ? 1000 : 60) {
      var random = SeededNumbers(seed: seed)
      let text = EditedSpec.edited(by: &random)
      guard let versions = try? ComparedVersions(EditedSpec.text, text) else { continue }
      var sink = DiagnosticSink()
      let old = try #require(readAPI(versions.old, into: &sink)?.modules.first)
      let new = try #require(readAPI(versions.new, into: &sink)?.modules.first)
      let exchange = WireExchange(old, new)
      let sent = exchange.requestProblems()
      let received = exchange.responseProblems()
      let found = Set(versions.changes.wire.map(\.direction))
      if !found.contains(.request) {
        requests += 1
        #expect(sent == [], "\(seed)")
      }
      if !found.contains(.response) {
        responses += 1
        #expect(received == [], "\(seed)")
      }
      refused += sent.isEmpty && received.isEmpty ? 0 : 1
    }
    #expect(requests > 10 && responses > 5 && refused > 10, "\(requests) \(responses) \(refused)")
  }
}
