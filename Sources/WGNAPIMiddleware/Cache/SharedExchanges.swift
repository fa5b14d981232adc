import WGNAPISupport

/// Exchanges on their way that several callers wait for.
///
/// The first caller carries an exchange out in its own task, which costs nothing and keeps priority and cancellation
/// what they are. Should it be cancelled, one of those who wait begins anew.
///
/// Unchecked: everything that changes is behind the lock.
final class SharedExchanges<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  private enum Outcome {
    case ended(Result<Value, any Error>)
    /// The caller who carried it out was cancelled.
    case abandoned
    /// What came is for the caller who carried it out alone.
    case unshared
  }

  private typealias Waiting = CheckedContinuation<Outcome, any Error>

  private let mutex = Mutex()
  /// Those who wait, by their numbers, for each exchange on its way.
  private var exchanges: [Key: [Int: Waiting]] = [:]
  private var nextID = 0

  /// The number of exchanges on their way.
  var count: Int { mutex.withLock { exchanges.count } }

  /// The number of callers who wait for others' exchanges.
  var waitingCount: Int { mutex.withLock { exchanges.values.reduce(0) { $0 + $1.count } } }

  /// Whether it is on its way.
  func contains(_ key: Key) -> Bool { mutex.withLock { exchanges[key] != nil } }

  /// What `body` gives, or gives to another caller who began it under the same key.
  ///
  /// - Parameter isShared: whether others may have what came, too. If not, each of them does it by itself: one after the
  ///   other, the last would wait for all.
  func value(
    for key: Key, isShared: (Value) -> Bool = { _ in true }, _ body: () async throws -> Value
  ) async throws -> Value {
    while true {
      try Task.checkCancellation()
      if begin(key) { return try await carryOut(key, isShared, body) }
      switch try await wait(key) {
      case .ended(let result): return try result.get()
      case .abandoned: continue
      case .unshared: return try await body()
      }
    }
  }

  /// Whether nobody else has begun it.
  private func begin(_ key: Key) -> Bool {
    mutex.withLock {
      guard exchanges[key] == nil else { return false }
      exchanges[key] = [:]
      return true
    }
  }

  private func carryOut(
    _ key: Key, _ isShared: (Value) -> Bool, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body()
      let isShared = isShared(value)
      // What came may not have been read to its end.
      end(key, Task.isCancelled ? .abandoned : isShared ? .ended(.success(value)) : .unshared)
      return value
    } catch {
      end(key, error is CancellationError || Task.isCancelled ? .abandoned : .ended(.failure(error)))
      throw error
    }
  }

  private func end(_ key: Key, _ outcome: Outcome) {
    let waiting = mutex.withLock { exchanges.removeValue(forKey: key) }
    for continuation in (waiting ?? [:]).values { continuation.resume(returning: outcome) }
  }

  private func wait(_ key: Key) async throws -> Outcome {
    let id = mutex.withLock { () -> Int in
      nextID += 1
      return nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isWaiting = mutex.withLock { () -> Bool in
          // Who is cancelled after this is found among those who wait.
          guard !Task.isCancelled, exchanges[key] != nil else { return false }
          exchanges[key]?[id] = continuation
          return true
        }
        // Cancelled, which is found out when it is tried again; or ended in the meantime, which says nothing of how.
        if !isWaiting { continuation.resume(returning: .abandoned) }
      }
    } onCancel: {
      let continuation = mutex.withLock { exchanges[key]?.removeValue(forKey: id) }
      continuation?.resume(throwing: CancellationError())
    }
  }
}
