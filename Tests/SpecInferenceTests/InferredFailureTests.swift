import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Envelopes, and what responses say of failures.
@Suite struct InferredFailureTests {
  private static let api = "https://api.example.com"

  /// Infers a spec of responses to one endpoint, which must be without a mistake.
  private func spec(_ responses: [JSON], path: String = "/things") -> String {
    var har = HAR()
    for response in responses { har.add(Self.api + path, response: response) }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    return spec.text
  }

  /// JSON-RPC and its like say with the status of success that something went wrong.
  @Test(arguments: [1, 2]) func failuresBesideAResult(paths: Int) throws {
    var har = HAR()
    for number in 0..<15 {
      for path in 0..<paths {
        let rest: (String, JSON) =
          number < 10
          ? ("result", ["x": .number(JSONNumber(number))]) : ("error", ["code": -32601, "message": "nope"])
        har.add(
          "POST", "\(Self.api)/rpc\(path)", response: ["jsonrpc": "2.0", "id": 7, .init(rest.0): rest.1],
          body: #"{"method": "m"}"#)
      }
    }
    let spec = har.infer()
    #expect(
      spec.diagnostics.isEmpty && spec.crowded.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.crowded)")
    for line in [
      "result?: payload", "when: error", "code: error.code", "message: error.message", "envelope: standard",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
  }

  /// The others keep what they have, and aren't read by the envelope of one of them.
  @Test(
    arguments: [
      (["result": ["visits": 1]], ["error": ["code": "MISSING_FROM", "message": "n o"]], "code: error.code"),
      (
        ["status": "ok", "result": ["visits": 1]],
        ["status": "error", "error": ["code": "X", "message": "n o"]],
        "when: {status: error}"
      ),
      (
        ["result": ["visits": 1], "error": nil],
        ["error": ["code": "BAD_FROM", "message": "n o"], "result": nil],
        "when: error"
      ),
      (
        ["ok": true, "result": ["visits": 1]], ["ok": false, "error": "bad_from"],
        "failure: {when: {ok: false}"
      ),
      (["result": ["visits": 1]], ["error": ["code": 3, "message": "from is bad"]], "code: error.code"),
    ] as [(JSON, JSON, String)])
  func failuresOfOneEndpointAmongOthers(success: JSON, failure: JSON, line: String) throws {
    var har = HAR()
    for number in 0..<16 {
      har.add("\(Self.api)/stats?from=\(number)", response: number < 10 ? success : failure)
      har.add("\(Self.api)/a/\(number)", response: ["x": 1])
      har.add("\(Self.api)/b/\(number)", response: ["status": "ok"])
    }
    let spec = har.infer()
    #expect(
      spec.diagnostics.isEmpty && spec.crowded.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.crowded)")
    #expect(
      spec.text.contains(line) && spec.text.contains("response: {properties: {visits: integer}}"),
      "\(spec.text)")
    #expect(spec.text.components(separatedBy: "envelope: standard").count == 2, "\(spec.text)")
    #expect(spec.text.contains("response: {properties: {status: "), "\(spec.text)")
    let drift = try OwnTrafficTests.drift(har, spec)
    #expect(drift == [], "\(drift)")
  }

  /// With a flag, with null in place of what isn't there, and with a word in place of an object.
  @Test(
    arguments: [
      (
        ["ok": true, "user": ["id": 1]], ["ok": false, "error": "not_found"],
        "failure: {when: {ok: false}, code: error}"
      ),
      (
        ["result": ["x": 1], "error": nil, "id": 1],
        ["result": nil, "error": ["code": 3, "message": "m"], "id": 1],
        "failure: {when: error, code: error.code, message: error.message}"
      ),
      (["response": [1, 2]], ["error": ["error_code": 5, "error_msg": "n o"]], "message: error.error_msg"),
    ] as [(JSON, JSON, String)])
  func failuresOfOneEndpoint(success: JSON, failure: JSON, line: String) {
    var har = HAR()
    for number in 0..<12 { har.add("\(Self.api)/x", response: number < 8 ? success : failure) }
    let spec = har.infer()
    #expect(
      spec.diagnostics.isEmpty && spec.crowded.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.crowded)")
    #expect(spec.text.contains(line), "\(spec.text)")
  }

  /// The module's failures are objects, so an endpoint whose failures are lists describes these itself.
  @Test func failuresInListsBesideThoseOfTheModule() throws {
    var har = HAR()
    for number in 0..<6 {
      har.add("\(Self.api)/books/\(number)", response: ["id": 1])
      har.add("\(Self.api)/books/9\(number)", status: 404, response: [["message": "gone"]])
      har.add("\(Self.api)/shops", response: ["name": "a"])
      har.add("\(Self.api)/shops", status: 409, response: ["code": "TAKEN", "message": "taken"])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))\n\(spec.text)")
    #expect(spec.text.contains("failures: {404: \"["), "\(spec.text)")
    #expect(!spec.text.contains("failures: {409"), "\(spec.text)")
    #expect(try OwnTrafficTests.drift(har, spec) == [], "\(spec.text)")
  }

  /// One body of another type among texts, unless it is a page.
  @Test(arguments: [("application/xml", false), ("text/html", true)])
  func textsBesideAnotherType(type: String, isText: Bool) {
    var har = HAR()
    for number in 0..<3 {
      har.add("\(Self.api)/books/\(number)", response: ["id": 1])
      har.add("\(Self.api)/books/9\(number)", status: 404, text: "gone", type: "text/plain")
    }
    har.add("\(Self.api)/books/99", status: 404, text: "<e/>", type: type)
    har.add("\(Self.api)/books/98", response: ["error": ["message": "there is no such book"]])
    let spec = har.infer()
    let notes = spec.crowded.map { "\($0.place): \($0.text)" }
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))\n\(spec.text)")
    #expect(spec.text.contains("404: text") == isText, "\(spec.text)")
    #expect(
      notes.contains { $0.contains("4 bodies of status 404 aren't JSON (application/xml)") } != isText,
      "\(notes)")
    #expect(notes.contains { $0.contains("which no envelope describes; it is left out") }, "\(notes)")
  }

  @Test func failuresThatNoEnvelopeDescribesAreReported() {
    var har = HAR()
    for number in 0..<8 {
      har.add(
        "\(Self.api)/users/\(number)",
        response: number < 5 ? ["name": "a"] : ["error": ["message": "there is no such user"]])
      har.add("\(Self.api)/users", status: 400, text: "bad request", type: "text/plain")
      har.add("\(Self.api)/users", response: [["name": "a"]])
    }
    // Beside bodies in JSON, text can't be described.
    har.add("\(Self.api)/users", status: 409, response: ["message": "m"])
    har.add("\(Self.api)/users", status: 409, text: "conflict", type: "text/plain")
    let spec = har.infer()
    let notes = spec.crowded.map { "\($0.place): \($0.text)" }
    #expect(
      notes.contains {
        $0.hasPrefix("GET /users/{}: 3 responses with status 200 say that something went wrong, which")
      },
      "\(notes)")
    #expect(
      notes.contains { $0.hasPrefix("GET /users: 1 body of status 409 isn't JSON (text/plain)") }, "\(notes)")
    // What is described isn't left out.
    #expect(!notes.contains { $0.contains("status 400") }, "\(notes)")
    #expect(spec.text.contains("400: text"), "\(spec.text)")
  }

  /// What looks like another type is a code or a message nevertheless.
  @Test(
    arguments: [
      ["error": ["code": "0b5c1e4e-1c1c-4b3a-8f1a-0123456789ab", "message": "m"]],
      ["code": "https://e.example/1", "message": "m"], ["error": "2026-01-01T00:00:00Z"],
      ["code": "A1", "message": "https://e.example/1"],
      ["error": ["code": "2026-01-01", "detail": "a@b.example"]],
      [
        "success": false, "error": ["code": "0b5c1e4e-1c1c-4b3a-8f1a-0123456789ab", "message": "2026-01-01"],
      ],
    ] as [JSON])
  func codesOfAnyForm(body: JSON) {
    var har = HAR()
    for _ in 0..<4 {
      for path in ["a", "b"] {
        har.add("\(Self.api)/\(path)", status: 400, response: body)
        har.add("\(Self.api)/\(path)", response: ["success": true, "data": ["n": 1]])
      }
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
  }

  @Test func numbersWithAnEnding() {
    var har = HAR()
    for number in 0..<6 {
      har.add("\(Self.api)/products/\(632910 + number).json", response: ["id": .number(JSONNumber(number))])
      har.add("\(Self.api)/files/\(number)\(number % 2 == 0 ? ".pdf" : ".png")", response: ["id": 1])
      har.add("\(Self.api)/v1.json", response: ["id": 1])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(
      spec.text.contains("get: \"products/{id}.json\"") || spec.text.contains("get: products/{id}.json"),
      "\(spec.text)")
    #expect(spec.text.contains("id: integer") && spec.text.contains("id: string"), "\(spec.text)")
  }

  /// What the module's failures can't describe.
  @Test func textsAsBodiesOfFailures() {
    var har = HAR()
    for number in 0..<3 {
      har.add("\(Self.api)/books/\(number)", response: ["id": 1])
      har.add(
        "\(Self.api)/books/9\(number)", status: 404, text: "There is no book \(number).", type: "text/plain")
      har.add("\(Self.api)/books/8\(number)", status: 400, text: "\"Not a number: \(number)\"")
      har.add(
        "\(Self.api)/books/7\(number)", status: 409, response: ["message": .string("Lent \(number) times.")])
      har.add("\(Self.api)/books/6\(number)", status: 403, text: "<html>No</html>", type: "text/html")
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(
      spec.text.contains("failures: {400: {type: string}, 404: text}")
        || spec.text.contains("400: {type: string}\n      404: text"), "\(spec.text)")
  }

  /// In GraphQL, errors are beside the data: no envelope tells that something went wrong.
  @Test func listsOfErrorsArePartsOfResponses() {
    var har = HAR()
    for number in 0..<4 {
      har.add("\(Self.api)/graphql", response: ["data": ["author": ["name": .string("Ann \(number)")]]])
      har.add(
        "\(Self.api)/graphql",
        response: [
          "data": nil, "errors": [["message": .string("No author \(number)."), "path": ["author"]]],
        ])
      har.add(
        "\(Self.api)/graphql", response: ["errors": [["message": .string("Syntax error at \(number).")]]])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(spec.text.contains("\"errors?\": ") && spec.text.contains("message: string"), "\(spec.text)")
    #expect(!spec.text.contains("failure:"), "\(spec.text)")
  }

  @Test func envelopesAndErrorsAreFound() {
    var har = HAR()
    for name in ["books", "shops", "orders"] {
      har.add(
        "\(Self.api)/\(name)",
        response: ["status": "ok", "data": [["title": "x", "\(name)": 1]], "meta": ["total": 3]])
    }
    har.add(
      "\(Self.api)/books",
      response: ["status": "error", "error": ["code": 407, "message": "INVALID_SEARCH"]])
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in [
      "envelope: standard", "data?: payload", "when: {status: error}", "code: error.code",
      "407: INVALID_SEARCH",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
  }

  @Test func aFlagBesideThePayloadIsAnEnvelope() {
    var har = HAR()
    har.add(
      "POST", "\(Self.api)/chat.post", response: ["ok": true, "channel": "C1", "ts": "1.2"],
      body: "channel=C1&text=hi", bodyType: "application/x-www-form-urlencoded")
    har.add(
      "POST", "\(Self.api)/chat.delete", response: ["ok": true, "channel": "C1"], body: "channel=C1",
      bodyType: "application/x-www-form-urlencoded")
    har.add(
      "POST", "\(Self.api)/chat.delete", response: ["ok": false, "error": "channel_not_found"],
      body: "channel=C2", bodyType: "application/x-www-form-urlencoded")
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in [
      "payload: rest", "when: {ok: false}", "code: error", "channel_not_found:", "channel: string",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
  }
}
