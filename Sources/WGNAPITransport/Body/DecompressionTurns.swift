import Foundation
import WGNAPISupport

/// Limits how many large bodies are decompressed at a time to half of the processors; other tasks wait.
/// Without the limit, one host's bodies would occupy every thread, and all of them memory at once.
///
/// Unchecked: everything that changes is behind the lock.
final class DecompressionTurns: @unchecked Sendable {
  private struct Waiter {
    let deadline: ContinuousClock.Instant
    let turn: AwaitedResult<Void>
  }

  /// Those of the process, as its processors are.
  static let shared = DecompressionTurns(max(1, ProcessInfo.processInfo.activeProcessorCount / 2))

  private let mutex = Mutex()
  private var free: Int
  private var waiters: [Waiter] = []

  init(_ count: Int) { free = count }

  /// How many wait.
  var count: Int { mutex.withLock { waiters.count } }

  /// Waits for a turn, which ``end()`` gives back.
  ///
  /// - Throws: ``TransportError/timedOut``, and `CancellationError`; don't call ``end()`` after an error.
  func begin(until deadline: ContinuousClock.Instant) async throws {
    let turn = mutex.withLock { () -> AwaitedResult<Void>? in
      guard free == 0 else {
        free -= 1
        return nil
      }
      let turn = AwaitedResult<Void>()
      waiters.append(Waiter(deadline: deadline, turn: turn))
      return turn
    }
    guard let turn else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { _ = turn.begin($0) }
    } onCancel: {
      turn.finish(.failure(CancellationError()))
    }
  }

  /// Lets the next one begin.
  func end() {
    mutex.withLock {
      while !waiters.isEmpty {
        // One that was cancelled has no use for it.
        if waiters.removeFirst().turn.finish(.success(())) { return }
      }
      free += 1
    }
  }

  /// Ends the waiting of those whose time is up. Whoever has a turn calls it often.
  func expire() {
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
