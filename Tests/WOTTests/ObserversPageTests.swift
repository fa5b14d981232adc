import TestSupport
import Testing
import WGNAPIRuntime
import WOT

/// The code of `docs/observability.md`, word for word, but for that of the product `WGNAPIObservability`.
@Suite struct ObserversPageTests {
  @Test func thePageIsCompiled() throws {
    let page = try PageCode("observability.md", without: ["OpenTelemetry"])
    #expect(page.blocks.count == 2)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func observers() {
    let log = ClientObserver(
      onRequest: { print("->", $0.operation, $0.url) },
      onResponse: { print("<-", $0.status?.code ?? 0, $0.duration, $0.error.map { "\($0)" } ?? "ok") },
      onViolation: { print("!!", $0.violations) })
    let configuration = ClientConfiguration(observers: [log])
    #expect(configuration.observers.count == 1)
  }

  @Test func secrets() {
    print(PlayersRequest(accountIDs: [1, 2], accessToken: "…"))
    #expect(
      "\(PlayersRequest(accountIDs: [1, 2], accessToken: "…"))"
        == "PlayersRequest(account_id: [1,2], access_token: <redacted>)")
  }
}
