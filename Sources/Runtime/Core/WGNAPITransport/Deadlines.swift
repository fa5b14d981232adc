import WGNAPISupport

/// Actions that run at a certain time unless they are cancelled. One sleeping task serves all of them: most
/// never run, and a timer per request would cost more than the rest of the request.
///
/// Unchecked: all mutable state is behind the lock.
package final class Deadlines: @unchecked Sendable {
  private struct Deadline {
    let time: ContinuousClock.Instant
    let action: @Sendable () -> Void
  }

  private let mutex = Mutex()
  private var deadlines: [Int: Deadline] = [:]
  private var nextID = 0
  /// The times at which the sleeping tasks wake. No action is due before the first of them.
  private var wakes: [ContinuousClock.Instant] = []

  package init() {}

  /// The number of pending actions.
  var count: Int { mutex.withLock { deadlines.count } }

  /// The number of sleeping tasks.
  var sleeperCount: Int { mutex.withLock { wakes.count } }

  /// Schedules `action` after `duration`. Returns an ID for cancelling it.
  package func add(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
    let time = ContinuousClock.now + duration
    let (id, isFirst) = mutex.withLock { () -> (Int, Bool) in
      nextID += 1
      deadlines[nextID] = Deadline(time: time, action: action)
      return (nextID, needsSleeper(until: time))
    }
    if isFirst { sleep(until: time) }
    return id
  }

  /// Cancels an action unless it has begun.
  package func remove(_ id: Int) {
    mutex.withLock { deadlines[id] = nil }
  }

  /// Returns whether a new sleeping task is needed, because none wakes by this time. Call it with the lock
  /// held.
  private func needsSleeper(until time: ContinuousClock.Instant) -> Bool {
    guard !wakes.contains(where: { $0 <= time }) else { return false }
    wakes.append(time)
    return true
  }

  private func sleep(until time: ContinuousClock.Instant) {
    // Detached: deadlines of other tasks may depend on it, so it must not inherit priority and task-local
    // values from the first one.
    Task.detached(priority: .high) { [weak self] in
      try? await Task.sleep(until: time, clock: .continuous)
      self?.wake(from: time)
    }
  }

  private func wake(from time: ContinuousClock.Instant) {
    var due: [(id: Int, action: @Sendable () -> Void)] = []
    let next = mutex.withLock { () -> ContinuousClock.Instant? in
      if let own = wakes.firstIndex(of: time) { wakes.remove(at: own) }
      let now = ContinuousClock.now
      var next: ContinuousClock.Instant?
      for (id, deadline) in deadlines {
        if deadline.time <= now {
          due.append((id, deadline.action))
        } else {
          next = min(next ?? deadline.time, deadline.time)
        }
      }
      for (id, _) in due { deadlines[id] = nil }
      return next.flatMap { needsSleeper(until: $0) ? $0 : nil }
    }
    for (_, action) in due { action() }
    if let next { sleep(until: next) }
  }
}

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
