import WGNAPIOptionalSupport
import WGNAPISupport

/// Exchanges in progress that several callers wait for.
///
/// The first caller performs an exchange in its own task, which has no overhead and preserves priority and
/// cancellation. If that task is cancelled, one of the waiting callers starts again.
///
/// Unchecked: all mutable state is behind the lock.
final class SharedExchanges<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  private enum Outcome {
    case ended(Result<Value, any Error>)
    /// The caller that performed the exchange was cancelled.
    case abandoned
    /// The result is only for the caller that performed the exchange.
    case unshared
  }

  /// A caller that waits; without a continuation once it is resumed.
  private final class Waiter: @unchecked Sendable {
    var continuation: CheckedContinuation<Outcome, any Error>?
  }

  private final class Exchange: Keyed {
    let key: Key
    var waiters: [Waiter] = []

    init(_ key: Key) { self.key = key }
  }

  private let mutex = Mutex()
  private var exchanges = ObjectTable<Exchange>()

  /// The number of exchanges in progress.
  var count: Int { mutex.withLock { exchanges.count } }

  /// The number of callers that wait for the exchanges of others.
  var waitingCount: Int {
    mutex.withLock {
      var count = 0
      exchanges.visit { count += $0.waiters.count }
      return count
    }
  }

  /// Returns whether an exchange with this key is in progress.
  func contains(_ key: Key) -> Bool { mutex.withLock { exchanges[key] != nil } }

  /// Returns the result of `body`, or of another caller's `body` with the same key if that is in progress.
  ///
  /// - Parameters:
  ///   - isShared: Whether others can use the result, too. If not, all of them run their own `body` at once, because in
  ///     sequence the last one would wait for all.
  ///   - mayWait: Whether to wait for another caller, which must not wait for this one.
  func value(
    for key: Key, isShared: (Value) -> Bool = { _ in true }, mayWait: Bool = true,
    _ body: () async throws -> Value
  ) async throws -> Value {
    while true {
      try Task.checkCancellation()
      if begin(key) { return try await carryOut(key, isShared, body) }
      if !mayWait { return try await body() }
      switch try await wait(key) {
      case .ended(let result): return try result.get()
      case .abandoned: continue
      case .unshared: return try await body()
      }
    }
  }

  /// Registers an exchange; returns false if another caller performs it already.
  private func begin(_ key: Key) -> Bool {
    mutex.withLock {
      guard exchanges[key] == nil else { return false }
      exchanges.insert(Exchange(key))
      return true
    }
  }

  private func carryOut(
    _ key: Key, _ isShared: (Value) -> Bool, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body()
      let isShared = isShared(value)
      // After cancellation, the result may be incomplete.
      end(key, Task.isCancelled ? .abandoned : isShared ? .ended(.success(value)) : .unshared)
      return value
    } catch {
      end(key, error is CancellationError || Task.isCancelled ? .abandoned : .ended(.failure(error)))
      throw error
    }
  }

  private func end(_ key: Key, _ outcome: Outcome) {
    let waiters = mutex.withLock { () -> [Waiter] in
      guard let exchange = exchanges[key] else { return [] }
      exchanges.remove(exchange)
      return exchange.waiters
    }
    // A waiter that was cancelled in the meantime isn't in the list any more.
    for waiter in waiters { waiter.continuation?.resume(returning: outcome) }
  }

  private func wait(_ key: Key) async throws -> Outcome {
    let waiter = Waiter()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isWaiting = mutex.withLock { () -> Bool in
          // A later cancellation finds the continuation in the list.
          guard !Task.isCancelled, let exchange = exchanges[key] else { return false }
          waiter.continuation = continuation
          exchange.waiters.append(waiter)
          return true
        }
        // Either this task was cancelled, which the next attempt notices, or the exchange has ended with an
        // unknown outcome.
        if !isWaiting { continuation.resume(returning: .abandoned) }
      }
    } onCancel: {
      let isWaiting = mutex.withLock { () -> Bool in
        guard let exchange = exchanges[key], let index = exchange.waiters.firstIndex(where: { $0 === waiter })
        else { return false }
        exchange.waiters.remove(at: index)
        return true
      }
      if isWaiting { waiter.continuation?.resume(throwing: CancellationError()) }
    }
  }
}
