import WGNAPIClient
import WGNAPISupport

/// Wakes waiting tasks. None of them misses a signal since the count that it knows.
///
/// Unchecked: all mutable state is behind the lock.
final class WakeSignal: @unchecked Sendable {
  /// The number of signals so far.
  struct Count: Hashable, Sendable {
    /// Those that say that something may be sent now.
    var changes: UInt64 = 0
    /// Those about turns of lanes.
    var turns: UInt64 = 0
  }

  private let mutex = Mutex()
  private var current = Count()
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextID = 0

  /// The signals so far.
  var count: Count { mutex.withLock { current } }

  /// Signals that something may be sent now.
  func signal() { wake { $0.changes &+= 1 } }

  /// Signals that a turn has ended, or takes long.
  func signalTurn() { wake { $0.turns &+= 1 } }

  private func wake(_ add: (inout Count) -> Void) {
    let woken = mutex.withLock {
      add(&current)
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits for a signal, but no longer than a duration.
  ///
  /// - Parameter count: The signals that the caller knows. If there were others since, this returns at once.
  /// - Throws: `CancellationError` when the task is cancelled.
  func wait(past count: Count, atMost duration: Duration, _ clock: any ClientClock) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await clock.sleep(for: duration) }
      group.addTask { await self.wait(past: count) }
      try await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  /// Waits for a signal, or until the task is cancelled.
  func wait(past count: Count) async {
    let id = mutex.withLock {
      nextID += 1
      return nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = mutex.withLock { () -> Bool in
          if current != count || Task.isCancelled { return true }
          waiting[id] = continuation
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      mutex.withLock { waiting.removeValue(forKey: id) }?.resume()
    }
  }
}
