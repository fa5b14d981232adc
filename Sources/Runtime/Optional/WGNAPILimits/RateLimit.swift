import WGNAPIClient

extension Policy {
  /// At most `count` requests are allowed per `period`. Several limits add up.
  public static func rateLimit(_ count: Int, per period: Duration, scope: RateLimit.Scope) -> Policy {
    Policy(RateLimits(all: [RateLimit(count: count, period: period, scope: scope)]))
  }
}

extension Policy {
  /// The requests count as this many toward the limits, for services that weigh them. A call's weight overrides the endpoint's. A
  /// negative weight counts as 0, like the weight of a request that the service doesn't count.
  public static func weight(_ weight: Int) -> Policy { Policy(RequestWeight(weight: weight)) }
}

/// As how many requests one counts toward the limits; 1 without this policy.
public struct RequestWeight: PolicyValue {
  /// The weight, from 0 on.
  public let weight: Int

  /// Creates the policy. A negative weight is 0.
  public init(weight: Int) { self.weight = max(weight, 0) }
}

/// A limit on the number of requests, or on their weight.
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
