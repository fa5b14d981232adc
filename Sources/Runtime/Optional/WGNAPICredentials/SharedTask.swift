import WGNAPIOptionalSupport
import WGNAPISupport

/// A task that several callers wait for. It goes on when a caller is cancelled, even if all of them are.
///
/// Unchecked: all mutable state is behind the lock.
package final class SharedTask<Value: Sendable>: @unchecked Sendable {
  private typealias Waiting = (id: Int, continuation: CheckedContinuation<Value, any Error>)

  private let mutex = Mutex()
  private var isRunning = false
  private var waiting: [Waiting] = []
  private var nextID = 0

  package init() {}

  /// Whether this task is a part of the shared one, which mustn't wait for itself.
  package var isCaller: Bool { SharedWork.isInside(ObjectIdentifier(self)) }

  /// The number of waiting callers.
  package var waitingCount: Int { mutex.withLock { waiting.count } }

  /// Waits until the running task has ended, if there is one.
  ///
  /// - Throws: `CancellationError` when the caller is cancelled.
  package func end() async throws {
    _ = try? await value(orNone: nil)
    try Task.checkCancellation()
  }

  /// Returns the result of the running task, or of `body` in a new one.
  ///
  /// - Throws: The task's error, and `CancellationError` when the caller is cancelled.
  package func value(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await value(orNone: body)
  }

  private func value(orNone body: (@Sendable () async throws -> Value)?) async throws -> Value {
    let id = mutex.withLock { () -> Int in
      nextID += 1
      return nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let begins = mutex.withLock { () -> Bool? in
          guard !Task.isCancelled, isRunning || body != nil else { return nil }
          waiting.append((id, continuation))
          defer { isRunning = true }
          return !isRunning
        }
        guard let begins else { return continuation.resume(throwing: CancellationError()) }
        if begins, let body { start(body) }
      }
    } onCancel: {
      let cancelled = mutex.withLock { () -> Waiting? in
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting.remove(at: place)
      }
      cancelled?.continuation.resume(throwing: CancellationError())
    }
  }

  private func start(_ body: @escaping @Sendable () async throws -> Value) {
    Task {
      let result: Result<Value, any Error>
      do {
        result = .success(try await SharedWork.run(as: ObjectIdentifier(self), body))
      } catch {
        result = .failure(error)
      }
      let ended = mutex.withLock { () -> [Waiting] in
        defer { (isRunning, waiting) = (false, []) }
        return waiting
      }
      for caller in ended { caller.continuation.resume(with: result) }
    }
  }
}
