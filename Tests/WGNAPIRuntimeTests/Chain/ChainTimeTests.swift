import Testing
import WGNAPIChains
import WGNAPIRuntime
import WGNAPITesting

@Suite struct ChainTimeTests {
  private struct Passing: Error {}

  private let clock = ManualClock()
  private let search = SearchPlayers(search: "abc")
  private let cancelled = Record<Int>()

  /// Answers after so many seconds.
  private func slow(_ seconds: Int) -> ScriptedTransport {
    ScriptedTransport { [clock, cancelled] index, _ in
      do { try await clock.sleep(for: .seconds(seconds)) } catch {
        cancelled.append(index)
        throw error
      }
      return .noPlayers
    }
  }

  private func client(_ transport: ScriptedTransport) -> LimitedClient {
    LimitedClient(transport, clock, middleware: [], random: RandomSource { 1 << 63 })
  }

  @Test func timeouts() async throws {
    let client = client(slow(10))
    let task = Task { try await client.send(search.flatMap { _ in search }.timeout(.seconds(15))) }
    try await clock.waitForSleepers(2)
    clock.advance(by: .seconds(10))
    try await clock.waitForSleepers(2)
    clock.advance(by: .nanoseconds(4_999_999_999))
    #expect(clock.sleeperCount == 2)
    clock.advance(by: .nanoseconds(1))
    let error = await #expect(throws: APIError.self) { try await task.value }
    guard case .timedOut(after: .seconds(15))? = error?.kind else { throw try #require(error) }
    #expect(error?.operation == "searchPlayers")
    #expect(cancelled.all == [1])
    #expect(clock.sleeperCount == 0)
  }

  @Test func fastEnough() async throws {
    let client = client(slow(10))
    let task = Task { try await client.send(search.timeout(.seconds(15)).map(\.count)) }
    try await clock.waitForSleepers(2)
    clock.advanceToNextWake()
    #expect(try await task.value == 0)
    #expect(clock.sleeperCount == 0)
    let failing = self.client(ScriptedTransport { _, _ in .json("", status: 404) })
    let error = await #expect(throws: APIError.self) { try await failing.send(search.timeout(.seconds(15))) }
    #expect(error?.status == 404)
  }

  /// A clock that jumps comes to a timeout only by what the chain itself waits for.
  @Test func timeoutsOfAClockThatJumps() async throws {
    let clock = ManualClock(jumps: true)
    let (up, down) = (
      ScriptedTransport { _, _ in .noPlayers }, ScriptedTransport { _, _ in .json("", status: 503) }
    )
    func client(_ transport: ScriptedTransport) -> LimitedClient {
      LimitedClient(transport, clock, middleware: [], random: RandomSource { 1 << 63 })
    }
    for _ in 0..<100 {
      #expect(try await client(up).send(search.timeout(.seconds(15)).timeout(.seconds(1)).map(\.count)) == 0)
    }
    #expect(clock.uptime == .zero)
    let steps = Backoff.constant(.seconds(3))
    for round in 1...20 {
      let start = clock.uptime
      let chain = search.retry(9, backoff: steps).timeout(.seconds(10)).timeout(.seconds(60))
      let error = await #expect(throws: APIError.self) { try await client(down).send(chain) }
      guard case .timedOut(after: .seconds(10))? = error?.kind else { throw try #require(error) }
      #expect(clock.uptime - start == .seconds(10))
      #expect(down.requests.count == round * 4)
    }
    // A deadline that has passed doesn't hold up what comes after it, and one at the same moment counts.
    let recovering = search.retry(9, backoff: steps).timeout(.seconds(3)).recover { _ in [] }
      .flatMap { _ in search.retry(1, backoff: .constant(.seconds(60))) }
    let start = clock.uptime
    await #expect(throws: APIError.self) { try await client(down).send(recovering) }
    #expect(clock.uptime - start == .seconds(63))
  }

  @Test func retries() async throws {
    let clock = ManualClock(jumps: true)
    let times = Record<Duration>()
    let transport = ScriptedTransport { index, _ in
      times.append(clock.uptime)
      return index < 3 ? .json("", status: 503) : .noPlayers
    }
    let client = LimitedClient(transport, clock, middleware: [], random: RandomSource { 1 << 63 })
    let chain = search.map(\.count).retry(3, backoff: Backoff(base: .seconds(1)))
    #expect(try await client.send(chain) == 0)
    #expect(times.all == [0, 500, 1500, 3500].map { .milliseconds($0) })
  }

  @Test func retriesEnd() async throws {
    let clock = ManualClock(jumps: true)
    let down = ScriptedTransport { _, _ in .json("", status: 503) }
    let wrong = ScriptedTransport { _, _ in .json("", status: 404) }
    func send(_ transport: ScriptedTransport, _ chain: Chain<[FoundPlayer]>) async -> (any Error)? {
      do {
        _ = try await LimitedClient(transport, clock, middleware: []).send(chain)
        return nil
      } catch { return error }
    }
    #expect((await send(down, search.retry(2, backoff: .constant(.seconds(7)))) as? APIError)?.status == 503)
    #expect(clock.uptime == .seconds(14))
    #expect(down.requests.count == 3)
    _ = await send(wrong, search.retry(2))
    #expect(wrong.requests.count == 1)
    _ = await send(wrong, search.retry(2, where: { _ in true }))
    #expect(wrong.requests.count == 4)
    // What a closure throws is repeated; that something is cancelled isn't.
    let passing = ScriptedTransport { _, _ in .noPlayers }
    #expect(await send(passing, search.map { _ in throw Passing() }.retry(2)) is Passing)
    #expect(passing.requests.count == 3)
    let stopped = search.map { _ -> [FoundPlayer] in throw CancellationError() }
    #expect(await send(passing, stopped.retry(2, where: { _ in true })) is CancellationError)
    #expect(passing.requests.count == 4)
    _ = await send(down, search.retry(-1))
    #expect(down.requests.count == 4)
  }

  @Test func theFirstErrorCancelsTheOthers() async throws {
    let transport = ScriptedTransport { [clock, cancelled] _, request in
      let isSearch = request.path?.contains("search") == true
      do { try await clock.sleep(for: .seconds(isSearch ? 5 : 60)) } catch {
        cancelled.append(isSearch ? 1 : 2)
        throw error
      }
      return .json("", status: 404)
    }
    let client = client(transport)
    for chain in [
      search.map(\.count).zip(PlayerDetails(accountID: [1]).map(\.count)).map(\.0),
      PlayerDetails(accountID: [1]).map(\.count).zip(search.map(\.count)).map(\.0),
      Chain.all([PlayerDetails(accountID: [1]).map(\.count), search.map(\.count)]).map(\.count),
    ] {
      let task = Task { try await client.send(chain) }
      try await clock.waitForSleepers(2)
      clock.advanceToNextWake()
      let error = await #expect(throws: APIError.self) { try await task.value }
      #expect(error?.operation == "searchPlayers")
    }
    #expect(cancelled.all == [2, 2, 2])
  }

  @Test func cancellingReachesAllParts() async throws {
    let client = client(slow(10))
    let inner = search.zip(search).map { $0 + $1 }.timeout(.seconds(60)).retry(5).recover { _ in [] }
    let chain = Chain.all([inner, inner, search.with(CallOptions())])
    let task = Task { try await client.send(chain) }
    // Five exchanges and two time limits.
    try await clock.waitForSleepers(7)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(cancelled.all.sorted() == [0, 1, 2, 3, 4])
    #expect(clock.sleeperCount == 0)
  }

  @Test func cancellingBetweenSteps() async throws {
    let transport = ScriptedTransport { _, _ in .noPlayers }
    let client = client(transport)
    let chain = search.map { players in
      withUnsafeCurrentTask { $0?.cancel() }
      return players
    }
    await #expect(throws: CancellationError.self) {
      try await Task { try await client.send(chain.flatMap { _ in search }) }.value
    }
    // A closure's error after that is no reason to go on, either.
    let failing = chain.map { _ -> [FoundPlayer] in throw Passing() }
    await #expect(throws: CancellationError.self) {
      try await Task { try await client.send(failing.recover { _ in [] }) }.value
    }
    await #expect(throws: CancellationError.self) {
      try await Task { try await client.send(failing.retry(3)) }.value
    }
    #expect(transport.requests.count == 3)
  }

  @Test func structuredConcurrencyNeedsNoChains() async throws {
    let client = client(ScriptedTransport { _, _ in .noPlayers })
    async let first = client.send(search)
    async let second = client.send(search.map(\.count))
    let both = try await (first.count, second)
    #expect(both == (0, 0))
  }
}
