import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Limits the number of tasks that do something at the same time; other tasks wait.
///
/// Unchecked: all mutable state is behind the lock.
package final class Turns: @unchecked Sendable {
  private struct Waiter {
    let deadline: ContinuousClock.Instant
    let turn: AwaitedResult<Void>
  }

  /// The turns for decompressing large bodies: half of the processors. Without the limit, one host's bodies would occupy
  /// every thread, and all of them memory at once.
  static let decompression = Turns(max(1, ProcessInfo.processInfo.activeProcessorCount / 2))

  private let mutex = Mutex()
  private var free: Int
  private var waiters: [Waiter] = []

  package init(_ count: Int) { free = count }

  /// The number of waiting tasks.
  var count: Int { mutex.withLock { waiters.count } }

  /// Waits for a turn, which ``end()`` ends.
  ///
  /// - Throws: ``TransportError/timedOut``, and `CancellationError`; don't call ``end()`` after an error.
  package func begin(until deadline: ContinuousClock.Instant) async throws {
    let turn = mutex.withLock { () -> AwaitedResult<Void>? in
      guard free == 0 else {
        free -= 1
        return nil
      }
      let turn = AwaitedResult<Void>()
      if ContinuousClock.now < deadline {
        waiters.append(Waiter(deadline: deadline, turn: turn))
      } else {
        // Nothing would end the wait if ``expire()`` ran just before.
        turn.finish(.failure(TransportError.timedOut))
      }
      return turn
    }
    guard let turn else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { _ = turn.begin($0) }
    } onCancel: {
      turn.finish(.failure(CancellationError()))
    }
  }

  /// Ends a turn, so that the next one can begin.
  package func end() {
    mutex.withLock {
      while !waiters.isEmpty {
        // A cancelled task doesn't use its turn.
        if waiters.removeFirst().turn.finish(.success(())) { return }
      }
      free += 1
    }
  }

  /// Ends the waits whose deadline has passed. Call it regularly, for example from the tasks that have a turn.
  package func expire() {
    let now = ContinuousClock.now
    mutex.withLock {
      waiters.removeAll { waiter in
        guard waiter.deadline <= now else { return false }
        waiter.turn.finish(.failure(TransportError.timedOut))
        return true
      }
    }
  }
}
