/// A time limit for some work.
package struct Deadline: Sendable {
  /// Waits until the deadline.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package let wait: @Sendable () async throws -> Void
  /// Ends the deadline, because the work is done or was cancelled.
  package let end: @Sendable () -> Void
}

extension ClientClock {
  /// Returns a deadline after `duration`. Waiting for it doesn't move a jumping clock, whose time passes only
  /// while other tasks wait.
  package func deadline(after duration: Duration) -> Deadline {
    if let clock = self as? ManualClock, clock.jumps { return clock.passiveDeadline(after: duration) }
    return Deadline(wait: { try await sleep(for: duration) }, end: {})
  }
}
