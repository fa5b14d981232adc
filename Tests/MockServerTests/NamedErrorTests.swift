import MockServer
import Testing

/// The errors that a request asks for by name.
@Suite struct NamedErrorTests {
  private static let specs = """
    wgnapi: 1
    module: {servers: {main: "https://desk.example/"}, envelope: flat}
    envelopes:
      flat:
        properties: {ok: boolean, code?: string, detail?: string}
        payload: rest
        failure: {when: {ok: false}, code: code, message: detail}
    endpoints:
      entry: {get: entry, response: {properties: {id: integer}}, errors: {unknown_entry: , limit_1: "LIMIT_*"}}
    errors: {busy: , key_revoked: }
    """

  @Test(arguments: [
    ("busy", "busy"), ("key_revoked", "key_revoked"), ("unknown_entry", "unknown_entry"),
    ("limit_1", "limit_1"), ("LIMIT_9", "limit_1"),
  ])
  func codesAreExact(name: String, code: String) throws {
    let response = try MockServer(specs: Self.specs).get("/entry", ["Prefer": "code=\(name)"])
    #expect(response.text.contains(#""code":"\#(code)""#), "\(response.text)")
  }

  /// The first element of the list that reports a failure has its code.
  @Test func codesMayBeInLists() throws {
    let specs = """
      wgnapi: 1
      module: {servers: {main: "https://desk.example/"}, envelope: listed}
      envelopes:
        listed:
          properties: {error: "[string]", result?: payload}
          failure: {when: error, code: error}
      endpoints:
        entry: {get: entry, response: {properties: {id: integer}}, errors: {"EGeneral:Invalid arguments": }}
      """
    let server = try MockServer(specs: specs)
    let failure = server.get("/entry", ["Prefer": "code=EGeneral:Invalid arguments"])
    #expect(failure.text.hasPrefix(#"{"error":["EGeneral:Invalid arguments""#), "\(failure.text)")
    #expect(server.get("/entry").text.hasPrefix(#"{"error":[],"result":{"id":"#))
  }

  @Test func otherNamesAreRefused() throws {
    let response = try MockServer(specs: Self.specs).get("/entry", ["Prefer": "code=nonsense"])
    #expect(response.status == 400)
    // Errors with any message are known by their codes.
    #expect(
      response.text.contains("its errors are: unknown_entry, LIMIT_*, busy, key_revoked\""),
      "\(response.text)")
  }
}
