import WGNAPIClient

extension Policy {
  /// At most `count` requests are allowed per `period`. Several limits add up.
  public static func rateLimit(_ count: Int, per period: Duration, scope: RateLimit.Scope) -> Policy {
    Policy(RateLimits(all: [RateLimit(count: count, period: period, scope: scope)]))
  }
}

/// A limit on the number of requests.
public struct RateLimit: Hashable, Sendable {
  /// The requests that count toward a limit together.
  public enum Scope: Hashable, Sendable {
    /// Requests with the same application ID.
    case application
    /// Requests from the same network address.
    case address
    /// Requests with the same application ID to the same endpoint.
    case endpoint
  }

  /// The maximum number of requests per ``period``.
  public let count: Int
  /// The period.
  public let period: Duration
  /// The requests that count toward the limit together.
  public let scope: Scope

  /// Creates the limit.
  public init(count: Int, period: Duration, scope: Scope) {
    self.count = max(count, 1)
    self.period = period
    self.scope = scope
  }
}

/// All limits on the number of requests of an API or an endpoint.
public struct RateLimits: PolicyValue {
  /// The limits, in the order in which they were given.
  public let all: [RateLimit]

  /// Creates a list.
  public init(all: [RateLimit]) { self.all = all }

  /// Returns the earlier limits and these.
  public func following(_ earlier: RateLimits) -> RateLimits { RateLimits(all: earlier.all + all) }
}
