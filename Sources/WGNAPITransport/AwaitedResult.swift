import WGNAPISupport

/// What one task waits for and anyone may bring: the first who does.
///
/// Unchecked: everything that changes is behind the lock.
package final class AwaitedResult<Value: Sendable>: @unchecked Sendable {
  private let mutex = Mutex()
  private var waiting: CheckedContinuation<Value, any Error>?
  private var result: Result<Value, any Error>?

  package init() {}

  /// Whether it is there.
  package var isThere: Bool { mutex.withLock { result != nil } }

  /// Waits for it; false if it is there already.
  package func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let result = mutex.withLock { () -> Result<Value, any Error>? in
      if self.result == nil { waiting = continuation }
      return self.result
    }
    if let result { continuation.resume(with: result) }
    return result == nil
  }

  /// Brings it, unless that has been done; false then.
  @discardableResult
  package func finish(_ result: Result<Value, any Error>) -> Bool {
    let (isFirst, continuation) = mutex.withLock { () -> (Bool, CheckedContinuation<Value, any Error>?) in
      guard self.result == nil else { return (false, nil) }
      self.result = result
      defer { waiting = nil }
      return (true, waiting)
    }
    continuation?.resume(with: result)
    return isFirst
  }
}
