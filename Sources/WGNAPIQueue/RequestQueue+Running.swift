import Foundation
import WGNAPIClient
import WGNAPISupport

// Sending.
extension RequestQueue {
  /// Sends requests until the task is cancelled: at once if they can be sent, and again after failures, when their delays
  /// have passed or the server can be reached again.
  ///
  /// - Throws: `CancellationError`, and ``QueueError`` if a newer version of the queue has taken over.
  public func run() async throws { try await replayer.run(hub, wake) }

  /// Begins to send requests in a task of its own, until ``stop()`` or the end of this object. Does nothing if that has
  /// begun already.
  public func start() {
    let (replayer, hub, wake) = (replayer, hub, wake)
    runner.start { try? await replayer.run(hub, wake) }
  }

  /// Ends what ``start()`` began, and waits for its end. A request that is being sent then is sent again later with the same
  /// key; if it can't be repeated, it becomes a dead letter.
  public func stop() async { await runner.stop() }

  /// Sends what can be sent now.
  ///
  /// - Parameter resettingDelays: Whether to try requests again that wait after a failure.
  /// - Returns: What happened meanwhile. Other tasks and processes may have contributed.
  /// - Throws: `StoreError`, and `CancellationError` when the task is cancelled.
  @discardableResult
  public func flush(resettingDelays: Bool = false) async throws -> FlushResult {
    let before = try await statistics()
    if resettingDelays { try await replayer.resetDelays { _ in true } }
    let pass = try await replayer.pass()
    let after = try await statistics()
    return FlushResult(
      delivered: after.delivered - before.delivered, waiting: after.waiting, deadLetters: after.deadLetters,
      nextAttempt: pass.next, isOccupied: pass.isOccupied)
  }
}

/// The result of ``RequestQueue/flush(resettingDelays:)``.
public struct FlushResult: Hashable, Sendable {
  /// The number of requests that the server accepted.
  public let delivered: Int
  /// The number of requests that still wait.
  public let waiting: Int
  /// The number of dead letters.
  public let deadLetters: Int
  /// The date on which a waiting request is to be sent again; nil if none waits for a date.
  public let nextAttempt: Date?
  /// Whether another task or process was sending, so that not all lanes were tried.
  public let isOccupied: Bool
}

/// The task of a running queue.
///
/// Unchecked: all mutable state is behind the lock.
final class Runner: @unchecked Sendable {
  private let mutex = Mutex()
  private var task: Task<Void, Never>?

  func start(_ body: @escaping @Sendable () async -> Void) {
    mutex.withLock { if task == nil { task = Task(operation: body) } }
  }

  func cancel() { mutex.withLock { task }?.cancel() }

  func stop() async {
    let task = mutex.withLock {
      defer { self.task = nil }
      return self.task
    }
    task?.cancel()
    await task?.value
  }
}
