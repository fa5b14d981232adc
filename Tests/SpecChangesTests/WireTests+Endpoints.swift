import Testing

@testable import SpecChanges

/// What endpoints say around the values: routes, parameters, bodies, statuses, media types and envelopes.
extension WireTests {
  private static func spec(_ endpoint: String, _ module: String = "") -> String {
    """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}\(module)}
    endpoints:
      q: {\(endpoint)}
    schemas:
      Item: {properties: {a: string}}
      Other: {properties: {a: integer}}

    """
  }

  // MARK: Responses

  @Test(
    arguments: [
      // Media types.
      (
        "response: {text: text/csv}", "response: {text: text/plain}",
        "client.q(): responses are 'text/plain', and the app accepts 'text/csv' [breaks]"
      ),
      (
        "response: {text: text/csv}", "response: text",
        "client.q(): responses are 'text/plain', and the app accepts 'text/csv' [breaks]"
      ),
      ("response: text", "response: {text: text/csv}", nil),
      (
        "response: {bytes: image/png}", "response: {bytes: image/*}",
        "client.q(): responses are 'image/*', and the app accepts 'image/png' [may-break]"
      ),
      ("response: {bytes: image/*}", "response: {bytes: image/png}", nil),
      (
        "response: {bytes: image/png}", "response: {bytes: image/gif}",
        "client.q(): responses are 'image/gif', and the app accepts 'image/png' [breaks]"
      ),
      ("response: {text: text/xml}", "response: {text: application/xml}", nil),
      ("response: {application/vnd.a+json: Item}", "response: {application/vnd.b+json: Item}", nil),
      (
        "response: {application/json: Item, text/csv: text}",
        "response: {application/json: Item, text/csv: text, application/pdf: bytes}",
        "client.q(): responses are 'application/pdf', and the app accepts 'application/json' and 'text/csv' [may-break]"
      ),
      (
        "response: {application/json: Item, text/csv: text}", "response: {application/pdf: bytes}",
        "client.q(): responses are 'application/pdf', and the app accepts 'application/json' and 'text/csv' [breaks]"
      ),
      (
        "response: Item", "response: {application/json: Item, text/csv: text}",
        "client.q(): responses are text, and the app reads JSON [may-break]"
      ),
      // Kinds.
      ("response: Item", "response: text", "client.q(): responses are text, and the app reads JSON [breaks]"),
      (
        "response: Item", "response: bytes",
        "client.q(): responses are bytes, and the app reads JSON [breaks]"
      ),
      (
        "response: Item", "response: empty",
        "client.q(): responses are nothing, and the app reads JSON [breaks]"
      ),
      ("response: empty", "response: Item", nil),
      ("response: empty", "response: text", nil),
      ("response: bytes", "response: Item", nil),
      ("response: text", "response: Item", nil),
      (
        "response: text", "response: bytes",
        "client.q(): responses are bytes, and the app reads text [may-break]"
      ),
      ("response: Item", "response: Other", "Item.a: is sent as integer, and the app reads string [breaks]"),
      // Statuses.
      ("responses: {200: Item}", "responses: {201: Item}", nil),
      ("response: Item", "responses: {202: Item}", nil),
      (
        "responses: {200: Item, 404: Other}", "responses: {201: Item, 404: Other}",
        "client.q(): the app doesn't know responses with the status 201 [breaks]"
      ),
      (
        "responses: {200: Item, 404: Other}", "responses: {200: Item, 201: Item, 404: Other}",
        "client.q(): the app doesn't know responses with the status 201 [may-break]"
      ),
      (
        "responses: {200: Item}", "responses: {200: Item, 4XX: Other}",
        "client.q(): the app doesn't know responses with the status 4XX [may-break]"
      ),
      (
        "responses: {200: Item}", "responses: {200: Item, default: Other}",
        "client.q(): the app doesn't know responses with other statuses [may-break]"
      ),
      (
        "responses: {200: Item, 404: Item, 4XX: Item}", "responses: {200: Item, 404: Other, 4XX: Item}",
        "Item.a: is sent as integer, and the app reads string [breaks]"
      ),
      ("responses: {200: Item, 4XX: Item}", "responses: {200: Item, 404: Item}", nil),
    ] as [(String, String, String?)])
  func bodiesOfResponses(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try wire(Self.spec("get: q, \(old)"), Self.spec("get: q, \(new)"))
    #expect(found == [expected.map { "responses: \($0)" }].compactMap(\.self))
  }

  private static func enveloped(_ properties: String, _ response: String = "Item") -> String {
    """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    envelopes: {standard: {properties: {\(properties)}}}
    endpoints:
      q: {get: q, envelope: standard, response: \(response)}
    schemas:
      Item: {properties: {a: string}}

    """
  }

  @Test(
    arguments: [
      ("data: payload", "\"data?\": payload", "standard: may lack the payload [may-break]"),
      ("\"data?\": payload", "data: payload", nil),
      ("data: payload", "result: payload", "standard: has the payload at another place [breaks]"),
      ("data: payload, b: string", "data: payload, \"b?\": string", "standard.b: may be missing [may-break]"),
      (
        "data: payload, b: string", "data: payload, b: integer",
        "standard.b: is sent as integer, and the app reads string [breaks]"
      ),
      ("data: payload, b: string", "data: payload", "standard.b: responses don't have it any more [breaks]"),
      ("data: payload", "data: payload, b: string", nil),
    ] as [(String, String, String?)])
  func envelopes(_ old: String, _ new: String, _ expected: String?) throws {
    let all = try wire(Self.enveloped(old), Self.enveloped(new))
    #expect(
      all
        == [expected.map { "responses: \($0)" }].compactMap(\.self))
    // Nothing is read from the payload.
    let found = try wire(Self.enveloped(old, "empty"), Self.enveloped(new, "empty"))
    #expect(!found.contains { $0.contains("payload") })
  }

  // MARK: Requests

  @Test(
    arguments: [
      // The same bytes.
      (
        "l: {type: \"[string]\", separator: repeat}", "l: {type: \"[string]\", style: form, explode: true}",
        nil
      ),
      ("l: \"[string]\"", "l: {type: \"[string]\", style: form, explode: false}", nil),
      (
        "l: \"[string]\"", "l: {type: \"[string]\", separator: repeat}",
        "client.q(l:): lists of several values are written otherwise [may-break]"
      ),
      ("X-Name: {type: string, in: header}", "x-name: {type: string, in: header}", nil),
      ("a: string", "A: string", "two"),
    ] as [(String, String, String?)])
  func parameters(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try wire(
      Self.spec("get: q, response: empty, parameters: {\(old)}"),
      Self.spec("get: q, response: empty, parameters: {\(new)}"))
    if expected == "two" { return #expect(found.count == 2) }
    #expect(found == [expected.map { "requests: \($0)" }].compactMap(\.self))
  }

  @Test(
    arguments: [
      (
        "{application/json: Item, text/csv: text}", "{application/json: Item}",
        "client.q(body): may be 'text/csv', and the service takes 'application/json' [may-break]"
      ),
      (
        "{application/json: Item, text/csv: text}", "Item",
        "client.q(body): may be 'text/csv', and the service takes 'application/json' [may-break]"
      ),
      ("Item", "{application/json: Item, text/csv: text}", nil),
      ("{application/json: Item, text/csv: text}", "{text/csv: text, application/json: Item}", nil),
      (
        "Item", "{text: text/csv}",
        "client.q(body): may be 'application/json', and the service takes 'text/csv' [breaks]"
      ),
      ("{text: text/csv}", "{bytes: text/csv}", nil),
      ("Item", "Other", "Item.a: is sent as string, and expected as integer [breaks]"),
    ] as [(String, String, String?)])
  func bodies(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try wire(
      Self.spec("post: q, response: empty, body: \(old)"), Self.spec("post: q, response: empty, body: \(new)")
    )
    #expect(found == [expected.map { "requests: \($0)" }].compactMap(\.self))
  }

  /// The type of several bodies is described where they are.
  @Test func placeOfSeveralBodies() throws {
    let changes = try ComparedVersions(
      Self.spec("post: q, response: empty, body: {application/json: Item, text/csv: text}"),
      Self.spec("post: q, response: empty, body: Item")
    ).changes
    #expect(changes.differences.map { "\($0.place): \($0.kind.rawValue)" } == ["client.q(payload:): retyped"])
    #expect(changes.differences.map { $0.old?.start.line } == [4])
  }

  @Test func basePaths() throws {
    let endpoint = "get: q, response: empty}\n  r: {get: r, response: empty"
    func spec(_ base: String, at server: String = "https://api.example.com/") -> String {
      Self.spec(endpoint, ", basePath: \(base)").replacing("https://api.example.com/", with: server)
    }
    let old = spec("v1/")
    #expect(
      try wire(old, spec("v2/")) == [
        "requests: client: requests are sent below 'v1/', and the service has its endpoints below 'v2/' [breaks]"
      ])
    // An old server may go on.
    #expect(try wire(old, spec("v1/", at: "https://other.example.com/")) == [])
    // The same addresses.
    let moved = endpoint.replacing("get: ", with: "get: v1/")
    #expect(try wire(old, Self.spec(moved)) == [])
    #expect(
      try wire(old, Self.spec(endpoint).replacing("example.com/", with: "example.com/v1/")) == [])
  }
}
