import WGNAPIClient
import WGNAPISupport

/// Wakes waiting tasks. A signal for which no task waits is kept for the next one; several count as one.
///
/// Unchecked: all mutable state is behind the lock.
final class WakeSignal: @unchecked Sendable {
  private let mutex = Mutex()
  private var isSet = false
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextID = 0

  func signal() {
    let woken = mutex.withLock {
      if waiting.isEmpty { isSet = true }
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits for a signal, but no longer than a duration.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func wait(atMost duration: Duration, _ clock: any ClientClock) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await clock.sleep(for: duration) }
      group.addTask { await self.wait() }
      try await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  private func wait() async {
    let id = mutex.withLock {
      nextID += 1
      return nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = mutex.withLock { () -> Bool in
          if isSet || Task.isCancelled {
            isSet = false
            return true
          }
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
