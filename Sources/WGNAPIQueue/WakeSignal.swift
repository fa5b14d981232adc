import WGNAPIClient
import WGNAPISupport

/// Wakes a waiting task: a signal that comes before is kept, and several count as one.
///
/// Unchecked: all mutable state is behind the lock.
final class WakeSignal: @unchecked Sendable {
  private let mutex = Mutex()
  private var isSet = false
  private var waiting: CheckedContinuation<Void, Never>?

  func signal() {
    mutex.withLock { () -> CheckedContinuation<Void, Never>? in
      guard let continuation = waiting else {
        isSet = true
        return nil
      }
      waiting = nil
      return continuation
    }?.resume()
  }

  /// Waits for a signal, for some time at most. Only one task may wait.
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
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = mutex.withLock { () -> Bool in
          if isSet || Task.isCancelled {
            isSet = false
            return true
          }
          waiting = continuation
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      mutex.withLock { () -> CheckedContinuation<Void, Never>? in
        defer { waiting = nil }
        return waiting
      }?.resume()
    }
  }
}
