import APIModel
import MockServer
import Testing

@testable import SpecCall

/// What is said of responses that don't match the spec, and how responses are shown.
@Suite struct ResponseTests {
  @Test(
    arguments: [
      ("items", 200, #"{"status": "ok", "data": [{"id": 1, "name": "Cup"}]}"#, []),
      (
        "items", 200, #"{"status": "ok", "data": [{"id": 0, "name": "Cup"}, {"id": -1, "name": "Pot"}]}"#,
        ["24: response /data/0/id: must not be less than 1 [minimum], and 1 more like it"]
      ),
      (
        "items", 200, #"{"status": "ok", "data": [{"id": 1}], "more": true}"#,
        [
          "10: warning: response /more: the spec doesn't mention this key",
          "25: response /data/0: the key \"name\" is missing [required]",
        ]
      ),
      ("items", 200, #"{"status": "ok"}"#, ["13: response: the payload 'data' is missing"]),
      (
        "items", 200,
        #"{"status": "error", "error": {"code": 407, "message": "INVALID_SEARCH", "field": "search"}}"#,
        ["13: the service reports 407: INVALID_SEARCH, field 'search'"]
      ),
      (
        "items", 200, #"{"status": "error", "error": {"code": 500, "message": "OTHER"}}"#,
        ["13: the service reports 500: OTHER; the spec doesn't list this error"]
      ),
      (
        "items", 200, "<html>",
        ["13: response: it isn't valid JSON: expected a value, found <html>, at byte 0"]
      ),
      ("items", 200, "", ["13: response: the body is empty, and JSON is expected"]),
      (
        "item", 404, #"{"code": "gone", "text": "No such item"}"#,
        [
          "14: the service reports gone: No such item; the spec doesn't list this error (status 404 (not found))"
        ]
      ),
      (
        "item", 404, #"{"code": 7}"#,
        [
          "14: the service reports 7; the spec doesn't list this error (status 404 (not found))",
          "26: response: the key \"text\" is missing [required]",
          "26: response /code: expected string, found number 7 [type]",
        ]
      ),
      (
        "item", 500, "{}",
        ["14: status 500 (internal server error); the spec doesn't describe a failure with it"]
      ),
      ("moved", 204, "", ["20: status 204 (no content); the spec doesn't describe a response with it"]),
      (
        "moved", 410, #"{"code": "a", "text": "b"}"#,
        ["20: warning: status 410 (gone), which the spec describes as a response"]
      ),
    ] as [(String, Int, String, [String])])
  func violations(_ name: String, _ status: Int, _ body: String, _ expected: [String]) async throws {
    let (log, isSuccess) = try await ResponseSample.run(
      name, .constant(body, status: status, headers: ["X-Total": "3"]))
    #expect(Set(log.problems.map(\.line)) == Set(expected))
    #expect(isSuccess == expected.allSatisfy { $0.contains("warning:") })
  }

  /// A list reports a failure if there is anything in it.
  @Test(arguments: [
    (#"{"error": [], "result": 1}"#, []),
    (
      #"{"error": ["EGeneral:Invalid arguments", "Other"]}"#,
      ["4: the service reports EGeneral:Invalid arguments (The arguments are wrong.)"]
    ),
    (#"{"error": ["EOther"]}"#, ["4: the service reports EOther; the spec doesn't list this error"]),
  ])
  func failuresInLists(response: String, expected: [String]) async throws {
    let specs = """
      wgnapi: 1
      module: {servers: {main: https://shop.example.com/}, parameters: [key]}
      parameters: {key: {type: string, secret: true}}
      endpoints: {rate: {get: rate, response: integer, envelope: listed}}
      errors: {"EGeneral:Invalid arguments": {"*": {summary: The arguments are wrong.}}}
      envelopes:
        listed:
          properties: {error: "[string]", result?: payload}
          failure: {when: error, code: error, message: error}
      """
    let (log, isSuccess) = try await ResponseSample.run("rate", .constant(response), specs: specs)
    #expect(log.problems.map(\.line).map { $0.replacing("5: ", with: "4: ") } == expected)
    #expect(isSuccess == expected.isEmpty)
  }

  /// Clients accept them, and they are the next lines to write.
  @Test(arguments: [
    (#"{"size": "large", "shape": {"form": "round"}}"#, []),
    (
      #"{"size": "huge", "shape": {"form": "oval"}}"#,
      [
        "7: warning: response /size: the spec doesn't list this value",
        "7: warning: response /shape: the spec has no alternative for it",
      ]
    ),
  ])
  func unlistedValuesAreWarnings(response: String, expected: [String]) async throws {
    let specs = """
      wgnapi: 1
      module: {servers: {main: https://shop.example.com/}, parameters: [key]}
      parameters: {key: {type: string, secret: true}}
      endpoints:
        kind: {get: kind, response: Kind, partial: {fields: fields}}
      schemas:
        Kind: {properties: {size: {enum: [small, large]}, shape: {oneOf: [Round, Square], discriminator: form}}}
        Round: {properties: {form: {const: round}}}
        Square: {properties: {form: {const: square}}}
      """
    let (log, isSuccess) = try await ResponseSample.run("kind", .constant(response), specs: specs)
    #expect(isSuccess)
    #expect(Set(log.problems.map(\.line)) == Set(expected))
  }

  @Test func mediaTypesAndHeaderFields() async throws {
    let (plain, isValid) = try await ResponseSample.run(
      "item", .constant(#"{"id": 1, "name": "Cup"}"#, type: "text/html"))
    #expect(
      plain.problems.map(\.line) == ["14: warning: response: it is JSON, but its Content-Type is text/html"])
    #expect(isValid)
    let (picture, isPicture) = try await ResponseSample.run("picture", .constant("<html>", type: "text/html"))
    #expect(
      picture.problems.map(\.line) == [
        "17: response: Content-Type is text/html; the spec describes image/png"
      ])
    #expect(!isPicture)
    let items = #"{"status": "ok", "data": []}"#
    let (missing, _) = try await ResponseSample.run("items", .constant(items))
    #expect(missing.problems.map(\.line) == ["13: response: the header field X-Total is missing"])
    let (wrong, _) = try await ResponseSample.run("items", .constant(items, headers: ["X-Total": "many"]))
    #expect(
      wrong.problems.map(\.line)
        == ["13: response: header field X-Total: expected integer, found string \"many\" [type]"])
  }

  /// Only the fields that were asked for are there.
  @Test func partialResponses() async throws {
    let (log, isSuccess) = try await ResponseSample.run("item", .constant(#"{"id": 1}"#), ["fields=id"])
    #expect(log.problems.isEmpty && isSuccess)
  }

  // MARK: Showing

  @Test func responsesAreReadable() async throws {
    let (log, _) = try await ResponseSample.run(
      "item", .constant(#"{"name":"a\u001b[31m\u202eb\u0080ü","id":1,"tags":[],"more":{"x":[1,2.50]}}"#))
    #expect(
      log.text == """
        {
          "name": "a\\u001b[31m\\u202eb\\u0080ü",
          "id": 1,
          "tags": [],
          "more": {
            "x": [
              1,
              2.50
            ]
          }
        }

        """)
  }

  @Test func nothingActsOnATerminal() async throws {
    let text = "one\u{1B}]0;title\u{7}\r\ntwo\u{9B}31m"
    let (log, _) = try await ResponseSample.run("text", .constant(text, type: "text/plain"))
    #expect(log.text == "one<U+001B>]0;title<U+0007>\ntwo<U+009B>31m\n")
    let (raw, _) = try await ResponseSample.run(
      "text", .constant(text, type: "text/plain"), form: .raw, terminal: true)
    #expect(raw.text == log.text && raw.bytes.isEmpty)
    let (piped, _) = try await ResponseSample.run("text", .constant(text, type: "text/plain"), form: .raw)
    #expect(piped.bytes == Array(text.utf8))
    let (picture, _) = try await ResponseSample.run(
      "picture", .constant("\u{1B}x", type: "image/png"), terminal: true)
    #expect(picture.notes == ["2 bytes of image/png; use --output FILE to keep them"] && picture.text.isEmpty)
  }

  @Test func secretsAreHidden() async throws {
    let (log, _) = try await ResponseSample.run("token", .constant(#"{"token":"abcdefgh","days":3}"#))
    #expect(log.text.contains(#""token": "<redacted>""#) && log.text.contains(#""days": 3"#))
    #expect(log.notes == ["secrets in the response are hidden; --raw and --output have them"])
    let (wrong, _) = try await ResponseSample.run("token", .constant(#"{"token":12345678,"days":"x"}"#))
    #expect(
      Set(wrong.problems.map(\.message)) == [
        "response /token: the secret value breaks it [type]",
        "response /days: expected integer, found string \"x\" [type]",
      ])
    // What the service repeats of the request.
    let (echo, _) = try await ResponseSample.run(
      "item",
      .constant(
        #"{"id":1,"name":"key-0123456789"}"#,
        headers: ["X-Echo": "key-0123456789", "Set-Cookie": "session=1"]),
      verbose: true)
    let all = echo.text + echo.notes.joined(separator: "\n")
    #expect(!all.contains("0123456789") && !all.contains("session=1"))
    #expect(echo.notes.first == "> GET https://shop.example.com/item?key=<redacted>")
    #expect(echo.notes.contains("< 200 (ok)"))
    let (failure, _) = try await ResponseSample.run(
      "item", .constant(#"{"code":"key-0123456789","text":"x"}"#, status: 400))
    #expect(!failure.problems.contains { $0.message.contains("0123456789") })
  }

  /// A payload beside a failure has the secrets of any response.
  @Test(arguments: [200, 404]) func secretsBesideAFailureAreHidden(_ status: Int) async throws {
    let body =
      #"{"status": "error", "error": {"code": 407, "message": "X"}, "data": {"token": "t0k3n-beside", "days": 3}}"#
    let (log, _) = try await ResponseSample.run(
      "token", .constant(body, status: status),
      specs: ResponseSample.specs.replacing("token, envelope: none,", with: "token,"))
    #expect(!log.text.contains("t0k3n-beside"), "\(log.text)")
    #expect(log.text.contains(#""token": "<redacted>""#) && log.text.contains(#""days": 3"#))
  }

  @Test func responsesAreKeptAsTheyAre() async throws {
    let (saved, _) = try await ResponseSample.run(
      "picture", .constant("\u{89}PNG", type: "image/png"), form: .saved)
    #expect(saved.bytes == Array("\u{89}PNG".utf8))
    // A failure isn't what was asked for.
    let (failure, isSuccess) = try await ResponseSample.run(
      "picture", .constant(#"{"code":"a","text":"b"}"#, status: 404), form: .saved)
    #expect(failure.bytes.isEmpty && failure.text.contains(#""code": "a""#) && !isSuccess)
    let (raw, _) = try await ResponseSample.run("item", .constant(#" {"id":1,"name":"x"}"#), form: .raw)
    #expect(raw.bytes == Array(#" {"id":1,"name":"x"}"#.utf8))
  }

  /// A file is kept only if it has a whole response.
  @Test func responsesThatCantBeWrittenAreReported() async throws {
    let picture = StubTransport.constant("\u{89}PNG", type: "image/png")
    let call = try API.reading(specs: ResponseSample.specs).call(
      "picture", environment: ["WGNAPI_SHOP_KEY": "x"])
    let whole = CallLog()
    #expect(try await call.run(picture, whole.output(.saved)) && whole.isComplete)
    for form in [CallOutput.Form.saved, .raw, .readable] {
      let log = CallLog()
      log.refusal = "'a.png' can't be written: No space left on device"
      let isSuccess = try await call.run(picture, log.output(form))
      #expect(!isSuccess && !log.isComplete)
      #expect(log.problems.map(\.message) == [log.refusal])
    }
    let part = CallLog()
    let large = StubTransport.constant(String(repeating: "x", count: 200), type: "image/png")
    #expect(try await !call.run(large, limit: 100, part.output(.saved)))
    #expect(!part.isComplete && part.problems.count == 1)
  }

  /// Nobody can tell where the secrets are in JSON that has no end.
  @Test func brokenResponsesWithSecretsArentShown() async throws {
    let (log, isSuccess) = try await ResponseSample.run("token", .constant(#"{"token":"abcdefgh""#))
    #expect(!isSuccess && !(log.text + String(decoding: log.bytes, as: UTF8.self)).contains("abc"))
    #expect(log.notes == ["the body may have secrets, and isn't shown; --raw and --output have it"])
    #expect(
      log.problems.map(\.message) == [
        "response: it isn't valid JSON: malformed JSON in an object with secrets, at byte 19"
      ])
    let (page, _) = try await ResponseSample.run("item", .constant("<html>", type: "text/html"))
    #expect(page.text == "<html>\n")
    #expect(
      page.problems.map(\.message) == [
        "response: it is text/html and not JSON: expected a value, found <html>, at byte 0"
      ])
  }

  /// A message quotes the beginning of what isn't JSON, which may end within the call's own secret.
  @Test func piecesOfTheCallsSecretsArentQuoted() async throws {
    let (log, _) = try await ResponseSample.run("item", .constant("the_application_named_key-0123456789"))
    #expect(
      log.problems.first?.message
        == "response: it isn't valid JSON: (text withheld, because it may quote a part of a secret), at byte 0"
    )
  }

  @Test func sizesAreLimited() async throws {
    let (log, isSuccess) = try await ResponseSample.run(
      "item", .constant(String(repeating: "x", count: 200)), limit: 100)
    #expect(
      log.problems.map(\.message) == ["the response is larger than 100 bytes; see --limit"] && !isSuccess)
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    let (nested, _) = try await ResponseSample.run("item", .constant(deep))
    #expect(
      nested.problems.map(\.message)
        == ["response: it can't be read: arrays and objects are nested deeper than 100 levels"])
  }

  @Test(arguments: [
    ("INVALID_*", "INVALID_SEARCH", true), ("*_NOT_FOUND", "A_NOT_FOUND", true), ("A*B*C", "AxBxC", true),
    ("A*B*C", "AxC", false), ("A*A", "A", false), ("A", "B", false), ("", "B", true), ("*", "", true),
  ])
  func messagesFitPatterns(_ pattern: String, _ message: String, _ fits: Bool) {
    #expect(ErrorCase.fits(message, pattern) == fits)
  }
}
