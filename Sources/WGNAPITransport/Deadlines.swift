import WGNAPISupport

/// What is to happen unless it is called off before its time: one sleeping task for all of it, because most of it never
/// happens, and a timer for each request costs more than the rest of the request.
///
/// Unchecked: everything that changes is behind the lock.
package final class Deadlines: @unchecked Sendable {
  private struct Deadline {
    let time: ContinuousClock.Instant
    let action: @Sendable () -> Void
  }

  private let mutex = Mutex()
  private var deadlines: [Int: Deadline] = [:]
  private var nextID = 0
  /// When the sleeping tasks wake. Nothing is to happen before the first of them does.
  private var wakes: [ContinuousClock.Instant] = []

  package init() {}

  /// The number of what is still to happen.
  var count: Int { mutex.withLock { deadlines.count } }

  /// The number of sleeping tasks.
  var sleeperCount: Int { mutex.withLock { wakes.count } }

  /// Lets `action` happen after `duration`; the number calls it off.
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

  /// Calls it off, unless it has begun.
  package func remove(_ id: Int) {
    mutex.withLock { deadlines[id] = nil }
  }

  /// Whether no task wakes by then, and one is to sleep. With the lock held.
  private func needsSleeper(until time: ContinuousClock.Instant) -> Bool {
    guard !wakes.contains(where: { $0 <= time }) else { return false }
    wakes.append(time)
    return true
  }

  private func sleep(until time: ContinuousClock.Instant) {
    // Others' deadlines may hang on it, so it has neither the priority nor the task-local values of who was first.
    Task.detached(priority: .high) { [weak self] in
      try? await Task.sleep(until: time, clock: .continuous)
      self?.wake(from: time)
    }
  }

  private func wake(from time: ContinuousClock.Instant) {
    let (due, next) = mutex.withLock { () -> ([Deadline], ContinuousClock.Instant?) in
      if let own = wakes.firstIndex(of: time) { wakes.remove(at: own) }
      let now = ContinuousClock.now
      let due = deadlines.filter { $0.value.time <= now }
      for id in due.keys { deadlines[id] = nil }
      let next = deadlines.values.lazy.map { $0.time }.min()
      return (Array(due.values), next.flatMap { needsSleeper(until: $0) ? $0 : nil })
    }
    for deadline in due { deadline.action() }
    if let next { sleep(until: next) }
  }
}
