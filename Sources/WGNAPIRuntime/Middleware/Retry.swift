/// Sends a failed request again, where its endpoint says that this does no harm.
public struct Retry: Middleware {
  /// Makes it.
  public init() {}

  public func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    try await next(request)
  }
}
