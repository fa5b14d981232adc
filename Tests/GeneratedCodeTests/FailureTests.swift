import Forge
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPILimits
import WGNAPIRetry
import WGNAPIRuntime
import WGNAPITesting

/// Bodies of failures from a server on the loopback.
@Suite final class FailureTests {
  /// They answer as long as they exist.
  private var servers: [MisbehavingServer] = []

  /// Answers with a status line, fields and a body.
  func client(
    _ status: String, _ body: String, type: String? = "application/json", fields: [String] = [],
    validation: JSONDecoding.Validation = .report, middleware: [any APIMiddleware] = [],
    observers: [ClientObserver] = []
  ) throws -> (server: MisbehavingServer, client: Client) {
    try client(
      status, Array(body.utf8), type: type, fields: fields, validation: validation, middleware: middleware,
      observers: observers)
  }

  func client(
    _ status: String, _ body: [UInt8], type: String?, fields: [String] = [],
    validation: JSONDecoding.Validation = .report, middleware: [any APIMiddleware] = [],
    observers: [ClientObserver] = []
  ) throws -> (server: MisbehavingServer, client: Client) {
    let type = type.map { ["Content-Type: \($0)"] } ?? []
    let head =
      (["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + type + fields)
      .joined(separator: "\r\n") + "\r\n\r\n"
    let server = try MisbehavingServer { _ in [.send(Array(head.utf8) + body)] }
    servers.append(server)
    let client = Client(
      server: Server(url: "http://127.0.0.1:\(server.port)/", like: .main),
      configuration: ClientConfiguration(
        decoding: JSONDecoding(validation: validation), observers: observers, middleware: middleware))
    return (server, client)
  }

  func error(
    _ status: String, _ body: String, type: String? = "application/json", fields: [String] = [],
    validation: JSONDecoding.Validation = .report,
    _ send: (Client) async throws -> Void = { _ = try await $0.repositories() }
  ) async throws -> APIError {
    let (_, client) = try client(status, body, type: type, fields: fields, validation: validation)
    return try await #require(throws: APIError.self) { try await send(client) }
  }

  // MARK: Waits

  @Test(arguments: [
    ("429 Too Many Requests", #"{"text":"wait","wait_ms":800}"#, 0.8...0.8),
    (
      "430 Later", #"{"text":"wait","until":\#(Int(Date().timeIntervalSince1970 + 100_000) * 1000)}"#,
      90_000...100_001
    ),
    ("430 Later", #"{"text":"wait","until":1000}"#, 0...0),
    ("431 Later", #"{"text":"wait","at":"2999-01-01T00:00:00Z"}"#, 1e9...1e11),
  ])
  func failuresSayWhenToTryAgain(_ status: String, _ body: String, _ seconds: ClosedRange<Double>)
    async throws
  {
    let error = try await error(status, body) { try await $0.busy() }
    let wait = try #require(error.failure?.retryAfter)
    #expect(seconds.contains(wait / .seconds(1)), "\(wait)")
  }

  // MARK: Bodies

  @Test func theNarrowestRangeCounts() async throws {
    let missing = try await error("404 Not Found", #"{"message": "no such thing"}"#)
    #expect(missing.body(as: BasicError.self)?.message == "no such thing")
    #expect(missing.body is BasicError && missing.body(as: Problem.self) == nil)
    #expect(missing.status == .notFound && missing.status == 404)
    #expect(missing.failure == nil && missing.bodyProblem == nil)
    guard case .httpStatus(let excerpt) = missing.kind else { throw missing }
    #expect(excerpt == #"{"message": "no such thing"}"#)

    let refused = try await error("402 Payment Required", #"{"error": {"code": "card_declined"}}"#)
    #expect(refused.body(as: ErrorBody.self)?.error.code.rawValue == "card_declined")
    let broken = try await error("500 Internal Server Error", #"{"type": "about:blank"}"#)
    #expect(broken.body(as: Problem.self)?.type == "about:blank")
    let text = try await error("503 Service Unavailable", "später", type: "text/plain; charset=utf-8")
    #expect(text.body(as: String.self) == "später")
    // A status that no registry knows.
    #expect(try await error("799 Odd", #"{"type": "odd"}"#).body(as: Problem.self)?.type == "odd")
  }

  @Test func endpointsOverride() async throws {
    let rename: (Client) async throws -> Void = { _ = try await $0.rename(id: 1, name: "a") }
    let own = try await error("409 Conflict", #"{"conflict": "b"}"#, rename)
    #expect(own.body(as: RenameRequest.ConflictFailure.self)?.conflict == "b")
    let dropped = try await error("404 Not Found", #"{"message": "no"}"#, rename)
    #expect(dropped.body == nil && dropped.bodyProblem == nil)
    let modules = try await error("400 Bad Request", #"{"error": {"code": "x"}}"#, rename)
    #expect(modules.body is ErrorBody)
    let code = try await error("422 Unprocessable", #"{"problems": {"first": 7}}"#, rename)
    #expect(code.failure == ServiceFailure(code: 7))
    // Without its code, it is an error by its status alone.
    let plain = try await error("422 Unprocessable", "{}", rename)
    #expect(plain.failure == nil && plain.body is RenameRequest.UnprocessableContentFailure)
    let none = try await error("404 Not Found", #"{"message": "no"}"#) { try await $0.status() }
    #expect(none.body == nil && none.bodyProblem == nil && !none.bodyBytes.isEmpty)
    // Null is a body, too.
    let null = try await error("500 Oh", "null") { _ = try await $0.ping() }
    #expect(null.body is Repository? && null.bodyProblem == nil)
    #expect(
      try await error("500 Oh", #"{"id": 1, "name": "n"}"#) { _ = try await $0.ping() }.failure?.message
        == "n")
  }

  @Test func anotherBodyIsExplained() async throws {
    let html = try await error("404 Not Found", "<h1>nginx</h1>", type: "text/html")
    #expect(html.body == nil)
    #expect(html.bodyProblem == "it isn't JSON but text/html")
    #expect(
      html.description.contains(
        #"the server answered with an error: "<h1>nginx</h1>", which isn't the body that the endpoint describes for this status (it isn't JSON but text/html); check"#
      ))
    let other = try await error("404 Not Found", #"{"massage": "no"}"#)
    #expect(other.bodyProblem?.contains(#"the key "message" is missing"#) == true)
    let cut = try await error("404 Not Found", #"{"message": "n"#)
    #expect(cut.bodyProblem != nil && cut.kind.isHTTPStatus)
    let empty = try await error("404 Not Found", "")
    #expect(empty.bodyProblem == nil && empty.description.contains("an empty body"))
    let charset = try await error("503 Service Unavailable", "x", type: "text/plain; charset=ebcdic")
    #expect(charset.bodyProblem?.contains("unknown charset ebcdic") == true)
  }

  @Test func bodiesAreValidated() async throws {
    let body = #"{"type": "about:blank", "status": 1000}"#
    let reported = Reported()
    let observer = ClientObserver(onViolation: { reported.add($0.violations.map(\.keyword)) })
    let (_, client) = try client("500 Oh", body, observers: [observer])
    let error = try await #require(throws: APIError.self) { _ = try await client.repositories() }
    #expect(error.body(as: Problem.self)?.status == 1000)
    #expect(error.violations.map(\.keyword) == ["maximum"] && reported.keywords == ["maximum"])
    let strict = try await self.error("500 Oh", body, validation: .strict)
    #expect(strict.body == nil && strict.kind.isHTTPStatus)
    #expect(strict.bodyProblem == "status: must not be greater than 599")
  }

  @Test func bytesHaveALimit() async throws {
    let long = String(repeating: "x", count: 100_000)
    let error = try await error("404 Not Found", #"{"message": "\#(long)"}"#, fields: ["X-Trace: abc"])
    #expect(error.bodyBytes.count == APIError.bodyLimit)
    #expect(error.body(as: BasicError.self)?.message.count == 100_000)
    #expect(error.headers[try #require(HTTPField.Name("X-Trace"))] == "abc")
    #expect(error.description.count < 600)
    // Reflection shows neither.
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("xxxx\(long)") && !dumped.contains("abc") && dumped.count < 5_000)
  }

  @Test func bodiesWithoutANameHaveTypesOfTheirOwn() async throws {
    let legal = try await error("451 Unavailable", #"{"law": "a", "articles": [1]}"#)
    #expect(legal.body(as: Client.UnavailableForLegalReasonsFailure.self)?.articles == [1])
    let probe: (Client) async throws -> Void = { try await $0.probe() }
    let union = try await error("500 Oh", #"{"type": "about:blank"}"#, probe)
    guard case .problem(let problem)? = union.body(as: ProbeRequest.Status5xxFailure.self) else {
      throw union
    }
    #expect(problem.type == "about:blank")
    let list = try await error("418 Teapot", #"["short", "stout"]"#, probe)
    #expect(list.body(as: [String].self) == ["short", "stout"])
    #expect(try await error("418 Teapot", "[]", probe).violations.map(\.keyword) == ["minItems"])
  }

  @Test func requestsForSomeFieldsFailLikewise() async throws {
    let body = #"{"error": {"code": "slow_down"}}"#
    let error = try await error("400 Bad Request", body) {
      _ = try await $0.send(IssuesRequest(page: 2), fields: [\.name])
    }
    #expect(error.body is ErrorBody && error.code(as: ErrorCode.self) == .slowDown && error.isRetryable)
  }

  // MARK: Codes

  @Test func codesAreErrorsOfTheService() async throws {
    let body = #"{"error": {"code": "card_declined", "message": "No.", "param": "card", "value": 4}}"#
    let error = try await error("402 Payment Required", body)
    #expect(
      error.failure
        == ServiceFailure(code: "card_declined", message: "No.", field: "card", value: "4"))
    #expect(error.code(as: ErrorCode.self) == .cardDeclined)
    #expect(APIError.Condition.service(ErrorCode.cardDeclined).holds(error))
    #expect(APIError.Condition.status(.paymentRequired).holds(error))
    #expect(error.description.contains("the service refused: card_declined No."))
    #expect(!error.isRetryable)
    // A code that the spec calls retryable, and one that the retry policy names.
    #expect(try await self.error("400 Bad Request", #"{"error": {"code": "slow_down"}}"#).isRetryable)
    #expect(try await self.error("400 Bad Request", #"{"error": {"code": "rate_limited"}}"#).isRetryable)
  }

  @Test func retriesFollowCodesAndStatuses() async throws {
    let retry = Retry(maximumDelay: .zero, baseDelay: .zero)
    for (status, body, count) in [
      ("400 Bad Request", #"{"error": {"code": "rate_limited"}}"#, 2),
      ("400 Bad Request", #"{"error": {"code": "card_declined"}}"#, 1),
      ("503 Service Unavailable", "whatever", 2), ("404 Not Found", #"{"message": "no"}"#, 1),
    ] {
      let (server, client) = try client(status, body, middleware: [retry])
      let error = try await #require(throws: APIError.self) { _ = try await client.repositories() }
      #expect(server.requests.count == count && error.attempt == count, "\(status) \(body)")
    }
  }

  @Test func failuresAreNotCached() async throws {
    let (server, client) = try client(
      "404 Not Found", #"{"message": "no"}"#, fields: ["Cache-Control: max-age=600"],
      middleware: [ResponseCache()])
    for _ in 0..<2 {
      let error = try await #require(throws: APIError.self) { _ = try await client.repositories() }
      #expect(error.body is BasicError)
    }
    #expect(server.requests.count == 2)
  }

  @Test func failuresOfTheServerOpenTheCircuit() async throws {
    let breaker = CircuitBreaker(failures: 2)
    let (server, client) = try client("500 Oh", #"{"type": "x"}"#, middleware: [breaker])
    for _ in 0..<3 { await #expect(throws: APIError.self) { _ = try await client.repositories() } }
    #expect(server.requests.count == 2)
  }

  @Test func limitsFollowCodes() async throws {
    let clock = ManualClock()
    let transport = Slow()
    let client = Client(
      server: .main,
      configuration: ClientConfiguration(
        transport: transport, middleware: [RateLimiter()], clock: clock))
    await #expect(throws: APIError.self) { _ = try await client.repositories() }
    // The next request has to wait for the period of the limit.
    let next = Task { _ = try await client.repositories() }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    await #expect(throws: APIError.self) { try await next.value }
  }

  private struct Slow: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      TransportResponse(
        response: HTTPResponse(status: .badRequest), body: Array(#"{"error": {"code": "slow_down"}}"#.utf8))
    }
  }

  // MARK: Envelopes

  @Test func envelopesReportByPresence() async throws {
    let refused = try await error("200 OK", #"{"error": {"code": 7, "message": "No."}}"#) {
      _ = try await $0.channel()
    }
    #expect(refused.failure == ServiceFailure(code: 7, message: "No.") && refused.status == .ok)
    let (_, client) = try client("200 OK", #"{"result": {"id": 1, "name": "a"}}"#)
    #expect(try await client.channel().name == "a")
    // A code without a message.
    let word = try await error("200 OK", #"{"ok": false, "error": "not_found"}"#) { _ = try await $0.chat() }
    #expect(word.failure == ServiceFailure(code: "not_found"))
    // Null isn't an error.
    let (_, other) = try self.client("200 OK", #"{"result": 1, "error": null}"#)
    #expect(try await other.anything() == 1)
    let any = try await error("200 OK", #"{"error": {"a": 1}}"#) { _ = try await $0.anything() }
    #expect(any.failure?.code == #"{"a":1}"#)
  }

  /// A list reports a failure if there is anything in it, and its first element says which.
  @Test func listsReportFailures() async throws {
    let (_, client) = try client("200 OK", #"{"error": [], "result": {"usd": 1.5}}"#)
    #expect(try await client.rates() == ["usd": 1.5])
    let listed = try await error("200 OK", #"{"error": ["EGeneral:Invalid arguments", "Other"]}"#) {
      _ = try await $0.rates()
    }
    #expect(listed.code(as: ErrorCode.self) == .eGeneralInvalidArguments)
    #expect(listed.failure?.message == "EGeneral:Invalid arguments")
    for success in [#"{"data": 3}"#, #"{"data": 3, "errors": []}"#] {
      let (_, client) = try self.client("200 OK", success)
      #expect(try await client.query() == 3)
    }
    let graph = try await error(
      "200 OK",
      #"{"data": null, "errors": [{"message": "No.", "path": ["a", "b"], "extensions": {"code": "slow_down"}}]}"#
    ) { _ = try await $0.query() }
    #expect(graph.code(as: ErrorCode.self) == .slowDown)
    #expect(graph.failure?.message == "No." && graph.failure?.field == "a")
    let problems = try await error("400 Bad Request", #"[{"type": "full", "title": "No room."}]"#) {
      try await $0.queue()
    }
    #expect(problems.failure == ServiceFailure(code: "full", message: "No room."))
  }

  @Test func theEnvelopesOwnFailureCounts() async throws {
    let enveloped = try await error("400 Bad Request", #"{"error": {"code": 7, "message": "No."}}"#) {
      _ = try await $0.channel()
    }
    #expect(enveloped.failure?.code == 7 && enveloped.bodyProblem == nil)
    let plain = try await error("400 Bad Request", #"{"message": "plain"}"#) { _ = try await $0.channel() }
    #expect(plain.failure == nil && plain.body(as: BasicError.self)?.message == "plain")
  }
}

/// What an observer was told.
private final class Reported: @unchecked Sendable {
  // Unchecked: the keywords are behind the lock.
  private let lock = NSLock()
  private var known: [String] = []

  var keywords: [String] { lock.withLock { known } }
  func add(_ keywords: [String]) { lock.withLock { known += keywords } }
}

extension APIError.Kind {
  fileprivate var isHTTPStatus: Bool { if case .httpStatus = self { true } else { false } }
}
