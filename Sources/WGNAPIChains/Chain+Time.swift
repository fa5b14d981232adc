import WGNAPIClient

// Time limits and repetition, by the client's clock.
extension Chain {
  /// Gives the whole chain so far so much time, retries and waiting included; then it throws an ``APIError`` of kind
  /// ``APIError/Kind/timedOut(after:)``, and what is on its way is cancelled.
  ///
  /// A closure of the chain that doesn't heed cancellation holds this up until it returns.
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
        // Whoever is first; in a group of two there is one.
        if let first = try await group.next(), let output = first { return output }
        throw APIError(
          .timedOut(after: duration), operation: chain.name, server: core.server.name, isRetryable: true)
      }
    }
  }

  /// Sends the whole chain so far again after an error.
  ///
  /// This comes on top of what ``Retry`` does for each request, and doesn't ask whether a request is idempotent: use it
  /// where all of the chain may be sent twice. That the task is cancelled is no error.
  ///
  /// - Parameters:
  ///   - times: how often it is sent again at most.
  ///   - backoff: how long it waits before.
  ///   - condition: which errors it is sent again after; by default an ``APIError`` that is
  ///     ``APIError/isRetryable``, and any error that isn't an ``APIError``.
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
