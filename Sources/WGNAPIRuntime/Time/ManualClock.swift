#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A clock for tests: time stands still until it is moved.
///
/// ```swift
/// let clock = ManualClock()
/// let client = Client(server: .eu, applicationID: "demo", configuration: ClientConfiguration(clock: clock))
/// clock.advance(by: .seconds(601))   // a cached answer of 10 minutes is stale now
///
/// async let players = client.searchPlayers(search: "gar")   // fails, and is to be sent again in a while
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
  /// Those who wait for others to sleep: how many, by the ids of what is resumed.
  private var watchers: [Int: (count: Int, continuation: CheckedContinuation<Void, any Error>)] = [:]

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - date: the date it begins with.
  ///   - jumps: whether waiting moves the clock by itself, so that nothing ever waits; for a single task that sleeps.
  public init(date: Date = Date(timeIntervalSince1970: 1_700_000_000), jumps: Bool = false) {
    start = date
    self.jumps = jumps
  }

  public var date: Date { start.addingTimeInterval(uptime.seconds) }
  public var uptime: Duration { mutex.withLock { elapsed } }

  /// The moments at which those who sleep will wake up, soonest first.
  public var wakeTimes: [Duration] { mutex.withLock { sleepers.map(\.wakes).sorted() } }

  /// How many tasks sleep.
  public var sleeperCount: Int { mutex.withLock { sleepers.count } }

  /// Moves the time, and wakes who has slept long enough, in the order of their times. It never goes back.
  public func advance(by duration: Duration) {
    let woken = mutex.withLock {
      elapsed += max(duration, .zero)
      let woken = sleepers.filter { $0.wakes <= elapsed }.sorted { ($0.wakes, $0.id) < ($1.wakes, $1.id) }
      sleepers.removeAll { $0.wakes <= elapsed }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Moves the time to when the next one wakes up; false where nobody sleeps.
  @discardableResult
  public func advanceToNextWake() -> Bool {
    guard let next = wakeTimes.first else { return false }
    advance(by: max(next - uptime, .zero))
    return true
  }

  /// Waits, in real time, until at least `count` tasks sleep: then it is time to move the clock.
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
    if jumps { return advance(by: duration) }
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
