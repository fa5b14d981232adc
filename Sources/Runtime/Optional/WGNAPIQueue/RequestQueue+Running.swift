import Foundation
import WGNAPIClient
import WGNAPISupport

// Sending.
extension RequestQueue {
  /// Sends requests until the task is cancelled: at once if they can be sent, and again after failures, when their delays
  /// have passed or the server can be reached again.
  ///
  /// - Throws: `CancellationError`, and ``QueueError`` if a newer version of the queue has taken over.
  public func run() async throws { try await replayer.run(hub) }

  /// Begins to send requests in the background, until ``stop()`` or the end of this object. Does nothing if the queue is
  /// running in the background already. If sending ends with an error, ``changes`` has ``QueueChange/stopped(_:)``.
  public func start() {
    let (replayer, hub) = (replayer, hub)
    runner.start {
      do {
        try await replayer.run(hub)
      } catch {
        if !Task.isCancelled { hub.publish(.stopped(error)) }
      }
    }
  }

  /// Stops sending in the background, and returns when it has ended. The request that is being sent is cancelled: it is sent
  /// again later with the same key or, if it can't be repeated, becomes a dead letter.
  public func stop() async { await runner.stop() }

  /// Sends the requests that can be sent now, except those that are stored meanwhile.
  ///
  /// - Parameter resettingDelays: Whether to try requests again that wait after a failure.
  /// - Returns: What was sent, and what still waits. Requests that other tasks and processes sent meanwhile count, too.
  /// - Throws: `StoreError`, and `CancellationError` when the task is cancelled. An error of the store in one lane is
  ///   thrown after the others have been sent.
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
  /// The number of the last task.
  private var number = 0

  func start(_ body: @escaping @Sendable () async -> Void) {
    mutex.withLock {
      guard task == nil else { return }
      number += 1
      task = Task { [weak self, number = number] in
        await body()
        self?.forget(number)
      }
    }
  }

  /// Forgets a task that has ended, so that another one can be started.
  private func forget(_ number: Int) {
    mutex.withLock { if number == self.number { task = nil } }
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
