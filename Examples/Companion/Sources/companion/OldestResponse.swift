import WGNAPIRuntime

/// A middleware that notes the age of responses from the cache.
actor OldestResponse: APIMiddleware {
  /// The age of the oldest response; nil if none came from the cache.
  private(set) var age: Duration?

  nonisolated func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse
  {
    let response = try await next(request)
    if response.origin == .cache || response.origin == .stale { await note(response.age) }
    return response
  }

  private func note(_ age: Duration) { self.age = max(age, self.age ?? .zero) }
}
