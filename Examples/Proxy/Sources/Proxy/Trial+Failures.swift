import Foundation
import Tracing
import WGNAPIRuntime

extension Trial {
  /// What callers learn of failures.
  func failures() async throws {
    await service.begin(.response)
    try await serve { caller in
      let short = try await caller.get("/players?search=g")
      check("a request that breaks a constraint is the caller's fault: \(short.body)", short.status == 400)
      await check("it isn't sent", service.requests.isEmpty)
      _ = try await caller.get("/players?search=known")
      try await problems(caller)
      let known = try await caller.get("/players?search=known")
      check("what is cached is still answered", known.status == 200 && known.origin == "cache")
      try await breaking(caller)
    }
  }

  private func problems(_ caller: Caller) async throws {
    let cases: [(String, StandInService.Behavior, Int)] = [
      ("a refused argument", refusal(407, "INVALID_SEARCH"), 400),
      ("a refused application", refusal(407, "INVALID_APPLICATION_ID"), 502),
      ("a busy service", refusal(504, "SOURCE_NOT_AVAILABLE"), 503),
      ("a page of HTML", .text("<html>\(Self.secret)"), 502), ("an outage", .status(503), 502),
    ]
    for (what, behavior, status) in cases {
      await service.begin(behavior)
      let response = try await caller.get("/players?search=unknown")
      check("\(what): \(response.body)", response.status == status)
      check(
        "  is a problem without secrets and addresses",
        response.headers[.contentType] == "application/problem+json"
          && !response.body.contains(Self.secret) && !response.body.contains("127.0.0.1"))
    }
  }

  /// The service's own error, which repeats a secret.
  private func refusal(_ code: Int, _ message: String) -> StandInService.Behavior {
    .text(
      """
      {"status": "error", "error":
       {"code": \(code), "message": "\(message)", "field": "x", "value": "\(Self.secret)"}}
      """)
  }

  private func breaking(_ caller: Caller) async throws {
    await service.begin(.status(503))
    var last = try await caller.get("/players?search=unknown")
    for _ in 0..<5 where last.status == 502 { last = try await caller.get("/players?search=unknown") }
    let asked = await service.requests.count
    check("a service that goes on failing is left alone", last.status == 503)
    let next = try await caller.get("/players?search=unknown")
    check("callers know when to come back", next.status == 503 && next.headers[.retryAfter] != nil)
    await check("nobody asks meanwhile", service.requests.count == asked)
  }

  /// What happens when the process is asked to end.
  func shutdown() async throws {
    await service.begin(.hold)
    try await serve(untilAsked: true) { caller in
      let call = Task { try await caller.get("/players?search=late") }
      try await eventually { await service.requests.count == 1 }
      kill(getpid(), SIGTERM)
      try await eventually { (try? await caller.get("/players?search=g")) == nil }
      check("a server that shuts down accepts no connection", true)
      await service.answerAgain()
      let response = try await call.value
      check("it still answers who waits", response.status == 200)
    }
    check("then it ends", true)
  }

  /// What spans and entries of the log contain.
  func secrets() throws {
    let spans = tracer.finishedSpans.map { span in
      var text = "\(span.operationName) \(span.errors) \(span.events) \(String(describing: span.status))"
      text += span.attributes.pairs.map { " \($0)=\($1)" }.joined()
      return text
    }
    let entries = log.entries.map { "\($0.message) \($0.metadata) \(String(describing: $0.error))" }
    let text = (spans + entries).joined(separator: "\n")
    check(
      "the log has calls and attempts", text.contains("Call answered") && text.contains("Attempt failed"))
    check(
      "neither log nor spans contain a secret",
      !text.contains(Self.secret) && text.contains("<redacted>"))
  }
}

extension SpanAttributes {
  fileprivate var pairs: [(String, SpanAttribute)] {
    var pairs: [(String, SpanAttribute)] = []
    forEach { pairs.append(($0, $1)) }
    return pairs
  }
}
