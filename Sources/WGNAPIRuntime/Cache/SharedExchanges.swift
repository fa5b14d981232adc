/// Exchanges on their way that several callers wait for.
///
/// Unchecked: everything that changes is behind the lock.
final class SharedExchanges<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  private final class Exchange {
    var task: Task<Void, Never>?
    var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    var isAbandoned = false
  }

  private enum Entrance {
    case cancelled, joined
    case began(Exchange)
  }

  private let mutex = Mutex()
  private var exchanges: [Key: Exchange] = [:]
  private var nextID = 0

  /// The number of exchanges on their way.
  var count: Int { mutex.withLock { exchanges.count } }

  /// What `body` gives, or gives to another caller who began it under the same key; it is cancelled when all who wait
  /// for it are.
  func value(
    for key: Key, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let id = mutex.withLock { () -> Int in
      nextID += 1
      return nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        switch enter(key, id, continuation) {
        case .cancelled: continuation.resume(throwing: CancellationError())
        case .joined: break
        case .began(let exchange): run(exchange, key, body)
        }
      }
    } onCancel: {
      leave(key, id)
    }
  }

  private func enter(
    _ key: Key, _ id: Int, _ continuation: CheckedContinuation<Value, any Error>
  ) -> Entrance {
    mutex.withLock {
      // Who is cancelled after this is found among those who wait.
      guard !Task.isCancelled else { return .cancelled }
      if let exchange = exchanges[key] {
        exchange.waiting[id] = continuation
        return .joined
      }
      let exchange = Exchange()
      exchange.waiting[id] = continuation
      exchanges[key] = exchange
      return .began(exchange)
    }
  }

  private func run(_ exchange: Exchange, _ key: Key, _ body: @escaping @Sendable () async throws -> Value) {
    let task = Task { [reference = UncheckedReference(exchange)] in
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      self.finish(reference.value, key, result)
    }
    let isAbandoned = mutex.withLock { () -> Bool in
      exchange.task = task
      return exchange.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  private func finish(_ exchange: Exchange, _ key: Key, _ result: Result<Value, any Error>) {
    let waiting = mutex.withLock { () -> [CheckedContinuation<Value, any Error>] in
      if exchanges[key] === exchange { exchanges[key] = nil }
      defer { exchange.waiting = [:] }
      return Array(exchange.waiting.values)
    }
    for continuation in waiting { continuation.resume(with: result) }
  }

  private func leave(_ key: Key, _ id: Int) {
    let (continuation, task) = mutex.withLock {
      () -> (CheckedContinuation<Value, any Error>?, Task<Void, Never>?) in
      guard let exchange = exchanges[key], let continuation = exchange.waiting.removeValue(forKey: id) else {
        return (nil, nil)
      }
      guard exchange.waiting.isEmpty else { return (continuation, nil) }
      exchanges[key] = nil
      exchange.isAbandoned = true
      return (continuation, exchange.task)
    }
    task?.cancel()
    continuation?.resume(throwing: CancellationError())
  }
}

/// A reference whose state is behind a lock that the compiler doesn't see.
private struct UncheckedReference<Object: AnyObject>: @unchecked Sendable {
  let value: Object

  init(_ value: Object) { self.value = value }
}
