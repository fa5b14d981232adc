import WGNAPIClient

// Time limits and repetition, measured by the client's clock.
extension Chain {
  /// Limits the total time of the chain so far, including retries and waiting. When the time is over, it
  /// throws an `APIError` of kind `APIError.Kind.timedOut(after:)` and cancels everything in flight.
  ///
  /// A closure in the chain that ignores cancellation delays the error until it returns.
  public func timeout(_ duration: Duration) -> Chain {
    step("timeout(\(duration))") { core, chain in
      let deadline = core.configuration.clock.deadline(after: duration)
      return try await withThrowingTaskGroup(of: Output?.self) { group in
        group.addTask { try await chain.run(core) }
        group.addTask {
          try await deadline.wait()
          return nil
        }
        defer {
          group.cancelAll()
          deadline.end()
        }
        // Take the first result; a group of two has one.
        if let first = try await group.next(), let output = first { return output }
        throw APIError(
          .timedOut(after: duration), operation: chain.name, server: core.server.name, isRetryable: true)
      }
    }
  }

  /// Runs the chain so far again after an error.
  ///
  /// This is in addition to the retries of each request by `Retry`, and doesn't check whether requests are
  /// idempotent. Use it only if sending the whole chain twice is safe. Cancellation doesn't count as an
  /// error.
  ///
  /// - Parameters:
  ///   - times: The maximum number of repetitions.
  ///   - backoff: The delays before them.
  ///   - condition: Returns whether to run the chain again after an error. By default, it does so after an
  ///     `APIError` that is `APIError.isRetryable`, and after any error that isn't an `APIError`.
  public func retry(
    _ times: Int, backoff: Backoff = Backoff(),
    where condition: @escaping @Sendable (any Error) -> Bool = { ($0 as? APIError)?.isRetryable ?? true }
  ) -> Chain {
    step("retry(\(times))") { core, chain in
      let (clock, random) = (core.configuration.clock, core.configuration.random)
      var attempt = 1
      while true {
        do {
          return try await chain.run(core)
        } catch {
          guard !(error is CancellationError), attempt <= times, condition(error) else { throw error }
          try Task.checkCancellation()
          try await clock.sleep(for: backoff.delay(after: attempt, random: random))
          attempt += 1
        }
      }
    }
  }
}
