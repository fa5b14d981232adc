import WGNAPIClient
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock for tests, whose time changes only when you advance it.
///
/// ```swift
/// let clock = ManualClock()
/// let client = Client(server: .eu, applicationID: "demo", configuration: ClientConfiguration(clock: clock))
/// clock.advance(by: .seconds(601))   // a cached response of 10 minutes is stale now
///
/// async let players = client.searchPlayers(search: "gar")   // fails, and is retried after a delay
/// try await clock.waitForSleepers()
/// clock.advanceToNextWake()
/// ```
public final class ManualClock: ClientClock, @unchecked Sendable {
  // Unchecked: everything that changes is behind the lock.
  private struct Sleeper {
    let id: Int
    let wakes: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let mutex = Mutex()
  private let start: Date
  private let jumps: Bool
  private var elapsed = Duration.zero
  private var sleepers: [Sleeper] = []
  private var nextID = 0
  /// Tasks that wait for sleepers, by ID: the number of sleepers to wait for, and the continuation.
  private var watchers: [Int: (count: Int, continuation: CheckedContinuation<Void, any Error>)] = [:]
  private var deadlines = PassiveDeadlines()

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - date: The initial date.
  ///   - jumps: Whether sleeping advances the clock instead of waiting; for tests in which a single task
  ///     sleeps. The `timeout(_:)` of a chain doesn't advance such a clock; it fires when other sleeps pass
  ///     it.
  public init(date: Date = Date(timeIntervalSince1970: 1_700_000_000), jumps: Bool = false) {
    start = date
    self.jumps = jumps
  }

  public var date: Date { start.addingTimeInterval(uptime.seconds) }
  public var uptime: Duration { mutex.withLock { elapsed } }

  /// The times at which sleeping tasks wake up, soonest first.
  public var wakeTimes: [Duration] { mutex.withLock { sleepers.map(\.wakes).sorted() } }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { mutex.withLock { sleepers.count } }

  /// Advances the time, and wakes tasks whose sleep has ended, in the order of their wake times. Time never
  /// goes back.
  public func advance(by duration: Duration) {
    let (woken, passed) = mutex.withLock {
      elapsed += max(duration, .zero)
      let woken = sleepers.filter { $0.wakes <= elapsed }.sorted { ($0.wakes, $0.id) < ($1.wakes, $1.id) }
      sleepers.removeAll { $0.wakes <= elapsed }
      return (woken, deadlines.pass(elapsed))
    }
    for sleeper in woken { sleeper.continuation.resume() }
    for continuation in passed { continuation.resume() }
  }

  /// Advances the time to the next wake time; returns false if no task sleeps.
  @discardableResult
  public func advanceToNextWake() -> Bool {
    guard let next = wakeTimes.first else { return false }
    advance(by: max(next - uptime, .zero))
    return true
  }

  /// Waits, in real time, until at least `count` tasks sleep and the clock can be advanced.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func waitForSleepers(_ count: Int = 1) async throws {
    let id = makeID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let outcome = mutex.withLock { () -> Result<Void, any Error>? in
          if Task.isCancelled { return .failure(CancellationError()) }
          if sleepers.count >= count { return .success(()) }
          watchers[id] = (count, continuation)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      mutex.withLock { watchers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
    }
  }

  private func makeID() -> Int {
    mutex.withLock {
      nextID += 1
      return nextID
    }
  }

  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    if jumps { return try await jump(by: duration) }
    let id = makeID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let watching = mutex.withLock { () -> [CheckedContinuation<Void, any Error>]? in
          guard !Task.isCancelled else { return nil }
          sleepers.append(Sleeper(id: id, wakes: elapsed + duration, continuation: continuation))
          let ready = watchers.filter { $0.value.count <= sleepers.count }
          for id in ready.keys { watchers[id] = nil }
          return ready.values.map(\.continuation)
        }
        guard let watching else { return continuation.resume(throwing: CancellationError()) }
        for watcher in watching { watcher.resume() }
      }
    } onCancel: {
      let sleeper = mutex.withLock { () -> Sleeper? in
        sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}

// Deadlines of a clock that jumps.
extension ManualClock: PassiveClock {
  package func passiveDeadline(after duration: Duration) -> Deadline? {
    guard jumps else { return nil }
    let id = makeID()
    mutex.withLock { deadlines.add(id, at: elapsed + duration, now: elapsed) }
    return Deadline {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          let outcome = self.mutex.withLock { () -> Result<Void, any Error>? in
            if Task.isCancelled { return .failure(CancellationError()) }
            return self.deadlines.wait(id, continuation) ? nil : .success(())
          }
          if let outcome { continuation.resume(with: outcome) }
        }
      } onCancel: {
        self.mutex.withLock { self.deadlines.leave(id) }?.resume(throwing: CancellationError())
      }
    } end: {
      let (waiting, jumping) = self.mutex.withLock { self.deadlines.end(id) }
      waiting?.resume(throwing: CancellationError())
      for continuation in jumping { continuation.resume() }
    }
  }

  /// Advances the clock, stopping at each deadline on the way until its task has handled it, because that
  /// task may cancel the one that sleeps.
  private func jump(by duration: Duration) async throws {
    let target = uptime + duration
    while true {
      let passed = mutex.withLock { () -> [CheckedContinuation<Void, any Error>]? in
        guard let next = deadlines.next, next <= target else { return nil }
        elapsed = max(elapsed, next)
        return deadlines.pass(elapsed)
      }
      guard let passed else { break }
      for continuation in passed { continuation.resume() }
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        if !mutex.withLock({ deadlines.awaitEnds(continuation) }) { continuation.resume() }
      }
      try Task.checkCancellation()
    }
    advance(by: max(target - uptime, .zero))
  }
}
