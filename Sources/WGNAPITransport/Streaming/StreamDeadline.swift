import WGNAPISupport

/// A deadline that moves on while there is progress.
///
/// Unchecked: all mutable state is behind the lock.
package final class StreamDeadline: @unchecked Sendable {
  private let deadlines: Deadlines
  private let mutex = Mutex()
  private var id = 0
  private var isRemoved = false

  package init(_ deadlines: Deadlines) { self.deadlines = deadlines }

  /// Asks `rest`, after this time and then again and again, for the time that is left; nil if none is.
  package func expire(after time: Duration, _ rest: @escaping @Sendable () -> Duration?) {
    mutex.withLock {
      guard !isRemoved else { return }
      id = deadlines.add(after: time) { [weak self] in
        if let time = rest() { self?.expire(after: max(time, .milliseconds(1)), rest) }
      }
    }
  }

  /// Ends it.
  package func remove() {
    let id = mutex.withLock { () -> Int in
      isRemoved = true
      return self.id
    }
    deadlines.remove(id)
  }
}
