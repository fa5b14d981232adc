import Foundation
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPILimits
@testable import WGNAPITransport

@Suite struct RateLimiterScopeTests {
  /// A request whose endpoint has a limit of its own.
  private struct Export: APIRequest {
    typealias Response = [UInt8]
    static let endpoint = Endpoint<Self>(
      "export", .get, "export", response: .bytes,
      policies: [.rateLimit(1, per: .seconds(60), scope: .application)])
  }

  private let clock = ManualClock()
  private let limiter = RateLimiter()
  private let search = SearchPlayers(search: "abc")
  private let ok = ScriptedTransport { _, _ in .noPlayers }

  private func client(
    _ limit: RateLimit, _ transport: ScriptedTransport? = nil, server: String = "https://api.example.eu",
    applicationID: String = "demo-id", clock: ManualClock? = nil
  ) -> LimitedClient {
    LimitedClient(
      transport ?? ok, clock ?? self.clock, middleware: [limiter], limits: [limit], server: server,
      applicationID: applicationID)
  }

  /// Whether a request is sent at once.
  private func isFree(_ client: LimitedClient) async throws -> Bool {
    // Before it is sent, which may be at once.
    let count = ok.requests.count
    let task = Task { try await client.send(search) }
    while true {
      if ok.requests.count > count {
        _ = try await task.value
        return true
      }
      if !clock.wakeTimes.isEmpty {
        task.cancel()
        _ = await task.result
        return false
      }
      await Task.yield()
    }
  }

  @Test func applicationsAndAddresses() async throws {
    let limit = RateLimit(count: 1, period: .seconds(1), scope: .application)
    #expect(try await isFree(client(limit)))
    #expect(try await !isFree(client(limit)))
    #expect(try await !isFree(client(limit, server: "https://api.example.eu/")))
    #expect(try await isFree(client(limit, applicationID: "other-id")))
    #expect(try await isFree(client(limit, server: "https://api.example.com")))
    #expect(try await isFree(client(limit, clock: ManualClock())))
    let address = RateLimit(count: 1, period: .seconds(1), scope: .address)
    #expect(try await isFree(client(address)))
    #expect(try await !isFree(client(address, applicationID: "other-id")))
  }

  @Test func aLimitForEachEndpoint() async throws {
    let client = client(RateLimit(count: 1, period: .seconds(1), scope: .endpoint))
    _ = try await client.send(Export())
    #expect(try await isFree(client))
    #expect(try await !isFree(client))
  }

  @Test func anEndpointsOwnLimitHoldsUpNobodyElse() async throws {
    let client = client(RateLimit(count: 2, period: .seconds(1), scope: .application))
    _ = try await client.send(Export())
    let second = Task { try await client.send(Export()) }
    try await clock.waitForSleepers()
    #expect(clock.wakeTimes == [.seconds(60)])
    _ = try await client.send(search)
    #expect(clock.uptime == .zero)
    let third = Task { try await client.send(search) }
    try await clock.waitForSleepers(2)
    #expect(clock.wakeTimes == [.seconds(1), .seconds(60)])
    clock.advanceToNextWake()
    _ = try await third.value
    clock.advanceToNextWake()
    _ = try await second.value
    #expect(clock.uptime == .seconds(60))
  }

  @Test(arguments: [
    (TransportResponse.json("", status: 429, retryAfter: "7"), 7),
    (.json("", status: 429, retryAfter: "Tue, 14 Nov 2023 22:13:29 GMT"), 9),
    (.json("", status: 429, retryAfter: "99999999999999999999"), 3600),
    (.json("", status: 429, retryAfter: "soon"), 2), (.json("", status: 429), 2),
    (.json("", status: 429, retryAfter: "-1"), 2),
    (.refusal("TOO_MANY", code: 407), 2), (.refusal("SLOW_DOWN", code: 7), 2),
    (.refusal("SLOW_DOWN", code: 8), 0), (.refusal("TOO_MANY_IDS", code: 407), 0),
    (.json("", status: 503, retryAfter: "7"), 0),
  ])
  func refusalsMakeAllWait(response: TransportResponse, seconds: Int) async throws {
    let transport = ScriptedTransport { index, _ in index == 0 ? response : .noPlayers }
    let client = LimitedClient(
      transport, clock, middleware: [limiter],
      limits: [
        RateLimit(count: 10, period: .seconds(2), scope: .application),
        RateLimit(count: 1000, period: .seconds(86_400), scope: .address),
      ],
      limitErrors: [
        ServiceErrorPattern(message: "TOO_MANY"), ServiceErrorPattern(code: 7, message: "SLOW_*"),
      ])
    await #expect(throws: APIError.self) { try await client.send(search) }
    // With more time than the server is believed to want.
    let task = Task { try await client.send(search, options: CallOptions(timeout: .seconds(3_600))) }
    if seconds > 0 {
      try await clock.waitForSleepers()
      #expect(clock.wakeTimes == [.seconds(seconds)])
      clock.advanceToNextWake()
    }
    _ = try await task.value
    #expect(transport.requests.count == 2)
  }
}
