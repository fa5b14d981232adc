import Foundation
import HTTPTypes
import InMemoryLogging
import InMemoryTracing
import Logging
import Tracing
import WGNAPIRuntime
import WOT

/// The checks. Each begins with a proxy of its own.
struct Trial: Sendable {
  static let secret = "s3cret-application"

  let service: StandInService
  let url: String
  let tracer: InMemoryTracer
  let log: InMemoryLogHandler

  init(service: StandInService, url: String, tracer: InMemoryTracer) {
    self.service = service
    self.url = url
    self.tracer = tracer
    var log = InMemoryLogHandler()
    log.logLevel = .trace
    self.log = log
  }

  /// Serves as long as `body`.
  func serve(
    untilAsked: Bool = false, _ body: (Caller) async throws -> Void
  ) async throws {
    let proxy = PlayersProxy(
      server: WOT.Server(url: url, like: .eu), applicationID: Self.secret,
      logger: Logger(label: "proxy") { _ in log })
    try await serving(proxy.router, untilAsked: untilAsked) { try await body(Caller(port: $0)) }
  }

  /// One request for many callers at once, and none for those after them.
  func sharing() async throws {
    await service.begin(.hold)
    try await serve { caller in
      async let responses = all(20, by: caller) { _ in "/players?search=gar" }
      try await eventually { tracer.activeSpans.filter { $0.kind == .internal }.count == 20 }
      await service.answerAgain()
      let bodies = try await Set(responses.map { "\($0.status) \($0.body)" })
      check(
        "20 callers at once have the same response",
        bodies == [#"200 [{"account_id":1002,"nickname":"Gargoyle"}]"#])
      await check("the service is asked once", service.requests.count == 1)
      let next = try await caller.get("/players?search=gar")
      check("the next response is the cache's", next.origin == "cache" && next.headers[.age] != nil)
      await check("the service isn't asked again", service.requests.count == 1)
      let unknown = try await caller.get("/players/1002")
      check("a player without details is null", unknown.body == #"{"1002":null}"#)
    }
  }

  /// Spans of the server, the call and the attempt, in the caller's trace.
  func tracing() async throws {
    await service.begin(.response)
    try await serve { caller in
      let response = try await caller.get(
        "/players?search=gnome", [.traceID: "the caller's trace", .spanID: "the caller's span"])
      check("a caller has a trace, and a response", response.status == 200)
      try await eventually { tracer.activeSpans.isEmpty }
    }
    let traced = tracer.finishedSpans.filter { $0.traceID == "the caller's trace" }
    let spans = Dictionary(traced.map { ($0.kind, $0) }) { first, _ in first }
    let (server, call, attempt) = (spans[.server], spans[.internal], spans[.client])
    check(
      "its spans are the server's, the call's and the attempt's",
      traced.count == 3 && server?.operationName == "/players"
        && call?.operationName == "WOT.searchPlayers"
        && attempt?.operationName == "GET /wot/account/list/")
    check(
      "each is the child of the one before",
      server?.parentSpanID == "the caller's span" && call?.parentSpanID == server?.spanID
        && attempt?.parentSpanID == call?.spanID)
    let names = [
      "http.request.method", "url.full", "url.template", "server.address", "server.port",
      "http.response.status_code",
    ]
    check(
      "attributes have the names of OpenTelemetry's conventions",
      names.allSatisfy { attempt?.attributes.get($0) != nil })
    let sent = await service.requests.last?.headers
    check(
      "the trace goes on to the service",
      sent?[.traceID] == "the caller's trace" && sent?[.spanID] == attempt?.spanID)
  }

  func cancellation() async throws {
    await service.begin(.hold)
    try await serve { caller in
      let call = Task { try await caller.get("/players?search=slow") }
      try await eventually { await service.requests.count == 1 }
      call.cancel()
      try await eventually { await service.hangUps == 1 }
      check("a caller who hangs up cancels the request to the service", true)
      await service.answerAgain()
      let next = try await caller.get("/players?search=slow")
      check("the next caller has a response", next.status == 200)
    }
  }

  /// Many different requests at once.
  func limits() async throws {
    await service.begin(.response)
    try await serve { caller in
      let start = ContinuousClock.now
      let responses = try await all(25, by: caller) { "/players?search=player\($0)" }
      let time = ContinuousClock.now - start
      let asked = await service.requests.count
      check(
        "25 different requests wait for the limit of 10 a second: \(time)",
        responses.allSatisfy { $0.status == 200 } && asked == 25 && time > .seconds(2))
      await service.begin(.refuse(60))
      _ = try await caller.get("/players?search=other")
      let next = try await caller.get("/players?search=another")
      check(
        "if the service wants no request for a minute, callers learn that at once: \(next.body)",
        next.status == 503 && next.headers[.retryAfter].flatMap { Int($0) }.map((50...61).contains) == true)
      await check("and it is sent none", service.requests.count == 1)
    }
  }

  private func all(
    _ count: Int, by caller: Caller, _ path: @Sendable @escaping (Int) -> String
  ) async throws -> [Caller.UpstreamResponse] {
    try await withThrowingTaskGroup { group in
      for number in 0..<count { group.addTask { try await caller.get(path(number)) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
