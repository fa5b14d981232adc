import WGNAPISupport

/// A result that one task waits for and that any thread can set. The first one to be set counts.
///
/// Unchecked: all mutable state is behind the lock.
package final class AwaitedResult<Value: Sendable>: @unchecked Sendable {
  private let mutex = Mutex()
  private var waiting: CheckedContinuation<Value, any Error>?
  private var result: Result<Value, any Error>?

  package init() {}

  /// Whether the result has been set.
  package var isThere: Bool { mutex.withLock { result != nil } }

  /// Waits for the result; returns false if it is already there and the continuation has been resumed.
  package func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let result = mutex.withLock { () -> Result<Value, any Error>? in
      if self.result == nil { waiting = continuation }
      return self.result
    }
    if let result { continuation.resume(with: result) }
    return result == nil
  }

  /// Sets the result; returns false if it has been set before.
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
