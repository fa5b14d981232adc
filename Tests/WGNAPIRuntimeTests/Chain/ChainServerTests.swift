import FlyingFox
import Foundation
import TestSupport
import Testing
import WGNAPIChains
import WGNAPILimits
import WGNAPIRetry
import WGNAPIRuntime
import WGNAPITesting

/// Chains and middlewares over a real connection.
@Suite struct ChainServerTests {
  private let search = SearchPlayers(search: "abc")
  private let details = PlayerDetails(accountID: [1])

  private func client(
    _ server: APIServer, _ clock: any ClientClock = .system, middleware: [any APIMiddleware] = []
  ) -> PlayersClient {
    PlayersClient(
      server: server, configuration: ClientConfiguration(middleware: middleware, clock: clock))
  }

  @Test(.timeLimit(.minutes(15))) func anErrorEndsTheOtherExchange() async throws {
    let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
    try await withLoopbackServer { request in
      guard request.path.contains("info") else {
        // Not before the other one is on its way.
        for await _ in arrived { break }
        return .json("", status: .notFound)
      }
      arrival.yield()
      try await Task.sleep(for: .seconds(600))
      return .json("{}")
    } _: { server in
      let error = await #expect(throws: APIError.self) {
        try await client(server).send(details.zip(search))
      }
      #expect(error?.status == 404)
    }
  }

  @Test(.timeLimit(.minutes(15))) func aTimeLimitEndsTheExchange() async throws {
    let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
    try await withLoopbackServer { _ in
      arrival.yield()
      try await Task.sleep(for: .seconds(600))
      return .json("{}")
    } _: { server in
      let clock = ManualClock()
      let task = Task { try await client(server, clock).send(search.timeout(.seconds(5))) }
      for await _ in arrived { break }
      try await clock.waitForSleepers()
      clock.advance(by: .seconds(5))
      let error = await #expect(throws: APIError.self) { try await task.value }
      guard case .timedOut(after: .seconds(5))? = error?.kind else { throw try #require(error) }
    }
  }

  @Test func retriesAsTheServerAsks() async throws {
    let count = Counter(2)
    try await withLoopbackServer { _ in
      guard count.decrement() < 0 else {
        return HTTPResponse(
          statusCode: .serviceUnavailable, headers: [HTTPHeader("Retry-After"): "3"], body: Data())
      }
      return .json(#"{"status":"ok","data":[]}"#)
    } _: { server in
      let clock = ManualClock(jumps: true)
      let options = CallOptions(policies: [.retry(idempotent: true, attempts: 3)])
      let players = try await client(server, clock, middleware: [Retry(), RateLimiter()])
        .send(search, options: options)
      #expect(players.isEmpty)
      #expect(clock.uptime == .seconds(6))
    }
  }
}
