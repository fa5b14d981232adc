import Foundation
import HTTPTypes
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIQueue

/// A queue that runs, and reachability.
@Suite(.timeLimit(.minutes(5))) struct RunningTests {
  let desktop: Desktop
  var service: FakeService { desktop.service }

  init() throws { desktop = try Desktop() }

  /// Waits in real time until something is true.
  private func wait(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<5_000 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record("it doesn't happen")
  }

  @Test func aRunningQueueSendsWhatIsStored() async throws {
    let queue = try desktop.queue()
    queue.start()
    queue.start()
    for number in 0..<20 { try await queue.enqueue(note("\(number)"), in: "\(number % 5)") }
    try await wait { try await queue.entries().isEmpty }
    #expect(service.accepted.count == 20)
    await queue.stop()
    try await queue.enqueue(note("later"))
    try await Task.sleep(for: .milliseconds(50))
    #expect(try await queue.entries().count == 1)
  }

  @Test func severalTasksCanRunAQueue() async throws {
    let queue = try desktop.queue { $0.pollInterval = .seconds(1_000) }
    queue.start()
    let own = Task { try await queue.run() }
    // Both wait for a signal.
    try await wait { desktop.clock.wakeTimes.count == 2 }
    try await queue.enqueue(note("1"))
    try await wait { try await queue.entries().isEmpty }
    own.cancel()
    await #expect(throws: CancellationError.self) { try await own.value }
    await queue.stop()
  }

  @Test func anErrorThatEndsTheQueueIsReported() async throws {
    let queue = try desktop.queue { $0.reachability = Broken() }
    let changes = queue.changes
    let hasFailedTwice = Flag()
    let watching = Task {
      var count = 0
      for await change in changes {
        guard case .stopped(let error) = change, error is Broken else { continue }
        count += 1
        if count == 2 { hasFailedTwice.isSet = true }
      }
    }
    // The task that has ended doesn't keep another one from starting.
    try await wait {
      queue.start()
      return hasFailedTwice.isSet
    }
    watching.cancel()
    await queue.stop()
  }

  @Test func aRunningQueueWaitsForItsDelays() async throws {
    let queue = try desktop.queue { $0.pollInterval = .seconds(1_000) }
    service.behave(.offline, .offline, then: .accept)
    queue.start()
    try await queue.enqueue(note("1"))
    for delay in [10.0, 20] {
      try await wait { try await queue.entries().first?.lastFailure != nil }
      try await wait { desktop.clock.wakeTimes.contains { $0 - desktop.clock.uptime == .seconds(delay) } }
      desktop.clock.advance(by: .seconds(delay))
    }
    try await wait { try await queue.entries().isEmpty }
    await queue.stop()
  }

  /// Another queue of the same folder, as another process would have.
  @Test func requestsOfOtherProcessesAreNoticed() async throws {
    let queue = try desktop.queue()
    let other = try desktop.queue()
    let changes = queue.changes
    queue.start()
    try await desktop.clock.waitForSleepers()
    try await other.enqueue(note("1"))
    desktop.clock.advance(by: .seconds(5))
    try await wait { try await other.entries().isEmpty }
    #expect(service.accepted.count == 1)
    for await change in changes {
      if case .changedElsewhere = change { break }
    }
    await queue.stop()
  }

  @Test func requestsWaitUntilTheServerCanBeReached() async throws {
    let reachability = Switch()
    let queue = try desktop.queue { $0.reachability = reachability }
    service.behave(.offline, then: .accept)
    #expect(try await queue.send(note("1")).id != nil)
    #expect(await !reachability.isReachable())
    // Nothing is tried.
    #expect(try await queue.send(note("2")).id != nil)
    queue.start()
    try await Task.sleep(for: .milliseconds(50))
    #expect(service.arrivals.isEmpty)
    // Neither waits for its delay.
    await reachability.turnOn()
    try await wait { try await queue.entries().isEmpty }
    #expect(service.acceptedBodies == ["\"1\"", "\"2\""])
    await queue.stop()
  }

  @Test func probingFindsOut() async throws {
    let clock = ManualClock(jumps: true)
    let probing = ProbingReachability(
      url: try #require(URL(string: "https://desk.example:8443/health?a=b")), transport: service,
      backoff: Backoff(base: .seconds(1), maximum: .seconds(4), isRandom: false), clock: clock)
    #expect(await probing.isReachable())
    try await probing.waitUntilReachable()
    #expect(service.arrivals.isEmpty)
    await probing.note(isReachable: false)
    #expect(await !probing.isReachable())
    service.behave(.offline, .offline, .offline, .offline, .status(500))
    try await probing.waitUntilReachable()
    #expect(await probing.isReachable())
    #expect(clock.uptime == .seconds(1 + 2 + 4 + 4))
    #expect(service.arrivals.map(\.url) == ["/health?a=b"])
    #expect(service.arrivals.map(\.method) == ["HEAD"])
  }

  @Test func aStoppedRequestIsRepeatedWithItsKey() async throws {
    let transport = Hanging()
    let client = Desk(
      APIServer("eu", "https://desk.example"),
      configuration: ClientConfiguration(transport: transport, middleware: [], clock: desktop.clock))
    let queue = try desktop.queue(client)
    queue.start()
    try await queue.enqueue(note("1"))
    try await wait { transport.keys.count == 1 }
    await queue.stop()
    let entry = try #require(try await queue.entries().first)
    #expect(entry.mayHaveArrived && !entry.isBeingSent && entry.nextAttempt == nil)
    #expect(transport.keys == [entry.idempotencyKey])
    // One that can't be repeated isn't.
    try await queue.cancel(entry.id)
    queue.start()
    try await queue.enqueue(PayRequest(amount: 1))
    try await wait { transport.keys.count == 2 }
    await queue.stop()
    #expect(try await queue.deadLetters().first?.failure.kind == .outcomeUnknown)
  }
}

/// A network that the test switches on.
private actor Switch: Reachability {
  private var isOn = true
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func isReachable() -> Bool { isOn }

  func waitUntilReachable() async throws {
    guard !isOn else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func note(isReachable: Bool) { isOn = isReachable }

  func turnOn() {
    isOn = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// A reachability that doesn't work.
private struct Broken: Reachability, Error {
  func isReachable() async -> Bool { false }
  func waitUntilReachable() async throws { throw self }
  func note(isReachable: Bool) async {}
}

/// A service that never answers.
///
/// Unchecked: all mutable state is behind the lock.
private final class Hanging: HTTPTransport, @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []

  var keys: [String] { lock.withLock { list } }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let key = request.headerFields[HTTPField.Name("Idempotency-Key") ?? .cookie] ?? ""
    lock.withLock { list.append(key) }
    try await Task.sleep(for: .seconds(3_600))
    throw TransportError.timedOut
  }
}
