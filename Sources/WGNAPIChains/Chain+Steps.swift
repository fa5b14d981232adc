import WGNAPIClient

// What is done with an answer, or an error.
extension Chain {
  /// Makes something else of the answer.
  ///
  /// - Parameter transform: what it throws, the chain throws.
  public func map<New>(_ transform: @escaping @Sendable (Output) async throws -> New) -> Chain<New> {
    step("map") { core, chain in try await transform(try await chain.run(core)) }
  }

  /// Goes on with another chain, which the answer decides.
  ///
  /// - Parameter next: makes the chain; what it throws, the chain throws.
  public func flatMap<New>(
    _ next: @escaping @Sendable (Output) async throws -> Chain<New>
  ) -> Chain<New> {
    step("flatMap") { core, chain in
      let following = try await next(try await chain.run(core))
      try Task.checkCancellation()
      return try await following.run(core)
    }
  }

  /// Goes on with another request, which the answer decides.
  ///
  /// - Parameter next: makes the request; what it throws, the chain throws.
  public func flatMap<Request: APIRequest>(
    _ next: @escaping @Sendable (Output) async throws -> Request
  ) -> Chain<Request.Response> {
    flatMap { output in Chain<Request.Response>(try await next(output)) }
  }

  /// Puts something else in the place of an error.
  ///
  /// That the task is cancelled is no error, and doesn't get here.
  ///
  /// - Parameter handler: gives the output after all, or throws the same error or another one.
  public func recover(_ handler: @escaping @Sendable (any Error) async throws -> Output) -> Chain {
    recover { error -> Chain in .value(try await handler(error)) }
  }

  /// Goes on with another chain after an error; see ``recover(_:)-(_)``.
  ///
  /// - Parameter handler: makes the chain, or throws the same error or another one.
  @_disfavoredOverload  // A closure that only throws is one that gives no value.
  public func recover(
    _ handler: @escaping @Sendable (any Error) async throws -> Chain<Output>
  ) -> Chain {
    step("recover") { core, chain in
      do {
        return try await chain.run(core)
      } catch {
        // A task that is cancelled has no use for what comes instead, whatever the error.
        guard !Task.isCancelled, !(error is CancellationError) else { throw CancellationError() }
        return try await handler(error).run(core)
      }
    }
  }

  /// Goes on with another request after an error; see ``recover(_:)-(_)``.
  ///
  /// - Parameter handler: makes the request, or throws the same error or another one.
  @_disfavoredOverload
  public func recover<Request: APIRequest>(
    _ handler: @escaping @Sendable (any Error) async throws -> Request
  ) -> Chain where Request.Response == Output {
    recover { error -> Chain in Chain(try await handler(error)) }
  }

  /// Puts something else in the place of some errors; others pass.
  ///
  /// ```swift
  /// .recover(from: .timedOut, .status(503)) { _ in [] }
  /// ```
  ///
  /// - Parameters:
  ///   - conditions: any of them must hold.
  ///   - handler: gives the output after all, or throws the same error or another one.
  public func recover(
    from conditions: APIError.Condition...,
    with handler: @escaping @Sendable (APIError) async throws -> Output
  ) -> Chain {
    recover(from: conditions) { error -> Chain in .value(try await handler(error)) }
  }

  /// Goes on with another chain after some errors; others pass.
  ///
  /// - Parameters:
  ///   - conditions: any of them must hold.
  ///   - handler: makes the chain, or throws the same error or another one.
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
