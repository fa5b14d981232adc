import WGNAPIClient

// Steps after a response or an error.
extension Chain {
  /// Transforms the output.
  ///
  /// - Parameter transform: A closure that returns the new output. The chain rethrows its errors.
  public func map<New>(_ transform: @escaping @Sendable (Output) async throws -> New) -> Chain<New> {
    step("map") { core, chain in try await transform(try await chain.run(core)) }
  }

  /// Continues with a chain that depends on the output.
  ///
  /// - Parameter next: A closure that returns the chain. The chain rethrows its errors.
  public func flatMap<New>(
    _ next: @escaping @Sendable (Output) async throws -> Chain<New>
  ) -> Chain<New> {
    step("flatMap") { core, chain in
      let following = try await next(try await chain.run(core))
      try Task.checkCancellation()
      return try await following.run(core)
    }
  }

  /// Continues with a request that depends on the output.
  ///
  /// - Parameter next: A closure that returns the request. The chain rethrows its errors.
  public func flatMap<Request: APIRequest>(
    _ next: @escaping @Sendable (Output) async throws -> Request
  ) -> Chain<Request.Response> {
    flatMap { output in Chain<Request.Response>(try await next(output)) }
  }

  /// Returns a value in place of an error.
  ///
  /// Cancellation doesn't count as an error, so `handler` isn't called for it.
  ///
  /// - Parameter handler: A closure that returns an output, or throws the same error or another one.
  public func recover(_ handler: @escaping @Sendable (any Error) async throws -> Output) -> Chain {
    recover { error -> Chain in .value(try await handler(error)) }
  }

  /// Continues with another chain after an error; see ``recover(_:)-(_)``.
  ///
  /// - Parameter handler: A closure that returns the chain, or throws the same error or another one.
  @_disfavoredOverload  // So a closure that only throws counts as one that returns a value.
  public func recover(
    _ handler: @escaping @Sendable (any Error) async throws -> Chain<Output>
  ) -> Chain {
    step("recover") { core, chain in
      do {
        return try await chain.run(core)
      } catch {
        // A cancelled task has no use for a replacement, whatever the error.
        guard !Task.isCancelled, !(error is CancellationError) else { throw CancellationError() }
        return try await handler(error).run(core)
      }
    }
  }

  /// Continues with a request after an error; see ``recover(_:)-(_)``.
  ///
  /// - Parameter handler: A closure that returns the request, or throws the same error or another one.
  @_disfavoredOverload
  public func recover<Request: APIRequest>(
    _ handler: @escaping @Sendable (any Error) async throws -> Request
  ) -> Chain where Request.Response == Output {
    recover { error -> Chain in Chain(try await handler(error)) }
  }

  /// Returns a value in place of some errors; others are rethrown.
  ///
  /// ```swift
  /// .recover(from: .timedOut, .status(503)) { _ in [] }
  /// ```
  ///
  /// - Parameters:
  ///   - conditions: The errors to handle, which match any of these conditions.
  ///   - handler: A closure that returns an output, or throws the same error or another one.
  public func recover(
    from conditions: APIError.Condition...,
    with handler: @escaping @Sendable (APIError) async throws -> Output
  ) -> Chain {
    recover(from: conditions) { error -> Chain in .value(try await handler(error)) }
  }

  /// Continues with another chain after some errors; others are rethrown.
  ///
  /// - Parameters:
  ///   - conditions: The errors to handle, which match any of these conditions.
  ///   - handler: A closure that returns the chain, or throws the same error or another one.
  @_disfavoredOverload
  public func recover(
    from conditions: APIError.Condition...,
    with handler: @escaping @Sendable (APIError) async throws -> Chain<Output>
  ) -> Chain {
    recover(from: conditions, handler)
  }

  private func recover(
    from conditions: [APIError.Condition],
    _ handler: @escaping @Sendable (APIError) async throws -> Chain<Output>
  ) -> Chain {
    recover { error -> Chain<Output> in
      guard let error = error as? APIError, conditions.contains(where: { $0.holds(error) }) else {
        throw error
      }
      return try await handler(error)
    }
  }
}
