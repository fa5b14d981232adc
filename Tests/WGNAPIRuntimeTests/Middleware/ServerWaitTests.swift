import HTTPTypes
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIClient
@testable import WGNAPILimits
@testable import WGNAPIRetry

/// A server that asks to wait is obeyed for a while, never in silence, and never for longer than a call may take.
@Suite(.timeLimit(.minutes(5))) struct ServerWaitTests {
  private let clock = ManualClock()
  private let waits = Record<Duration>()
  private let search = SearchPlayers(search: "abc")

  private func client(
    _ transport: ScriptedTransport, _ middleware: [any APIMiddleware], limit: RateLimit? = nil
  ) -> LimitedClient {
    let waits = waits
    let observer = ClientObserver(onWait: { waits.append($0.duration) })
    return LimitedClient(
      transport, clock, middleware: middleware,
      limits: [limit ?? RateLimit(count: 10, period: .seconds(1), scope: .application)],
      observers: [observer])
  }

  /// Refuses the first request and answers the others.
  private func refusing(_ retryAfter: String?) -> ScriptedTransport {
    ScriptedTransport { index, _ in
      index == 0 ? .json("", status: 429, retryAfter: retryAfter) : .noPlayers
    }
  }

  @Test(arguments: ["999999999", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func oneThatIsLongerThanACallMayTakeEndsItAtOnce(_ retryAfter: String) async throws {
    let transport = refusing(retryAfter)
    let client = client(transport, [RateLimiter()])
    await #expect(throws: APIError.self) { try await client.send(search) }
    for _ in 1...3 {
      let error = await #expect(throws: APIError.self) { try await client.send(search) }
      guard case .notSent(let left as RateLimiter.Refusal)? = error?.kind else {
        Issue.record("\(error as Any)")
        return
      }
      // No server is believed for longer than an hour.
      #expect(left.retryAfter == .seconds(3_600))
      #expect(error?.isRetryable == false)
      #expect(error.map { "\($0)".contains("3600 seconds") } == true)
    }
    #expect(transport.count == 1)
    #expect(clock.uptime == .zero)
    #expect(waits.all == [])
    clock.advance(by: .seconds(3_600))
    #expect(try await client.send(search).isEmpty)
  }

  @Test func oneThatFitsIsWaitedForAndTold() async throws {
    let client = client(refusing("20"), [RateLimiter()])
    await #expect(throws: APIError.self) { try await client.send(search) }
    let waiting = Task { try await client.send(search) }
    try await clock.waitForSleepers()
    #expect(waits.all == [.seconds(20)])
    clock.advance(by: .seconds(20))
    #expect(try await waiting.value.isEmpty)
    #expect(waits.all == [.seconds(20)])
  }

  @Test func aCallWithMoreTimeWaits() async throws {
    let client = client(refusing("100"), [RateLimiter()])
    await #expect(throws: APIError.self) { try await client.send(search) }
    let waiting = Task { try await client.send(search, options: CallOptions(timeout: .seconds(101))) }
    try await clock.waitForSleepers()
    // Behind it in the queue, one with less time doesn't wait.
    let error = await #expect(throws: APIError.self) { try await client.send(search) }
    guard error?.notSent(as: RateLimiter.Refusal.self)?.retryAfter == .seconds(100) else {
      Issue.record("\(error as Any)")
      return
    }
    clock.advance(by: .seconds(100))
    #expect(try await waiting.value.isEmpty)
  }

  @Test func aRefusalSaysWhenToTryAgain() async throws {
    let client = client(refusing("3600"), [RateLimiter()])
    await #expect(throws: APIError.self) { try await client.send(search) }
    clock.advance(by: .microseconds(812))
    let error = try await #require(throws: APIError.self) { try await client.send(search) }
    #expect("\(error)".contains("wait for another 3600 seconds,"), "\(error)")
    let waits: [Duration] = [.zero, .seconds(1), .microseconds(1), .milliseconds(1_001)]
    #expect(waits.map(\.words) == ["0 seconds", "1 second", "1 millisecond", "2 seconds"])
  }

  /// Queued requests leave the queue if they can't wait as long as the server asks for.
  @Test func aPauseReachesThoseInTheQueue() async throws {
    let gate = Gate()
    let transport = ScriptedTransport { index, _ in
      guard index == 0 else { return .noPlayers }
      await gate.pass()
      return .json("", status: 429, retryAfter: "600")
    }
    gate.close()
    let limiter = RateLimiter()
    let client = client(
      transport, [limiter], limit: RateLimit(count: 1, period: .seconds(3), scope: .application))
    let first = Task { try await client.send(search) }
    await gate.waitForArrivals(1)
    // The next one waits for a token, with time enough for the server's wait; the last one waits behind it.
    let holder = Task { try await client.send(search, options: CallOptions(timeout: .seconds(1_000))) }
    try await clock.waitForSleepers()
    let last = Task { try await client.send(search) }
    while limiter.state.waiters < 1 { await Task.yield() }
    gate.open()
    await #expect(throws: APIError.self) { try await first.value }
    let error = await #expect(throws: APIError.self) { try await last.value }
    guard error?.notSent(as: RateLimiter.Refusal.self)?.retryAfter == .seconds(600) else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(limiter.state.waiters == 0)
    clock.advance(by: .seconds(3))
    try await clock.waitForSleepers()
    #expect(waits.all == [.seconds(597)])
    clock.advance(by: .seconds(597))
    #expect(try await holder.value.isEmpty)
  }

  /// Those who stay in the queue are told at once, and what they wait counts: the server can't put them off again and again.
  @Test func aPauseIsChargedToThoseInTheQueue() async throws {
    let gate = Gate()
    let transport = ScriptedTransport { _, _ in
      await gate.pass()
      return .json("", status: 429, retryAfter: "20")
    }
    gate.close()
    let limiter = RateLimiter()
    let client = client(
      transport, [limiter], limit: RateLimit(count: 1, period: .seconds(1), scope: .application))
    let options = CallOptions(timeout: .seconds(30))
    @Sendable func send() async -> APIError? {
      do {
        _ = try await client.send(search, options: options)
        return nil
      } catch { return error as? APIError }
    }
    let first = Task { await send() }
    await gate.waitForArrivals(1)
    let holder = Task { await send() }
    try await clock.waitForSleepers()
    let queued = (0..<2).map { _ in Task { await send() } }
    while limiter.state.waiters < 2 { await Task.yield() }
    gate.open()
    #expect(await first.value?.status == 429)
    #expect(waits.all == [.seconds(20), .seconds(20)])
    clock.advance(by: .seconds(1))
    try await clock.waitForSleepers()
    #expect(waits.all.last == .seconds(19))
    clock.advance(by: .seconds(19))
    // It is refused as the first one was, after the time that the server asked for.
    #expect(await holder.value?.status == 429)
    // Of those in the queue, one waits for a token now, and finds out when it is there.
    while clock.sleeperCount > 0 {
      clock.advance(by: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
    }
    for task in queued {
      guard case .notSent(is RateLimiter.Refusal)? = await task.value?.kind else {
        Issue.record("a request in the queue waited on")
        return
      }
    }
    #expect(transport.count == 2)
    #expect(waits.all.count == 3)
    #expect(clock.uptime <= .seconds(22))
  }

  private func unexpected() { Issue.record("another verdict was expected") }

  private struct Catching: APIMiddleware {
    let requests: Record<MiddlewareRequest>
    func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
      requests.append(request)
      return try await next(request)
    }
  }

  /// A request needs a token of each of its limits: a pause of one reaches it in the queue of another.
  @Test func aPauseReachesThoseInQueuesOfOtherLimits() async throws {
    let requests = Record<MiddlewareRequest>()
    _ = try await client(
      ScriptedTransport { _, _ in .noPlayers }, [Catching(requests: requests)]
    ).send(search, options: CallOptions(timeout: .seconds(30)))
    let limit = RateLimit(count: 1, period: .seconds(1), scope: .application)
    let (own, shared) = (bucket(limit), bucket(limit))
    let patience = Patience(try #require(requests.all.first), [own, shared], weight: 1)
    shared.pause(until: .seconds(20))
    guard case .waits(.seconds(20)) = patience.look(at: .zero) else { return unexpected() }
    guard case .goesOn = patience.look(at: .seconds(5)) else { return unexpected() }
    own.pause(until: .seconds(25))
    guard case .waits(.seconds(15)) = patience.look(at: .seconds(10)) else { return unexpected() }
    // Twenty-five seconds are gone.
    shared.pause(until: .seconds(36))
    guard case .leaves(.seconds(6)) = patience.look(at: .seconds(30)) else { return unexpected() }
  }

  private func bucket(_ limit: RateLimit) -> TokenBucket {
    let key = TokenBucket.Key(
      server: "https://api.example.com", application: nil, operation: nil, limit: limit, clock: clock.identity
    )
    return TokenBucket(key, clock: clock)
  }

  @Test func waitingForAnOwnTokenIsNotReported() async throws {
    let client = client(
      ScriptedTransport { _, _ in .noPlayers }, [RateLimiter()],
      limit: RateLimit(count: 1, period: .seconds(100), scope: .application))
    _ = try await client.send(search)
    let second = Task { try await client.send(search) }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(100))
    #expect(try await second.value.isEmpty)
    #expect(waits.all == [])
  }

  @Test func aRetryThatTheServerPutsOffIsTold() async throws {
    let client = client(refusing("20"), [Retry()])
    let sending = Task { try await client.send(search) }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(20))
    #expect(try await sending.value.isEmpty)
    #expect(waits.all == [.seconds(20)])
    // One that asks for more than all attempts may take isn't sent again.
    let hostile = self.client(refusing("999999999"), [Retry()])
    let error = await #expect(throws: APIError.self) { try await hostile.send(search) }
    #expect(error?.status == 429)
    #expect(waits.all == [.seconds(20)])
  }
}
