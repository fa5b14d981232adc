import Foundation
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIClient
@testable import WGNAPIRetry
@testable import WGNAPITransport

@Suite struct RequestLogTests {
  private let clock = ManualClock(jumps: true)
  private let search = SearchPlayers(search: "abc")
  private let prefix =
    "searchPlayers: GET https://api.example.eu/account/list/?search=abc&application_id=<redacted> → "

  /// The lines for one call with these middlewares before and after the retries.
  private func lines(
    outside: Bool, _ script: @escaping ScriptedTransport.Script, attempts: Int = 1
  ) async -> [String] {
    let lines = Record<String>()
    let log = RequestLog { lines.append($0) }
    let retry = Retry(baseDelay: .zero)
    let client = LimitedClient(
      ScriptedTransport(script), clock, middleware: outside ? [log, retry] : [retry, log],
      applicationID: "s3cret-id", random: RandomSource { 0xAB })
    let options = CallOptions(policies: [.retry(idempotent: true, attempts: attempts)])
    _ = try? await client.send(search, options: options)
    for line in lines.all { #expect(!line.contains("s3cret") && !line.contains("\n")) }
    return lines.all
  }

  @Test func answers() async {
    let lines = await lines(outside: true) { [clock] _, _ in
      try await clock.sleep(for: .microseconds(1_234_056))
      return .noPlayers
    }
    #expect(lines == [prefix + "200, network, 25 bytes, 1234.056 ms, attempt 1, id 00000000000000ab"])
  }

  @Test func failures() async {
    let rest = "0.000 ms, attempt 1, id 00000000000000ab"
    #expect(
      await lines(outside: true) { _, _ in .json("s3cret-id", status: 404) }
        == [prefix + "404, network, 9 bytes, \(rest)"])
    let body = #"{"status":"error","error":{"code":407,"message":"NO\ns3cret-id"}}"#
    #expect(
      await lines(outside: true) { _, _ in .json(body) }
        == [prefix + "200, service 407 NO\\u{a}<redacted>, network, \(body.utf8.count) bytes, \(rest)"])
    #expect(
      await lines(outside: true) { _, _ in .json("<html>") }
        == [prefix + "200, notJSON, network, 6 bytes, \(rest)"])
    #expect(
      await lines(outside: true) { _, _ in throw TransportError.timedOut } == [prefix + "timedOut, \(rest)"])
    #expect(
      await lines(outside: true) { _, _ in throw TransportError.failed(TransportFailure(.offline)) }
        == [prefix + "transport offline, \(rest)"])
    #expect(
      await lines(outside: true) { _, _ in throw CancellationError() } == [prefix + "cancelled, \(rest)"])
  }

  @Test func attempts() async {
    let script: ScriptedTransport.Script = { index, _ in index < 2 ? .json("", status: 503) : .noPlayers }
    let inside = await lines(outside: false, script, attempts: 3)
    #expect(inside.map { $0.contains("→ 503") } == [true, true, false])
    for (index, line) in inside.enumerated() { #expect(line.contains("attempt \(index + 1),")) }
    let outside = await lines(outside: true, script, attempts: 2)
    #expect(outside.count == 1)
    #expect(outside.allSatisfy { $0.contains("→ 503") && $0.contains("attempt 2,") })
    let success = await lines(outside: true, script, attempts: 3)
    #expect(success.count == 1)
    #expect(success.allSatisfy { $0.contains("→ 200") && $0.contains("attempt 3,") })
  }

  @Test func theResponseSaysWhichAttemptWasAnswered() async throws {
    let client = LimitedClient(
      ScriptedTransport { index, _ in index < 2 ? .json("", status: 503) : .noPlayers }, clock,
      middleware: [Retry(baseDelay: .zero)])
    let options = CallOptions(policies: [.retry(idempotent: true, attempts: 3)])
    #expect(try await client.response(to: search, options: options).attempt == 3)
    #expect(try await client.response(to: search, options: options).attempt == 1)
  }
}
