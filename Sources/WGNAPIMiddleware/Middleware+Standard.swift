import WGNAPIClient

extension [any Middleware] {
  /// The chain that a client has by default: cache, then retries, then limits, so that a cached answer costs no token
  /// and each retry costs one.
  ///
  /// - Parameters:
  ///   - cache: keeps answers; nil keeps none.
  ///   - retry: sends again; nil never does.
  ///   - breaker: spares a server that fails; nil, as by default, asks it each time.
  ///   - limiter: waits for the right to send; nil doesn't wait.
  public static func standard(
    cache: ResponseCache? = ResponseCache(), retry: Retry? = Retry(), breaker: CircuitBreaker? = nil,
    limiter: RateLimiter? = .shared
  ) -> [any Middleware] {
    let steps: [(any Middleware)?] = [cache, retry, breaker, limiter]
    return steps.compactMap(\.self)
  }
}
