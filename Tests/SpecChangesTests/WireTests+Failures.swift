import Testing

@testable import SpecChanges

/// The bodies of failures that an app decodes.
extension WireTests {
  private static func spec(_ endpoint: String, _ module: String) -> String {
    """
    wgnapi: 1
    module:
      servers: {main: "https://api.example.com/"}
      \(module.isEmpty ? "summary: Shop" : "failures: {\(module)}")
    endpoints:
      q: {get: q, response: string\(endpoint.isEmpty ? "" : ", \(endpoint)")}
      r: {get: r, response: string}
    schemas:
      Bad: {properties: {code: string, "text?": string}}
      Worse: {properties: {code: integer, text: string}}

    """
  }

  @Test(
    arguments: [
      // Of the module, once for all endpoints.
      ("404: Bad", "404: Worse", "Bad.code: is sent as integer, and the app reads string [breaks]"),
      (
        "404: Worse", "404: Bad",
        "Worse.code: is sent as string, and the app reads integer [breaks]; Worse.text: may be missing [may-break]"
      ),
      ("404: Bad", "404: text", "client[404]: responses are text, and the app reads JSON [breaks]"),
      ("404: Bad", "404: empty", "client[404]: responses are nothing, and the app reads JSON [breaks]"),
      (
        "404: {properties: {a: string}}", "404: {properties: {a: integer}}",
        "client[404].a: is sent as integer, and the app reads string [breaks]"
      ),
      ("404: text", "404: Bad", nil), ("404: empty", "404: Bad", nil),
      // Of statuses, the narrowest descriptions count.
      ("4XX: Bad", "404: Worse", "Bad.code: is sent as integer, and the app reads string [breaks]"),
      ("4XX: text", "404: Bad, 4XX: text", nil),
      (
        "4XX: Bad, 404: text", "404: Bad, 4XX: text",
        "client[4XX]: responses are text, and the app reads JSON [breaks]"
      ),
      ("default: Bad", "5XX: text", "client[5XX]: responses are text, and the app reads JSON [breaks]"),
      (
        "default: Bad", "default: text",
        "client[default]: responses are text, and the app reads JSON [breaks]"
      ),
      ("404: Bad", "405: text", nil), ("404: Bad", "", nil), ("", "404: Bad", nil),
      // Where the error's parts are.
      (
        "404: {schema: Bad, code: code}", "404: {schema: Bad, code: text}",
        "client[404]: the error's code was at '/code' and is at '/text' [may-break]"
      ),
      ("404: {schema: Bad, code: code}", "404: {schema: Bad, code: code, message: text}", nil),
      ("404: {schema: Bad, code: code}", "404: Bad", nil),
    ] as [(String, String, String?)])
  func failures(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try wire(Self.spec("", old), Self.spec("", new))
    #expect(
      found.joined(separator: "; ").replacing("responses: ", with: "")
        == expected ?? "")
  }

  @Test(
    arguments: [
      (
        "failures: {404: Bad}", "failures: {404: text}",
        "client.q()[404]: responses are text, and the app reads JSON [breaks]"
      ),
      ("failures: {404: Bad}", "failures: none", nil),
      ("failures: {404: text}", "failures: none", nil),
      // In place of the module's.
      ("", "failures: {500: text}", "client.q()[500]: responses are text, and the app reads JSON [breaks]"),
      ("failures: {500: text}", "", nil),
      ("failures: {500: empty}", "failures: {500: text}", nil),
      // What is a success now has the app's form of the failure, or not.
      ("", "responses: {200: string, 500: Bad}", nil),
      (
        "", "responses: {200: string, 500: Worse}",
        "Bad.code: is sent as integer, and the app reads string [breaks]"
      ),
      // What was a success is a failure of the module now, and the app still reads it as a success.
      ("responses: {200: string, 500: Bad}", "", nil),
      ("responses: {200: string, 500: text}", "", nil),
      ("responses: {200: string, 4XX: integer}", "", nil),
      (
        "responses: {200: string, 500: integer}", "",
        "client.q()[500]: is sent as object, and the app reads integer [breaks]"
      ),
      (
        "responses: {200: string, default: integer}", "responses: {200: string}",
        "client.q()[500]: is sent as object, and the app reads integer [breaks]"
      ),
      (
        "responses: {200: string, 5XX: {text: text/csv}}", "",
        "client.q()[500]: responses are 'application/json', and the app accepts 'text/csv' [breaks]"
      ),
      (
        "responses: {200: string, 404: Bad}", "failures: {4XX: text}",
        "client.q()[404]: responses are text, and the app reads JSON [breaks]"
      ),
    ] as [(String, String, String?)])
  func failuresOfEndpoints(_ old: String, _ new: String, _ expected: String?) throws {
    func spec(_ endpoint: String) -> String {
      let text = Self.spec(endpoint, "500: Bad")
      return endpoint.hasPrefix("responses")
        ? text.replacing("response: string, responses", with: "responses") : text
    }
    #expect(try wire(spec(old), spec(new)) == [expected.map { "responses: \($0)" }].compactMap(\.self))
  }

  /// Endpoints of a document have failures of their own until most have the same.
  @Test func failuresThatBecomeTheModules() throws {
    let changes = try wire(
      Self.spec("failures: {404: Bad}", ""), Self.spec("", "404: Worse"))
    #expect(changes == ["responses: Bad.code: is sent as integer, and the app reads string [breaks]"])
  }
}
