/// A time limit for some work.
package struct Deadline: Sendable {
  /// Waits until the deadline.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package let wait: @Sendable () async throws -> Void
  /// Ends the deadline, because the work is done or was cancelled.
  package let end: @Sendable () -> Void

  package init(
    wait: @escaping @Sendable () async throws -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.wait = wait
    self.end = end
  }
}

/// A clock whose time may pass only while other tasks wait.
package protocol PassiveClock: ClientClock {
  /// Returns a deadline that passes when other sleeps advance the clock past it; nil if the clock isn't such a one at present.
  func passiveDeadline(after duration: Duration) -> Deadline?
}

extension ClientClock {
  /// Returns a deadline after `duration`. Waiting for it doesn't move a jumping clock, whose time passes only
  /// while other tasks wait.
  package func deadline(after duration: Duration) -> Deadline {
    if let passive = (self as? any PassiveClock)?.passiveDeadline(after: duration) { return passive }
    return Deadline(wait: { try await sleep(for: duration) }, end: {})
  }
}
