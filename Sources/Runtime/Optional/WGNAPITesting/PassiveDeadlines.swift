/// The deadlines of a jumping clock, by ID.
struct PassiveDeadlines {
  private struct Entry {
    let time: Duration
    var hasPassed: Bool
    var waiting: CheckedContinuation<Void, any Error>?
  }

  private var entries: [Int: Entry] = [:]
  /// Tasks that continue when all passed deadlines have ended.
  private var jumping: [CheckedContinuation<Void, Never>] = []

  /// The next deadline that hasn't passed.
  var next: Duration? { entries.values.lazy.filter { !$0.hasPassed }.map(\.time).min() }

  mutating func add(_ id: Int, at time: Duration, now: Duration) {
    entries[id] = Entry(time: time, hasPassed: time <= now)
  }

  /// Keeps the continuation of a task that waits for a deadline; returns false if the deadline has passed or
  /// ended.
  mutating func wait(_ id: Int, _ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    guard entries[id]?.hasPassed == false else { return false }
    entries[id]?.waiting = continuation
    return true
  }

  mutating func leave(_ id: Int) -> CheckedContinuation<Void, any Error>? {
    defer { entries[id]?.waiting = nil }
    return entries[id]?.waiting
  }

  /// Marks deadlines as passed, and returns the continuations of the tasks that wait for them.
  mutating func pass(_ now: Duration) -> [CheckedContinuation<Void, any Error>] {
    var passed: [CheckedContinuation<Void, any Error>] = []
    for (id, entry) in entries where !entry.hasPassed && entry.time <= now {
      entries[id] = Entry(time: entry.time, hasPassed: true)
      if let waiting = entry.waiting { passed.append(waiting) }
    }
    return passed
  }

  /// Keeps a continuation until all passed deadlines have ended; returns false if there are none.
  mutating func awaitEnds(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    guard entries.values.contains(where: \.hasPassed) else { return false }
    jumping.append(continuation)
    return true
  }

  mutating func end(_ id: Int) -> (CheckedContinuation<Void, any Error>?, [CheckedContinuation<Void, Never>])
  {
    let waiting = entries.removeValue(forKey: id)?.waiting
    guard !entries.values.contains(where: \.hasPassed) else { return (waiting, []) }
    defer { jumping = [] }
    return (waiting, jumping)
  }
}
