import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPICache
@testable import WGNAPIClient
@testable import WGNAPILimits
@testable import WGNAPIRetry
@testable import WGNAPITransport

/// No number that a server, a store or a caller may bring stops the process.
@Suite struct HostileNumberTests {
  let clock = ManualClock()
  let request = SearchPlayers(search: "gar")

  func client(
    _ transport: any HTTPTransport, cache: ResponseCache = ResponseCache(), clock: (any ClientClock)? = nil
  ) -> PlayersClient {
    PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: "demo",
      configuration: ClientConfiguration(
        transport: transport, middleware: [cache], clock: clock ?? self.clock))
  }

  @Test(
    arguments: [
      [.age: "99999999999999999999"], [.age: "-1"], [.age: "NaN"], [.age: ""],
      [.cacheControl: "max-age=99999999999999999999999999"], [.cacheControl: "max-age=-9223372036854775808"],
      [.cacheControl: "max-age=1e400"],
      [.cacheControl: "max-age=9223372036854775807, stale-if-error=9223372036854775807"],
      [.cacheControl: "stale-while-revalidate=99999999999999999999, max-age=\"9"],
      [.cacheControl: "=,==,\",\\"], [.cacheControl: "max-age=\"\\"],
      [.date: "Fri, 31 Dec 9999 23:59:59 GMT", .expires: "Sat, 01 Jan 0000 00:00:00 GMT"],
      [.date: "Sat, 01 Jan 0000 00:00:00 GMT", .expires: "Fri, 31 Dec 9999 23:59:59 GMT"],
      [.vary: ",,, ,", .eTag: "", .lastModified: "never"],
      [.retryAfter: "99999999999999999999"], [.retryAfter: "Fri, 31 Dec 9999 23:59:59 GMT"],
    ] as [[HTTPField.Name: String]])
  func fields(_ fields: [HTTPField.Name: String]) async throws {
    let transport = ScriptedTransport.numbered { _, number in .players(number, fields) }
    let cache = ResponseCache(
      staleIfError: .seconds(Int64.max), staleWhileRevalidate: .seconds(Int64.max))
    let client = client(transport, cache: cache)
    for step in [Duration.zero, .seconds(1), .seconds(700), .seconds(1_000_000_000_000)] {
      clock.advance(by: step)
      let response = try await client.response(to: request)
      #expect(response.age >= .zero)
    }
  }

  /// Gives a response with these dates and this status whatever it is asked for.
  struct OddStore: ResponseStore {
    var status = 200
    var requestDate = Date(timeIntervalSince1970: 1_700_000_000)
    var responseDate = Date(timeIntervalSince1970: 1_700_000_000)

    func response(for key: CacheKey) async throws -> StoredResponse? {
      StoredResponse(
        status: status, headers: [.expires: "Fri, 31 Dec 9999 23:59:59 GMT"],
        body: TransportResponse.players(0).body, requestDate: requestDate, responseDate: responseDate)
    }
    func store(_ response: StoredResponse, for key: CacheKey) async throws {}
    func remove(_ key: CacheKey) async throws {}
    func removeAll(of endpoint: String) async throws {}
    func removeAll() async throws {}
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func datesOfAStore(_ seconds: Double) async throws {
    let transport = ScriptedTransport.numbered { _, number in .players(number) }
    let odd = Date(timeIntervalSince1970: seconds)
    for store in [
      OddStore(requestDate: odd), OddStore(responseDate: odd), OddStore(requestDate: odd, responseDate: odd),
    ] {
      let response = try await client(transport, cache: ResponseCache(store: store)).response(to: request)
      #expect(response.age >= .zero)
    }
  }

  @Test(arguments: [-1, 0, 99, 304, 1_000, Int.max])
  func statusesOfAStore(_ status: Int) async throws {
    let transport = ScriptedTransport.numbered { _, number in .players(number) }
    let client = client(transport, cache: ResponseCache(store: OddStore(status: status)))
    #expect(try await client.response(to: request).origin == .network)
  }

  /// A clock whose date isn't a number.
  struct OddClock: ClientClock {
    let date: Date
    var uptime: Duration { .zero }
    func sleep(for duration: Duration) async throws {}
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func datesOfAClock(_ seconds: Double) async throws {
    let clock = OddClock(date: Date(timeIntervalSince1970: seconds))
    let transport = ScriptedTransport.numbered { _, number in
      .players(
        number, [.date: "Sun, 06 Nov 1994 08:49:37 GMT", .retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT"])
    }
    let client = client(transport, clock: clock)
    for _ in 1...2 { #expect(try await client.response(to: request).age >= .zero) }
    let refusing = ScriptedTransport.numbered { _, _ in
      .json("", status: 429, retryAfter: "Sun, 06 Nov 2094 08:49:37 GMT")
    }
    let limited = LimitedClient(
      refusing, clock, middleware: [Retry(), RateLimiter()],
      limits: [RateLimit(count: 10, period: .seconds(1), scope: .application)])
    await #expect(throws: APIError.self) { try await limited.send(request) }
  }

  @Test func timesOfACaller() async throws {
    let longest = Duration.seconds(Int64.max)
    let transport = ScriptedTransport.numbered { _, number in .players(number) }
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"),
      configuration: ClientConfiguration(
        transport: transport, timeout: longest,
        middleware: .standard(
          cache: ResponseCache(staleIfError: longest, staleWhileRevalidate: longest),
          retry: Retry(maximumDelay: longest, baseDelay: longest, totalTime: longest),
          limiter: RateLimiter(longestPause: longest))))
    let policy = CachePolicy(lifetime: longest, staleIfError: longest, staleWhileRevalidate: longest)
    for _ in 1...2 {
      let chain = request.with(CallOptions(timeout: longest, policies: [Policy(policy)])).timeout(longest)
      #expect(try await client.send(chain).count == 1)
    }
  }

  /// The system's clock doesn't wake up early because a time is too long for it.
  @Test func theLongestSleep() async throws {
    for duration in [Duration.seconds(Int64.max), .seconds(1e10), .seconds(9_300_000_000)] {
      let sleeper = Task { try await SystemClock().sleep(for: duration) }
      try await Task.sleep(for: .milliseconds(20))
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
  }
}
