import WGNAPICache
import WGNAPIClient
import WGNAPILimits
import WGNAPIRetry

extension [any APIMiddleware] {
  /// The middlewares of a client whose spec says `cache`, `retry` and `limits`, with a circuit breaker in its place.
  package static func standard(
    cache: ResponseCache? = ResponseCache(), retry: Retry? = Retry(), breaker: CircuitBreaker? = nil,
    limiter: RateLimiter? = .shared
  ) -> [any APIMiddleware] {
    let steps: [(any APIMiddleware)?] = [cache, retry, breaker, limiter]
    return steps.compactMap(\.self)
  }
}
