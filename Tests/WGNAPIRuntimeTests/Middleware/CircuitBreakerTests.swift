import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIClient
@testable import WGNAPILimits
@testable import WGNAPITransport

@Suite struct CircuitBreakerTests {
  private let clock = ManualClock()
  private let breaker = CircuitBreaker(failures: 3, cooldown: .seconds(30))
  private let search = SearchPlayers(search: "abc")

  private func client(
    _ result: Result<TransportResponse, TransportError>, server: String = "https://api.example.eu"
  ) -> (client: LimitedClient, transport: ScriptedTransport) {
    let transport = ScriptedTransport { _, _ in try result.get() }
    return (LimitedClient(transport, clock, middleware: [breaker], server: server), transport)
  }

  private func error(_ client: LimitedClient) async -> APIError? {
    do {
      _ = try await client.send(search)
      return nil
    } catch { return error as? APIError }
  }

  /// The time after which an open circuit says to try again.
  private func refusal(_ client: LimitedClient) async -> Duration? {
    await error(client)?.notSent(as: CircuitBreaker.Open.self)?.retryAfter
  }

  @Test(arguments: [
    Result<TransportResponse, TransportError>.success(.json("", status: 500)), .failure(.timedOut),
    .failure(.failed(TransportFailure(.cannotConnect))),
  ])
  func opensAndCloses(failure: Result<TransportResponse, TransportError>) async throws {
    let (failing, transport) = client(failure)
    let (working, _) = client(.success(.noPlayers))
    for _ in 0..<3 { #expect(await refusal(failing) == nil) }
    #expect(await refusal(failing) == .seconds(30))
    clock.advance(by: .nanoseconds(29_999_999_999))
    #expect(await refusal(working) == .nanoseconds(1))
    #expect(transport.requests.count == 3)
    clock.advance(by: .nanoseconds(1))
    // The probe fails: open for another while.
    #expect(await refusal(failing) == nil)
    #expect(await refusal(working) == .seconds(30))
    clock.advance(by: .seconds(30))
    #expect(await error(working) == nil)
    #expect(breaker.circuitCount == 0)
    #expect(await error(working) == nil)
  }

  /// Whole URLs may lead to any number of servers.
  @Test func serversThatFailedLongAgoAreForgotten() async throws {
    let (open, _) = client(.failure(.timedOut))
    for _ in 0..<3 { #expect(await refusal(open) == nil) }
    for number in 0..<3_000 {
      let (failing, _) = client(.failure(.timedOut), server: "https://\(number).example")
      #expect(await refusal(failing) == nil)
      // An open circuit that is used stays.
      if number.isMultiple(of: 100) { #expect(await refusal(open) == .seconds(30)) }
    }
    #expect(breaker.circuitCount <= 1_024)
  }

  @Test func onlyFailuresInARowCount() async throws {
    let (failing, _) = client(.failure(.timedOut))
    let (working, _) = client(.success(.json("", status: 404)))
    for _ in 0..<10 {
      for _ in 0..<2 { #expect(await refusal(failing) == nil) }
      #expect(await error(working)?.status == 404)
    }
  }

  @Test(arguments: [
    Result<TransportResponse, TransportError>.success(.json("", status: 429)),
    .success(.refusal("SOURCE_NOT_AVAILABLE")), .success(.json("<html>")),
    .failure(.failed(TransportFailure(.offline))), .failure(.responseTooLarge(limit: 1)),
  ])
  func failuresOfTheRequest(response: Result<TransportResponse, TransportError>) async throws {
    let (client, transport) = client(response)
    for _ in 0..<10 { #expect(await error(client) != nil) }
    #expect(transport.requests.count == 10)
  }

  @Test func serversCountForThemselves() async throws {
    let (failing, _) = client(.failure(.timedOut))
    let (other, _) = client(.success(.noPlayers), server: "https://api.example.com")
    for _ in 0..<3 { _ = await error(failing) }
    #expect(await refusal(failing) != nil)
    #expect(await error(other) == nil)
  }

  @Test func oneProbeAtATime() async throws {
    let (failing, _) = client(.failure(.timedOut))
    for _ in 0..<3 { _ = await error(failing) }
    clock.advance(by: .seconds(30))
    let slow = ScriptedTransport { [clock] _, _ in
      try await clock.sleep(for: .seconds(5))
      return .noPlayers
    }
    let probing = LimitedClient(slow, clock, middleware: [breaker])
    let probe = Task { try await probing.send(search) }
    try await clock.waitForSleepers()
    #expect(await refusal(probing) == .seconds(30))
    #expect(slow.requests.count == 1)
    // A cancelled probe says nothing; the next call is the probe.
    probe.cancel()
    await #expect(throws: CancellationError.self) { try await probe.value }
    let next = Task { try await probing.send(search) }
    try await clock.waitForSleepers()
    #expect(await refusal(probing) != nil)
    clock.advanceToNextWake()
    _ = try await next.value
    #expect(breaker.circuitCount == 0)
  }

  @Test func earlierTasksDoNotCount() async throws {
    let (failing, _) = client(.failure(.timedOut))
    let slow = ScriptedTransport { [clock] _, _ in
      try await clock.sleep(for: .seconds(5))
      return .noPlayers
    }
    let late = Task { try await LimitedClient(slow, clock, middleware: [breaker]).send(search) }
    try await clock.waitForSleepers()
    for _ in 0..<3 { _ = await error(failing) }
    clock.advanceToNextWake()
    _ = try await late.value
    #expect(await refusal(failing) == .seconds(25))
  }

  @Test func failuresFromBeforeARecoveryDoNotCount() async throws {
    let (failing, _) = client(.failure(.timedOut))
    let (working, _) = client(.success(.noPlayers))
    let slow = ScriptedTransport { [clock] _, _ in
      try await clock.sleep(for: .seconds(60))
      throw TransportError.timedOut
    }
    let early = (0..<3).map { _ in
      Task { try await LimitedClient(slow, clock, middleware: [breaker]).send(search) }
    }
    try await clock.waitForSleepers(3)
    for _ in 0..<3 { _ = await error(failing) }
    clock.advance(by: .seconds(30))
    #expect(await error(working) == nil)
    clock.advance(by: .seconds(30))
    for task in early { await #expect(throws: APIError.self) { try await task.value } }
    #expect(await error(working) == nil)
    #expect(breaker.circuitCount == 0)
  }

  @Test func endsRetries() async throws {
    let transport = ScriptedTransport { _, _ in .json("", status: 503) }
    let clock = ManualClock(jumps: true)
    let client = LimitedClient(transport, clock, middleware: .standard(cache: nil, breaker: breaker))
    let options = CallOptions(policies: [.retry(idempotent: true, attempts: 9)])
    let error = await #expect(throws: APIError.self) { try await client.send(search, options: options) }
    guard case .notSent(is CircuitBreaker.Open)? = error?.kind else { throw try #require(error) }
    #expect(error?.attempt == 4)
    #expect(transport.requests.count == 3)
  }
}
