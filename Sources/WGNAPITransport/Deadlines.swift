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
