import Foundation
import HTTPTypes
import InMemoryLogging
import Logging
import TestSupport
import Testing
import WGNAPIRuntime
import WOT

@testable import WGNAPIClient
@testable import WGNAPIObservability

@Suite struct LogTests {
  private let observed = Observed()

  @Test func callsAndAttempts() async throws {
    let script = Script(.json("", status: .serviceUnavailable), .players, .json("", status: .notFound))
    try await withLoopbackServer {
      await script.response($0)
    } _: { server in
      let client = observed.client(server)
      _ = try await client.searchPlayers(search: "gar")
      await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gnome") }
    }
    let entries = observed.log.entries
    #expect(
      entries.map { "\($0.level): \($0.message)" } == [
        "warning: Attempt failed", "debug: Attempt answered", "info: Call answered",
        "warning: Attempt failed", "error: Call failed",
      ])
    #expect(entries[1].metadata["wgnapi.attempt"] == "2")
    #expect(entries[2].metadata["wgnapi.origin"] == "network")
    #expect(entries[2].metadata["wgnapi.operation"] == "searchPlayers")
    #expect(entries[4].metadata["error.type"] == "404" && entries[4].error is APIError)
    for entry in entries {
      #expect("\(entry.metadata["url.full"] ?? "")".hasSuffix("&application_id=<redacted>"))
      #expect(entry.metadata["wgnapi.request.id"] != nil)
    }
  }

  @Test func levelsCanBeChosen() async throws {
    var settings = observed.settings
    settings.levels = Observability.Levels(answeredCall: .notice, answeredAttempt: .trace)
    let response = TransportResponse(
      response: HTTPResponse(status: .ok), body: Array(#"{"status":"ok","data":[]}"#.utf8))
    let client = Client(
      server: .eu, applicationID: "demo",
      configuration: ClientConfiguration(
        transport: Fixed { response }, middleware: [any APIMiddleware]().observed(by: settings)))
    _ = try await client.searchPlayers(search: "gar")
    #expect(observed.log.entries.map(\.level) == [.trace, .notice])
  }

  /// Servers that repeat secrets, and errors whose text contains the request.
  @Test func nothingContainsASecret() async throws {
    let secret = Observed.secret
    let base64 = Data(secret.utf8).base64EncodedString()
    let responses = [
      (500, "{\"oops\": \"\(secret)\"}"), (404, "<a href='/?application_id=\(secret)'>"), (200, base64),
      (200, #"{"status":"error","error":{"code":407,"message":"\#(secret)","field":"\#(base64)"}}"#),
      (200, "{\"status\":\"ok\",\"data\":[{\"\(secret)\":1}]}"), (302, ""), (secret.count, secret),
    ]
    for (status, body) in responses {
      var fields: HTTPFields = [.contentType: "text/\(secret)", .location: "https://other/\(secret)"]
      fields[.retryAfter] = secret
      let response = HTTPResponse(
        status: .init(code: max(status, 100), reasonPhrase: secret), headerFields: fields)
      let transport = Fixed { TransportResponse(response: response, body: Array(body.utf8)) }
      let client = observed.client(APIServer("eu", "https://127.0.0.1"), transport: transport)
      _ = try? await client.searchPlayers(search: secret)
    }
    for error in [
      TransportError.redirected(to: "https://other/?application_id=\(secret)"),
      TransportError.failed(TransportFailure(.other, domain: "test", code: 1, message: "GET /?\(secret)")),
      Leak(url: "https://127.0.0.1/?application_id=\(secret)"),
    ] as [any Error] {
      let client = observed.client(
        APIServer("eu", "https://127.0.0.1"), transport: Fixed { throw error })
      _ = try? await client.searchPlayers(search: "gar")
    }
    // A middleware within the observed ones that throws what it likes.
    let middleware = [LeakingStep() as any APIMiddleware].observed(by: observed.settings)
    let client = Client(
      server: .eu, applicationID: secret, configuration: ClientConfiguration(middleware: middleware))
    _ = try? await client.searchPlayers(search: "gar")
    let text = observed.text
    #expect(observed.spans.calls.count == 11 && observed.log.entries.count > 20)
    #expect(text.contains("<redacted>") && text.contains("Leak"))
    for spelling in [secret, base64, base64.replacingOccurrences(of: "=", with: "")] {
      #expect(!text.contains(spelling), "\(text.split(separator: "\n").filter { $0.contains(spelling) })")
    }
  }

  @Test func waitsAndViolations() throws {
    let observer = ClientObserver.log(Logger(label: "test") { _ in observed.log })
    let event = ClientObserver.RequestEvent(
      requestID: "1", operation: "searchPlayers", server: "eu", method: "GET", url: "https://a/", bodySize: 0)
    observer.onWait?(.init(request: event, duration: .milliseconds(1500)))
    observer.onViolation?(.init(request: event, violations: []))
    let entries = observed.log.entries
    #expect(entries.map(\.level) == [.notice, .warning])
    #expect(entries.first?.metadata["wgnapi.wait"] == "1.5")
  }

  @Test func hostileContexts() {
    var fields = HTTPFields()
    let injector = HTTPFieldsInjector()
    injector.inject("00-1\r\nx-evil: 1", forKey: "traceparent", into: &fields)
    injector.inject("1", forKey: "not a name", into: &fields)
    #expect(fields.count == 1)
    #expect(fields.map(\.name.canonicalName) == ["traceparent"])
    #expect(fields.allSatisfy { !$0.value.contains(where: \.isNewline) })
  }
}

struct Leak: Error { let url: String }

struct LeakingStep: APIMiddleware {
  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    throw Leak(url: request.httpRequest.path ?? "")
  }
}

struct Fixed: HTTPTransport {
  let respond: @Sendable () throws -> TransportResponse

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse { try respond() }
}
