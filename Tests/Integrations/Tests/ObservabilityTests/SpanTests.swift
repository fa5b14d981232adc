import FlyingFox
import Foundation
import InMemoryTracing
import TestSupport
import Testing
import Tracing
import WGNAPICache
import WGNAPIRuntime
import WOT

@testable import WGNAPIObservability

@Suite struct SpanTests {
  private let observed = Observed()

  @Test func anAttemptIsAChildOfItsCall() async throws {
    let script = Script(.json("", status: .serviceUnavailable), .players)
    var port = 0
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      port =
        RequestAttributes.parts(of: String(server.baseURL.dropFirst("http://".count)), scheme: "http").port
      _ = try await observed.client(server).searchPlayers(search: "gar")
    }
    let (calls, attempts) = observed.spans
    let call = try #require(calls.first)
    #expect(calls.count == 1 && attempts.count == 2 && observed.tracer.activeSpans.isEmpty)
    #expect(call.operationName == "WOT.searchPlayers" && call.status == nil && call.errors.isEmpty)
    #expect(call.attributes.get("wgnapi.origin") == "network")
    #expect(call.attributes.get("http.response.status_code") == 200)
    for attempt in attempts {
      #expect(attempt.operationName == "GET /wot/account/list/")
      #expect(attempt.parentSpanID == call.spanID && attempt.traceID == call.traceID)
      #expect(attempt.attributes.get("http.request.method") == "GET")
      #expect(attempt.attributes.get("server.address") == "127.0.0.1")
      #expect(attempt.attributes.get("server.port") == .int64(Int64(port)))
      #expect(attempt.attributes.get("url.scheme") == "http")
      #expect(attempt.attributes.get("url.template") == "/wot/account/list/")
      let url = "http://127.0.0.1:\(port)/wot/account/list/?search=gar&application_id=<redacted>"
      #expect(attempt.attributes.get("url.full") == .string(url))
    }
    #expect(attempts[0].attributes.get("http.response.status_code") == 503)
    #expect(attempts[0].attributes.get("error.type") == "503")
    #expect(attempts[0].attributes.get("http.request.resend_count") == nil)
    #expect(attempts[0].status?.code == .error)
    #expect(attempts[1].attributes.get("http.request.resend_count") == 1)
    #expect(attempts[1].attributes.get("error.type") == nil && attempts[1].status == nil)
    // Each attempt carries its own context to the server.
    let sent = await script.received.map { $0[.init(InMemoryTracer.spanIDKey)] }
    #expect(sent == attempts.map(\.spanID))
  }

  @Test func contextIsNotSentIfTheSettingsSaySo() async throws {
    let script = Script(.players)
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      var settings = observed.settings
      settings.propagatesContext = false
      let middleware = [any APIMiddleware].standard(limiter: nil).observed(by: settings)
      let client = Client(
        server: Server(url: server.baseURL, like: .eu), applicationID: "demo",
        configuration: ClientConfiguration(middleware: middleware))
      _ = try await client.searchPlayers(search: "gar")
    }
    #expect(await script.received.map { $0[.init(InMemoryTracer.spanIDKey)] } == [nil])
    #expect(observed.spans.attempts.count == 1)
  }

  @Test func theCallersSpanIsTheParent() async throws {
    let script = Script(.players)
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      let client = observed.client(server)
      try await observed.tracer.withSpan("handler") { _ in
        _ = try await client.searchPlayers(search: "gar")
      }
    }
    let handler = try #require(observed.tracer.finishedSpans.last)
    #expect(handler.operationName == "handler")
    #expect(observed.spans.calls.first { $0.operationName != "handler" }?.parentSpanID == handler.spanID)
  }

  @Test func aCachedResponseHasNoAttempt() async throws {
    let script = Script(.players)
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      let client = observed.client(server, cache: ResponseCache())
      for _ in 1...2 { _ = try await client.searchPlayers(search: "gar") }
    }
    let (calls, attempts) = observed.spans
    #expect(calls.count == 2 && attempts.count == 1)
    #expect(calls.map { $0.attributes.get("wgnapi.origin") } == ["network", "cache"])
    #expect(attempts.first?.parentSpanID == calls.first?.spanID)
  }

  @Test func aRenewedResponseIsNoFailure() async throws {
    let headers: HTTPHeaders = [
      .contentType: "application/json", .init("ETag"): "\"1\"", .init("Cache-Control"): "max-age=0",
    ]
    let script = Script(
      HTTPResponse(statusCode: .ok, headers: headers, body: Data(#"{"status":"ok","data":[]}"#.utf8)),
      HTTPResponse(statusCode: .notModified, headers: headers))
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      let client = observed.client(server, cache: ResponseCache())
      for _ in 1...2 { _ = try await client.searchPlayers(search: "gar") }
    }
    let (calls, attempts) = observed.spans
    #expect(calls.map { $0.attributes.get("wgnapi.origin") } == ["network", "revalidated"])
    #expect(attempts.map { $0.attributes.get("http.response.status_code") } == [200, 304])
    for span in calls + attempts {
      #expect(span.status == nil && span.attributes.get("error.type") == nil)
    }
    #expect(observed.log.entries.allSatisfy { $0.level <= .info })
  }

  @Test func theServicesErrorIsTheSpans() async throws {
    let error = #"{"code":407,"message":"NOT_ENOUGH_SEARCH_LENGTH"}"#
    let script = Script(.json(#"{"status":"error","error":\#(error)}"#))
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      let client = observed.client(server)
      await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
    }
    for span in observed.tracer.finishedSpans {
      #expect(span.attributes.get("http.response.status_code") == 200)
      #expect(span.attributes.get("error.type") == "service")
      #expect(span.attributes.get("wgnapi.service.code") == "407")
      #expect(span.status?.code == .error)
      #expect(span.status?.message?.contains("NOT_ENOUGH_SEARCH_LENGTH") == true)
    }
    #expect(observed.spans.calls.map(\.errors.count) == [1])
  }

  @Test func aCancelledCallIsNoFailure() async throws {
    let script = Script(.players)
    try await withLoopbackServer { request in
      try await Task.sleep(for: .seconds(60))
      return await script.response(request)
    } _: { server in
      let client = observed.client(server)
      let call = Task { try await client.searchPlayers(search: "gar") }
      while observed.tracer.activeSpans.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    #expect(observed.tracer.finishedSpans.count == 2)
    for span in observed.tracer.finishedSpans {
      #expect(span.status == nil && span.attributes.get("error.type") == "CancellationError")
    }
    #expect(observed.log.entries.map(\.level) == [.debug, .debug])
  }

  @Test(arguments: [
    ("api.example.com", "https", "api.example.com", 443), ("localhost:8080", "http", "localhost", 8080),
    ("[::1]", "http", "[::1]", 80), ("[::1]:81", "http", "[::1]", 81), ("", "https", "", 443),
  ])
  func authorities(authority: String, scheme: String, address: String, port: Int) {
    let parts = RequestAttributes.parts(of: authority, scheme: scheme)
    #expect(parts.address == address && parts.port == port)
  }
}
