import WGNAPIClient

extension [any Middleware] {
  /// Returns a client's default middlewares: cache, then retries, then limits, so that a cached answer uses
  /// no token and each retry uses one.
  ///
  /// - Parameters:
  ///   - cache: The cache; nil for none.
  ///   - retry: The middleware that sends failed requests again; nil for none.
  ///   - breaker: The circuit breaker; nil, the default, for none.
  ///   - limiter: The rate limiter; nil for none.
  public static func standard(
    cache: ResponseCache? = ResponseCache(), retry: Retry? = Retry(), breaker: CircuitBreaker? = nil,
    limiter: RateLimiter? = .shared
  ) -> [any Middleware] {
    let steps: [(any Middleware)?] = [cache, retry, breaker, limiter]
    return steps.compactMap(\.self)
  }
}
