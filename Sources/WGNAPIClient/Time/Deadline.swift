/// A moment that something has to be done by.
package struct Deadline: Sendable {
  /// Waits for the moment.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package let wait: @Sendable () async throws -> Void
  /// Says that it doesn't matter any more: what had to be done is done, or was cancelled.
  package let end: @Sendable () -> Void
}

extension ClientClock {
  /// A deadline that much later. Waiting for it doesn't move a clock that jumps: time passes only by what others wait for.
  package func deadline(after duration: Duration) -> Deadline {
    if let clock = self as? ManualClock, clock.jumps { return clock.passiveDeadline(after: duration) }
    return Deadline(wait: { try await sleep(for: duration) }, end: {})
  }
}
