import Testing

@testable import SpecChanges

/// OpenAPI documents, of which the module doesn't have everything that a service accepts or sends.
extension WireTests {
  private static func document(_ operation: String) -> String {
    """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: "https://api.example.com/"}]
    paths:
      /q:
        post:
          operationId: q
          \(operation)
    components:
      schemas:
        A: {type: object, required: [a], properties: {a: {type: string}}}
        B: {type: object, required: [b], properties: {b: {type: string}}}
        Old: {type: object, required: [a], properties: {a: {type: string, deprecated: true}}}

    """
  }

  func documents(_ old: String, _ new: String) throws -> [String] {
    let module = "wgnapi: 1\nmodule: {openapi: api.yaml}\n"
    let changes = try ComparedVersions(
      ["module": module, "api": Self.document(old)], ["module": module, "api": Self.document(new)]
    ).changes
    return changes.wire.map { "\($0.place): \($0.message) [\($0.verdict.rawValue)]" }
  }

  static func content(_ schema: String, _ types: [String]) -> String {
    "{" + types.map { "\"\($0)\": {schema: \(schema)}" }.joined(separator: ", ") + "}"
  }

  private static let form = "application/x-www-form-urlencoded"
  private static let object = "{type: object, required: [a], properties: {a: {type: string}}}"
  private static let upload =
    "{type: object, required: [a], properties: {a: {type: string}, f: {type: string, format: binary}}}"

  /// A service takes bodies that clients don't send, because another one has the same value.
  @Test(
    "Bodies that clients don't send",
    arguments: [
      (object, [form], [form, "application/json"], nil),
      (object, [form], ["application/json", form], nil),
      (object, ["multipart/form-data"], ["multipart/form-data", "application/json"], nil),
      (object, ["multipart/form-data"], ["multipart/form-data", form], nil),
      (upload, ["multipart/form-data"], ["application/json", "multipart/form-data"], nil),
      (
        object, [form], ["application/json"],
        "client.q(body): may be 'application/x-www-form-urlencoded', and the service takes 'application/json' [breaks]"
      ),
      (
        object, ["application/json;v=1"], ["application/json;v=2"],
        "client.q(body): may be 'application/json;v=1', and the service takes 'application/json;v=2' [breaks]"
      ),
      (
        object, ["application/json;v=1", "application/json;v=2"], ["application/json;v=2"],
        "client.q(body): may be 'application/json;v=1', and the service takes 'application/json;v=2' [breaks]"
      ),
      (object, ["application/json;v=2"], ["application/json;v=1", "application/json;v=2"], nil),
      (object, ["application/json;v=1"], ["application/json"], nil),
      (
        object, ["application/json"], ["application/json;v=2"],
        "client.q(body): is 'application/json', and the service takes 'application/json;v=2' [cant-tell]"
      ),
      (object, ["application/json;charset=utf-8"], ["application/json"], nil),
    ] as [(String, [String], [String], String?)])
  func omittedBodies(_ schema: String, _ old: [String], _ new: [String], _ expected: String?) throws {
    func operation(_ types: [String]) -> String {
      "requestBody: {required: true, content: \(Self.content(schema, types))}\n"
        + "      responses: {204: {description: none}}"
    }
    #expect(try documents(operation(old), operation(new)) == [expected].compactMap(\.self))
  }

  @Test(
    "Bodies",
    arguments: [
      (
        "{type: object, properties: {a: {type: [string, \"null\"]}}, required: [a]}", object, form,
        "client.q(body).a: may be left out, and the service needs it [may-break]"
      ),
      (
        "{type: object, additionalProperties: {type: string}}", object, "application/json",
        "client.q(body).a: may be left out, and the service needs it [may-break]"
      ),
      (
        "{type: object}", object, "application/json",
        "client.q(body).a: may be left out, and the service needs it [may-break]"
      ),
    ] as [(String, String, String, String?)])
  func keysOfBodies(_ old: String, _ new: String, _ type: String, _ expected: String?) throws {
    func operation(_ schema: String) -> String {
      "requestBody: {required: true, content: \(Self.content(schema, [type]))}\n"
        + "      responses: {204: {description: none}}"
    }
    #expect(try documents(operation(old), operation(new)) == [expected].compactMap(\.self))
  }

  /// The service tells objects apart that the app sends without a tag.
  @Test func discriminatorWasAdded() throws {
    func operation(_ more: String) -> String {
      let content = Self.content("{oneOf: [\(Self.a), \(Self.b)]\(more)}", ["application/json"])
      return "requestBody: {required: true, content: \(content)}\n"
        + "      responses: {204: {description: none}}"
    }
    let found = try documents(operation(""), operation(", discriminator: {propertyName: kind}"))
    #expect(
      found == [
        "client.q(body): 'A' and 'B' aren't told apart by 'kind', and the service needs that [may-break]"
      ])
  }

  private static let a = "{$ref: \"#/components/schemas/A\"}"
  private static let b = "{$ref: \"#/components/schemas/B\"}"
  static func ok(_ schema: String) -> String {
    "{description: ok, content: {application/json: {schema: \(schema)}}}"
  }
  private static let conditions = "type: object, properties: {a: {type: string}, b: {type: string}}"

  @Test(
    "Responses",
    arguments: [
      // A deprecated property is sent as long as the document requires it.
      (ok(object), ok("{$ref: \"#/components/schemas/Old\"}"), nil),
      (
        ok(object), ok("{type: object, properties: {a: {type: string, deprecated: true}}}"),
        "client.q().a: may be missing [may-break]"
      ),
      // Several successes.
      (
        ok("{type: string}"), ok("{type: string}") + ", 204: {description: none}",
        "client.q(): responses are nothing, and the app reads JSON [may-break]"
      ),
      (
        ok(a), ok(a) + ", 206: " + ok(b),
        "client.q(): some responses aren't read: A.a: responses don't have it any more [may-break]"
      ),
      (
        ok(object), ok(object) + ", 206: " + ok(b),
        "client.q(): some responses aren't read: client.q().a: responses don't have it any more [may-break]"
      ),
      (
        ok(a),
        "{description: ok, content: {application/json: {schema: \(a)}, application/hal+json: {schema: \(b)}}}",
        "client.q(): some responses aren't read: A.a: responses don't have it any more [may-break]"
      ),
      (ok(a), ok(b) + ", 201: " + ok(b), "A.a: responses don't have it any more [breaks]"),
      (
        ok("{type: string, contentEncoding: base64}"), ok("{type: string, contentEncoding: base64url}"),
        "client.q(): is base64url, and is read as base64 [may-break]"
      ),
      // Conditions.
      (
        ok("{\(conditions), if: {required: [a]}, then: {required: [b]}}"),
        ok("{\(conditions), if: {required: [a]}, then: {required: [b]}, else: {maxProperties: 0}}"), nil
      ),
      (
        ok("{\(conditions), if: {required: [a]}, then: {required: [b]}, else: {maxProperties: 0}}"),
        ok("{\(conditions), if: {required: [a]}, then: {required: [b]}}"),
        "client.q(): has other conditions (only with strict validation) [may-break]"
      ),
      (
        ok("{type: string, pattern: \"^a\"}"), ok("{type: string}"),
        "client.q(): doesn't have to match a pattern any more (only with strict validation) [may-break]"
      ),
    ] as [(String, String, String?)])
  func responsesOfDocuments(_ old: String, _ new: String, _ expected: String?) throws {
    #expect(
      try documents("responses: {200: \(old)}", "responses: {200: \(new)}") == [expected].compactMap(\.self))
  }
}
