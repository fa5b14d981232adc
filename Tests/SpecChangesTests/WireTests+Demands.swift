import Testing

@testable import SpecChanges

/// What a document demands of values and clients don't check: the service may refuse what an app sends, and an app reads everything.
extension WireTests {
  private static func body(_ schema: String, _ type: String = "application/json") -> String {
    "requestBody: {required: true, content: \(content(schema, [type]))}\n"
      + "      responses: {204: {description: none}}"
  }

  private static func object(_ properties: String, _ more: String = "") -> String {
    "{type: object, properties: {\(properties)}\(more)}"
  }

  private static let text = "application/x-www-form-urlencoded"

  @Test(
    "Demands of requests",
    arguments: [
      // Keys.
      (object("a: {type: string}"), object("a: {type: string}", ", unevaluatedProperties: false"), nil),
      (
        object("a: {type: string}, b: {type: string}"),
        object("a: {type: string}", ", unevaluatedProperties: false"),
        "client.q(body): must have no other keys [cant-tell]"
      ),
      (
        "{type: object}", "{type: object, additionalProperties: false}",
        "client.q(body): must have no other keys [cant-tell]"
      ),
      (
        "{type: object, additionalProperties: false}",
        "{type: object, additionalProperties: {type: string}}", nil
      ),
      (
        object("a: {type: string}, b: {type: string}"), object("a: {type: string}, b: false"),
        "client.q(body): must not have the key 'b' [cant-tell]"
      ),
      (
        object("a: {type: string}"), object("a: {type: string}", ", required: [c]"),
        "client.q(body): must have the key 'c' [cant-tell]"
      ),
      // Texts.
      (
        object("a: {type: string}"), object("a: {type: string, format: email}"),
        "client.q(body).a: must have the format 'email' [cant-tell]"
      ),
      (object("a: {type: string, format: email}"), object("a: {type: string}"), nil),
      (object("a: {type: string}"), object("a: {type: string, format: password}"), nil),
      (
        object("a: {type: string, format: uri, maxLength: 9}"),
        object("a: {type: string, format: uri, maxLength: 8}"),
        "client.q(body).a: 'maxLength' was 9 and is 8 [may-break]"
      ),
      (
        object("a: {type: string, contentMediaType: application/json}"),
        object("a: {type: string, contentMediaType: application/json, contentSchema: {type: object}}"),
        "client.q(body).a: must satisfy 'contentSchema' [cant-tell]"
      ),
      // Lists.
      (
        object("a: {type: array}"), object("a: {type: array, prefixItems: [{type: integer}]}"),
        "client.q(body).a: must satisfy 'prefixItems' [cant-tell]"
      ),
      (
        object("a: {type: array, contains: {const: x}, minContains: 3}"),
        object("a: {type: array, contains: {const: x}, minContains: 2}"), nil
      ),
      (
        object("a: {type: array, contains: {const: x}, maxContains: 3}"),
        object("a: {type: array, contains: {const: x}, maxContains: 2}"),
        "client.q(body).a: has other conditions [cant-tell]"
      ),
      (
        "{type: object, additionalProperties: {type: string}, propertyNames: {maxLength: 3}}",
        "{type: object, additionalProperties: {type: string}, propertyNames: {maxLength: 5}}", nil
      ),
    ] as [(String, String, String?)])
  func demandsOfRequests(_ old: String, _ new: String, _ expected: String?) throws {
    #expect(try documents(Self.body(old), Self.body(new)) == [expected].compactMap(\.self))
    // Apps read what the service sends, whatever else was demanded of it.
    let demand = expected.map { $0.contains(" must ") } ?? false
    if demand {
      let (sent, known) = ("responses: {200: \(Self.ok(old))}", "responses: {200: \(Self.ok(new))}")
      #expect(try documents(known, sent).filter { $0.contains(" must ") } == [])
    }
  }

  @Test(
    "Bodies that are text",
    arguments: [
      (
        "{type: string}", "{type: string, maxLength: 5}",
        "client.q(body): 'maxLength' wasn't limited and is 5 [may-break]"
      ),
      ("{type: string, maxLength: 5}", "{type: string, maxLength: 9}", nil),
      (
        "{type: string}", "{type: string, enum: [a, b]}",
        "client.q(body): may have values other than those listed [may-break]"
      ),
    ] as [(String, String, String?)])
  func textBodies(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try documents(Self.body(old, "text/plain"), Self.body(new, "text/plain"))
    #expect(found == [expected].compactMap(\.self))
  }

  /// A field is repeated for each element of a list, so one value is a list with one. Objects in a form are JSON, where it isn't.
  @Test(
    "Fields of forms",
    arguments: [
      ("a: {type: string}", "a: {type: array, items: {type: string}}", nil),
      (
        "a: {type: string}", "a: {type: array, items: {type: integer}}",
        "client.q(body).a: is sent as string, and expected as integer [may-break]"
      ),
      (
        "a: {type: string}", "a: {type: array, items: {type: string}, minItems: 2}",
        "client.q(body).a: is one value, and the service needs several [breaks]"
      ),
      (
        "a: {type: array, items: {type: string}}", "a: {type: string}",
        "client.q(body).a: may be several values, and the service reads one [may-break]"
      ),
      ("a: {type: array, items: {type: string}, maxItems: 1}", "a: {type: string}", nil),
      ("a: {type: integer}", "a: {type: string}", nil),
      (
        "o: {type: object, properties: {a: {type: integer}}}",
        "o: {type: object, properties: {a: {type: string}}}",
        "client.q(body).o.a: is sent as integer, and expected as string [breaks]"
      ),
    ] as [(String, String, String?)])
  func fieldsOfForms(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try documents(
      Self.body(Self.object(old), Self.text), Self.body(Self.object(new), Self.text))
    #expect(found == [expected].compactMap(\.self))
  }

  // MARK: One change, one entry

  @Test(
    "One change is one entry",
    arguments: [
      (
        "{type: string}",
        "{anyOf: [{type: string}, {type: integer}, {type: boolean}, {type: array, items: {}}]}",
        "client.q(): is sent as array or boolean or integer, and the app reads string [may-break]"
      ),
      (
        object("a: {type: string}", ", required: [a]"), "{}",
        "client.q(): is sent as anything, and the app reads object [cant-tell]"
      ),
    ] as [(String, String, String)])
  func oneEntry(_ old: String, _ new: String, _ expected: String) throws {
    let found = try documents("responses: {200: \(Self.ok(old))}", "responses: {200: \(Self.ok(new))}")
    #expect(found == [expected])
  }

  // MARK: Webhooks

  private func webhooks(_ old: String, _ new: String) throws -> [String] {
    func spec(_ payload: String) -> String {
      """
      wgnapi: 1
      module:
        servers: {main: "https://api.example.com/"}
        webhooks: {event: {header: X-Event}, signature: github}
      webhooks: {made: Made, gone: empty}
      endpoints: {q: {get: q, response: string}}
      schemas:
        Made: {properties: {\(payload)}}

      """
    }
    return try wire(spec(old), spec(new))
  }

  /// The app waits for an event that doesn't come.
  @Test func eventsThatAreGone() throws {
    func spec(_ events: String) -> String {
      """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}}
      \(events.isEmpty ? "" : "webhooks: {\(events)}")
      endpoints: {q: {get: q, response: text}}

      """
    }
    func gone(_ names: String...) -> [String] {
      names.map { "webhooks: \($0): the service no longer has this event [cant-tell]" }
    }
    #expect(try wire(spec("made: string, gone: empty"), spec("made: string, moved: empty")) == gone("gone"))
    #expect(try wire(spec("made: string, gone: empty"), spec("")) == gone("made", "gone"))
    #expect(try wire(spec(""), spec("made: string")) == [])
  }

  private func signatures(_ old: String, _ new: String) throws -> [String] {
    func spec(_ signature: String) -> String {
      """
      wgnapi: 1
      module:
        servers: {main: "https://api.example.com/"}
        webhooks: {event: {header: X-Event}\(signature.isEmpty ? "" : ", signature: \(signature)")}
      webhooks: {gone: empty}
      endpoints: {q: {get: q, response: text}}

      """
    }
    let changes = try ComparedVersions(spec(old), spec(new)).changes.wire
    #expect(changes.allSatisfy { $0.old?.start.line == 4 && $0.new?.start.line == 4 })
    return changes.map {
      "\($0.direction.rawValue)s: \($0.place): \($0.message) [\($0.verdict.rawValue)]"
    }
  }

  @Test(
    arguments: [
      (
        "github", "slack",
        "webhooks: signature: is 'slack', and the app checks 'github' [breaks]"
      ),
      ("github", "github", nil), ("", "github", nil),
      ("github", "", "webhooks: signature: isn't described any more [cant-tell]"),
      ("github", "{header: X-A}", "webhooks: signature: is described otherwise [cant-tell]"),
      ("{header: X-A}", "{header: x-a}", nil),
      (
        "{header: X-A, content: \"{timestamp}.{body}\", timestamp: X-T}",
        "{header: X-A, content: \"{timestamp}.{body}\", timestamp: X-T, tolerance: 2 min}", nil
      ),
      (
        "{header: X-A}", "{header: X-B, prefix: v1=, algorithm: sha1}",
        "webhooks: signature: is another one: 'header' was 'X-A' and is 'X-B', 'prefix' was '' and is 'v1=', 'algorithm' was 'sha256' and is 'sha1' [breaks]"
      ),
      (
        "{header: X-A}", "{header: X-A, encoding: base64, content: \"{timestamp}.{body}\", timestamp: X-T}",
        "webhooks: signature: is another one: 'encoding' was 'hex' and is 'base64', 'timestamp' was absent and is 'X-T', something else is signed [breaks]"
      ),
    ] as [(String, String, String?)])
  func signaturesOfWebhooks(_ old: String, _ new: String, _ expected: String?) throws {
    #expect(try signatures(old, new) == [expected].compactMap(\.self))
  }

  @Test(
    arguments: [
      ("a: string", "a: integer", "webhooks: Made.a: is sent as integer, and the app reads string [breaks]"),
      ("a: string", "a?: string", "webhooks: Made.a: may be missing [may-break]"),
      ("a: string, b: string", "a: string", "webhooks: Made.b: messages don't have it any more [breaks]"),
      (
        "a: {type: string, maxLength: 3}", "a: string",
        "webhooks: Made.a: 'maxLength' was 3 and isn't limited any more (only with strict validation) [may-break]"
      ),
      ("a: string", "a: string, b: string", nil),
    ] as [(String, String, String?)])
  func payloadsOfWebhooks(_ old: String, _ new: String, _ expected: String?) throws {
    #expect(try webhooks(old, new) == [expected].compactMap(\.self))
  }
}
