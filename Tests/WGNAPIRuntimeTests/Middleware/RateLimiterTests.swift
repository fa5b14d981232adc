import HTTPTypes
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIClient
@testable import WGNAPILimits

@Suite struct RateLimiterTests {
  private let clock = ManualClock()
  private let limiter = RateLimiter()
  private let search = SearchPlayers(search: "abc")

  private func client(_ limits: RateLimit..., transport: ScriptedTransport) -> LimitedClient {
    LimitedClient(transport, clock, middleware: [limiter], limits: limits)
  }

  private func perSecond(_ count: Int, _ scope: RateLimit.Scope = .application) -> RateLimit {
    RateLimit(count: count, period: .seconds(1), scope: scope)
  }

  /// Moves the clock whenever all tasks wait, until all are done.
  private func drive(_ unfinished: Counter) async {
    // In this order no task is counted twice: a sleeper stays one until the clock is moved.
    while case let count = unfinished.value, count > 0 {
      if clock.sleeperCount + limiter.state.waiters == count {
        clock.advanceToNextWake()
      } else {
        await Task.yield()
      }
    }
  }

  @Test(.timeLimit(.minutes(15))) func manyTasksFinishAtTheExactTime() async throws {
    let sends = Record<Duration>()
    let transport = ScriptedTransport { [clock] _, _ in
      sends.append(clock.uptime)
      return .noPlayers
    }
    let client = client(perSecond(10), transport: transport)
    let unfinished = Counter(64)
    let left = Counter(10_000)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          while left.decrement() >= 0 {
            _ = try? await client.send(search)
          }
          unfinished.decrement()
        }
      }
      await drive(unfinished)
    }
    #expect(sends.all == (0..<10_000).map { .seconds($0 / 10) })
    #expect(clock.uptime == .seconds(999))
    #expect(limiter.state == (buckets: 1, waiters: 0))
  }

  /// The times at which requests with these weights are sent, one after the other.
  private func sends(
    _ weights: [Int], _ limit: RateLimit, fields: RateLimitFields? = nil, used: [String] = []
  ) async -> [Duration] {
    let sends = Record<Duration>()
    let transport = ScriptedTransport { [clock] _, _ in
      var response = TransportResponse.noPlayers
      if let name = HTTPField.Name("X-Used"), sends.all.count < used.count {
        response.response.headerFields[name] = used[sends.all.count]
      }
      sends.append(clock.uptime)
      return response
    }
    let client = LimitedClient(
      transport, clock, middleware: [limiter], limits: [limit], limitFields: fields)
    let unfinished = Counter(1)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for weight in weights { _ = try? await client.send(search, options: [.weight(weight)]) }
        unfinished.decrement()
      }
      await drive(unfinished)
    }
    return sends.all
  }

  /// One that is heavier than the limit needs all of it, and one without weight none.
  @Test func requestsHaveWeights() async {
    #expect(await sends([4, 4, 4, 0, 25, 1], perSecond(10)) == [0, 0, 1, 1, 2, 3].map { .seconds($0) })
  }

  /// A negative weight gives nothing back.
  @Test(arguments: [([10, -3, .min, 1], [0, 0, 0, 1]), ([.max, 1], [0, 1])] as [([Int], [Int])])
  func weightsAreLimited(weights: [Int], seconds: [Int]) async {
    #expect(await sends(weights, perSecond(10)) == seconds.map { .seconds($0) })
  }

  /// What others use counts until a period has passed.
  @Test(arguments: [
    (["90", "100", "1"], [0, 0, 60, 60]), (["5", "15", "16"], [0, 0, 0, 60]),
    (["x", "-1", ""], [0, 0, 0, 60]),
    (["999999999999999999999"], [0, 60, 60, 120]),
  ])
  func usedTokensAreTakenOver(used: [String], seconds: [Int]) async {
    let limit = RateLimit(count: 100, period: .seconds(60), scope: .address)
    let fields = RateLimitFields.used("X-Used", per: .seconds(60), scope: .address)
    #expect(await sends([5, 10, 1, 94], limit, fields: fields, used: used) == seconds.map { .seconds($0) })
  }

  /// A field about another limit changes nothing.
  @Test func usedTokensCountTowardOneLimit() async {
    let limit = RateLimit(count: 100, period: .seconds(60), scope: .address)
    let fields = RateLimitFields.used("X-Used", per: .seconds(10), scope: .address)
    #expect(await sends([5, 10], limit, fields: fields, used: ["100"]) == [.zero, .zero])
  }

  /// A limit that the service reports is in its own unit.
  @Test func reportedLimitsHaveWeights() {
    var limit = LearnedLimit()
    let ticket = limit.take(at: .zero, weight: 5)
    let name = HTTPField.Name("X-Left")
    let reset = HTTPField.Name("X-Reset")
    var headers = HTTPFields()
    if let name, let reset { (headers[name], headers[reset]) = ("7", "10") }
    let fields = RateLimitFields.fields(remaining: "X-Left", reset: "X-Reset", resetIs: .seconds)
    limit.finish(ticket, ReportedLimit(headers, fields, now: clock.date), longest: .seconds(60), now: .zero)
    #expect(limit.exhaustion(for: 7) == nil && limit.exhaustion(for: 8) == .seconds(10))
    _ = limit.take(at: .zero, weight: 5)
    #expect(limit.exhaustion(for: 2) == nil && limit.exhaustion(for: 3) == .seconds(10))
  }

  @Test(.timeLimit(.minutes(15))) func unevenArrivals() async throws {
    let random = RandomSource.seeded(3)
    // Nanoseconds, in two bursts.
    let arrivals = (0..<300).map { index in
      Duration.nanoseconds(Int64(random.bits() % 900_000_000) + (index < 200 ? 0 : 9_000_000_000))
    }.sorted()
    let sends = Record<Duration>()
    let order = Record<String>()
    let transport = ScriptedTransport { [clock] _, request in
      sends.append(clock.uptime)
      order.append(request.path.flatMap { $0.split(separator: "&").first }.map(String.init) ?? "")
      return .noPlayers
    }
    let client = client(
      perSecond(7), RateLimit(count: 40, period: .seconds(10), scope: .address), transport: transport)
    let unfinished = Counter(arrivals.count)
    await withTaskGroup(of: Void.self) { group in
      for (index, arrival) in arrivals.enumerated() {
        group.addTask { [clock] in
          try? await clock.sleep(for: arrival)
          _ = try? await client.send(SearchPlayers(search: "player\(index)"))
          unfinished.decrement()
        }
      }
      await drive(unfinished)
    }
    var expected: [Duration] = []
    for (index, arrival) in arrivals.enumerated() {
      let before = expected.last ?? .zero
      let first = index >= 7 ? expected[index - 7] + .seconds(1) : .zero
      let second = index >= 40 ? expected[index - 40] + .seconds(10) : .zero
      expected.append(max(arrival, before, first, second))
    }
    #expect(sends.all == expected)
    #expect(order.all == arrivals.indices.map { "/account/list/?search=player\($0)" })
  }

  @Test func cancelledWaitersUseNoToken() async throws {
    let sends = Record<Duration>()
    let transport = ScriptedTransport { [clock] _, _ in
      sends.append(clock.uptime)
      return .noPlayers
    }
    let client = client(perSecond(1), transport: transport)
    _ = try await client.send(search)
    var tasks: [Task<[FoundPlayer], any Error>] = []
    for count in 0..<4 {
      tasks.append(Task { try await client.send(search) })
      if count == 0 { try await clock.waitForSleepers() }
      while limiter.state.waiters < count { await Task.yield() }
    }
    // The one that sleeps, and the one after it.
    for task in tasks[0...1] {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    for (index, task) in tasks[2...].enumerated() {
      try await clock.waitForSleepers()
      #expect(limiter.state.waiters == 1 - index)
      clock.advanceToNextWake()
      _ = try await task.value
    }
    #expect(sends.all == [.zero, .seconds(1), .seconds(2)])
  }

  @Test(.timeLimit(.minutes(15))) func thousandsCancelled() async throws {
    let transport = ScriptedTransport { _, _ in .noPlayers }
    let client = client(perSecond(1), transport: transport)
    _ = try await client.send(search)
    let first = Task { try await client.send(search) }
    try await clock.waitForSleepers()
    let tasks = (0..<5_000).map { _ in Task { try await client.send(search) } }
    while limiter.state.waiters < tasks.count { await Task.yield() }
    for task in tasks { task.cancel() }
    var cancelled = 0
    for task in tasks {
      if case .failure(is CancellationError) = await task.result { cancelled += 1 }
    }
    #expect(cancelled == tasks.count)
    #expect(limiter.state.waiters == 0)
    clock.advanceToNextWake()
    _ = try await first.value
    #expect(clock.uptime == .seconds(1))
    #expect(transport.requests.count == 2)
  }

  @Test(.timeLimit(.minutes(15))) func cancelledAtAnyMoment() async throws {
    let clock = ManualClock(jumps: true)
    let transport = ScriptedTransport { _, _ in
      await Task.yield()
      return .noPlayers
    }
    let client = LimitedClient(transport, clock, middleware: [limiter], limits: [perSecond(10)])
    let random = RandomSource.seeded(11)
    var successes = 0
    for _ in 0..<20 {
      let tasks = (0..<100).map { _ in Task { try await client.send(search) } }
      for task in tasks where random.bits() % 2 == 0 {
        for _ in 0..<random.bits() % 4 { await Task.yield() }
        task.cancel()
      }
      for task in tasks {
        if case .success = await task.result { successes += 1 }
      }
      #expect(limiter.state.waiters == 0)
    }
    #expect(successes >= 800)
    #expect(transport.requests.count == successes)
    // One that is cancelled may have waited for the next token, but hasn't taken it.
    #expect(clock.uptime <= .seconds((successes + 9) / 10))
    _ = try await client.send(search)
  }

  @Test(.timeLimit(.minutes(15))) func cancelledWhenItIsItsTurn() async throws {
    let next = Record<Task<[FoundPlayer], any Error>>()
    // Whoever is sent has just let the next one pass, and cancels it before it can do much.
    let transport = ScriptedTransport { _, _ in
      next.all.last?.cancel()
      return .noPlayers
    }
    let client = client(perSecond(1), transport: transport)
    _ = try await client.send(search)
    for _ in 0..<200 {
      let first = Task { try await client.send(search) }
      try await clock.waitForSleepers()
      let second = Task { try await client.send(search) }
      while limiter.state.waiters < 1 { await Task.yield() }
      next.append(second)
      let third = Task { try await client.send(search) }
      while limiter.state.waiters < 2 { await Task.yield() }
      clock.advanceToNextWake()
      _ = try await first.value
      await #expect(throws: CancellationError.self) { try await second.value }
      try await clock.waitForSleepers()
      clock.advanceToNextWake()
      _ = try await third.value
    }
    #expect(clock.uptime == .seconds(400))
  }

  @Test func unusedBucketsAreForgotten() async throws {
    let transport = ScriptedTransport { _, _ in .noPlayers }
    var most = 0
    for index in 0..<1_000 {
      let client = LimitedClient(
        transport, clock, middleware: [limiter], limits: [perSecond(3)], server: "https://\(index).example.eu"
      )
      for _ in 0..<3 { _ = try await client.send(search) }
      clock.advance(by: .milliseconds(100))
      most = max(most, limiter.state.buckets)
    }
    #expect(most <= 32)
  }
}
