import WGNAPISupport

/// A result that one task waits for and that any thread can set. The first one to be set counts.
///
/// Unchecked: all mutable state is behind the lock.
package final class AwaitedResult<Value: Sendable>: @unchecked Sendable {
  private enum State {
    case open
    case waiting(CheckedContinuation<Value, any Error>)
    case set(Result<Value, any Error>)
    /// The result isn't kept once the task has it: it may end something when it is released.
    case delivered
  }

  private let mutex = Mutex()
  private var state = State.open

  package init() {}

  /// Whether the result has been set.
  package var isThere: Bool {
    mutex.withLock {
      switch state {
      case .open, .waiting: false
      case .set, .delivered: true
      }
    }
  }

  /// Waits for the result; returns false if it is already there and the continuation has been resumed.
  package func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let result = mutex.withLock { () -> Result<Value, any Error>? in
      guard case .set(let result) = state else {
        state = .waiting(continuation)
        return nil
      }
      state = .delivered
      return result
    }
    if let result { continuation.resume(with: result) }
    return result == nil
  }

  /// Sets the result; returns false if it has been set before.
  @discardableResult
  package func finish(_ result: Result<Value, any Error>) -> Bool {
    let (isFirst, continuation) = mutex.withLock { () -> (Bool, CheckedContinuation<Value, any Error>?) in
      switch state {
      case .open:
        state = .set(result)
        return (true, nil)
      case .waiting(let continuation):
        state = .delivered
        return (true, continuation)
      case .set, .delivered: return (false, nil)
      }
    }
    continuation?.resume(with: result)
    return isFirst
  }
}
