import WGNAPIClient

extension Policy {
  /// The service says in header fields how many more requests it accepts.
  public static func rateLimitFields(_ fields: RateLimitFields) -> Policy { Policy(fields) }
}

/// The header fields in which a service says how many more requests it accepts.
public struct RateLimitFields: PolicyValue {
  /// The meaning of the field for the reset.
  public enum Reset: Hashable, Sendable {
    /// Seconds from now.
    case seconds
    /// Milliseconds from now.
    case milliseconds
    /// Unix time in seconds.
    case timestamp
    /// Unix time in milliseconds.
    case timestampMilliseconds
    /// A date and time per RFC 3339, or as HTTP writes it (RFC 9110, section 5.6.7).
    case date
  }

  /// Fields with names of the service's own.
  struct Names: Hashable, Sendable {
    enum Count: Hashable, Sendable {
      /// The field with the number of requests that are left, and the one with that of all.
      case remaining(String, limit: String?)
      /// The field with the number of requests that were counted, and that of all: `32/40`.
      case usage(String)
    }
    enum Renewal: Hashable, Sendable {
      /// All requests are accepted again at the time in this field.
      case reset(String, Reset)
      /// One more request is accepted each time that this has passed.
      case steps(Duration)
    }

    let count: Count
    let renewal: Renewal
  }

  /// The names; nil for the standard fields.
  let names: Names?
  /// A field with the number of requests that were counted in the period of a limit, without that of all.
  struct Used: Hashable, Sendable {
    let field: String
    let period: Duration
  }
  /// The field that the limiter compares with its own count.
  let used: Used?
  /// The requests that count together.
  public let scope: RateLimit.Scope

  private init(used: Used, _ scope: RateLimit.Scope) {
    names = nil
    self.used = used
    self.scope = scope
  }

  private init(_ count: Names.Count, _ renewal: Names.Renewal, _ scope: RateLimit.Scope) {
    names = Names(count: count, renewal: renewal)
    used = nil
    self.scope = scope
  }

  private init(standard scope: RateLimit.Scope) {
    names = nil
    used = nil
    self.scope = scope
  }

  /// `RateLimit` and `RateLimit-Policy` of the IETF's draft
  /// ([draft-ietf-httpapi-ratelimit-headers](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/)),
  /// and the fields of its earlier versions: `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`.
  public static func standard(scope: RateLimit.Scope = .application) -> Self { Self(standard: scope) }

  /// A field for each number.
  ///
  /// - Parameters:
  ///   - remaining: The number of requests that are left until the reset.
  ///   - reset: The time at which more requests are accepted.
  ///   - resetIs: The meaning of that field.
  ///   - limit: The number of requests that are accepted from reset to reset.
  ///   - scope: The requests that the numbers count.
  public static func fields(
    remaining: String, reset: String, resetIs: Reset, limit: String? = nil,
    scope: RateLimit.Scope = .application
  ) -> Self {
    Self(.remaining(remaining, limit: limit), .reset(reset, resetIs), scope)
  }

  /// A field for each number, of a service that accepts more requests little by little.
  ///
  /// - Parameters:
  ///   - remaining: The number of requests that are left.
  ///   - count: How many more requests it accepts per `period`.
  ///   - period: The period.
  ///   - limit: The number of requests that it accepts at once at most.
  ///   - scope: The requests that the numbers count.
  public static func fields(
    remaining: String, restores count: Int, per period: Duration, limit: String? = nil,
    scope: RateLimit.Scope = .application
  ) -> Self {
    Self(.remaining(remaining, limit: limit), .steps(period / max(count, 1)), scope)
  }

  /// One field with the number of requests that were counted, and that of all, as in `32/40`.
  ///
  /// - Parameters:
  ///   - usage: The field.
  ///   - reset: The time at which all requests are accepted again.
  ///   - resetIs: The meaning of that field.
  ///   - scope: The requests that the numbers count.
  public static func usage(
    _ usage: String, reset: String, resetIs: Reset, scope: RateLimit.Scope = .application
  ) -> Self {
    Self(.usage(usage), .reset(reset, resetIs), scope)
  }

  /// One field with the number of requests that were counted, and that of all, as in `32/40`, of a service that accepts
  /// more requests little by little.
  ///
  /// - Parameters:
  ///   - usage: The field.
  ///   - count: How many more requests it accepts per `period`.
  ///   - period: The period.
  ///   - scope: The requests that the numbers count.
  public static func usage(
    _ usage: String, restores count: Int, per period: Duration, scope: RateLimit.Scope = .application
  ) -> Self {
    Self(.usage(usage), .steps(period / max(count, 1)), scope)
  }

  /// One field with the number of requests that were counted, or with their weight, as in `X-MBX-USED-WEIGHT-1M: 340`.
  ///
  /// What the service has counted beyond the limiter's own count, for other clients, counts toward the limit of the API with this
  /// scope and period.
  ///
  /// - Parameters:
  ///   - used: The field.
  ///   - period: The period of the limit.
  ///   - scope: The scope of the limit.
  public static func used(
    _ used: String, per period: Duration, scope: RateLimit.Scope = .application
  ) -> Self {
    Self(used: Used(field: used, period: period), scope)
  }
}
