/// What is to happen unless it is called off before its time: one sleeping task for all of it, because most of it never
/// happens, and a timer for each request costs more than the rest of the request.
///
/// Unchecked: everything that changes is behind the lock.
final class Deadlines: @unchecked Sendable {
  private struct Deadline {
    let time: ContinuousClock.Instant
    let action: @Sendable () -> Void
  }

  private let mutex = Mutex()
  private var deadlines: [Int: Deadline] = [:]
  private var nextID = 0
  /// When the sleeping task that wakes first does so.
  private var wakes: ContinuousClock.Instant?

  /// The number of what is still to happen.
  var count: Int { mutex.withLock { deadlines.count } }

  /// Lets `action` happen after `duration`; the number calls it off.
  func add(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
    let time = ContinuousClock.now + duration
    let (id, isFirst) = mutex.withLock { () -> (Int, Bool) in
      nextID += 1
      deadlines[nextID] = Deadline(time: time, action: action)
      let isFirst = wakes.map { time < $0 } ?? true
      if isFirst { wakes = time }
      return (nextID, isFirst)
    }
    if isFirst { sleep(until: time) }
    return id
  }

  /// Calls it off, unless it has begun.
  func remove(_ id: Int) {
    mutex.withLock { deadlines[id] = nil }
  }

  private func sleep(until time: ContinuousClock.Instant) {
    Task { [weak self] in
      try? await Task.sleep(until: time, clock: .continuous)
      self?.wake(from: time)
    }
  }

  private func wake(from time: ContinuousClock.Instant) {
    let (due, next) = mutex.withLock { () -> ([Deadline], ContinuousClock.Instant?) in
      let now = ContinuousClock.now
      let due = deadlines.filter { $0.value.time <= now }
      for id in due.keys { deadlines[id] = nil }
      // Another task, which was to wake earlier, looks after the rest.
      guard wakes == time else { return (Array(due.values), nil) }
      wakes = deadlines.values.lazy.map { $0.time }.min()
      return (Array(due.values), wakes)
    }
    for deadline in due { deadline.action() }
    if let next { sleep(until: next) }
  }
}
