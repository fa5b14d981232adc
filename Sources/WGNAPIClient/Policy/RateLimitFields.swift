/// The header fields in which a service says how many more requests it accepts.
public struct RateLimitFields: Sendable {
  /// The meaning of the number in the field for the reset.
  public enum Reset: Hashable, Sendable {
    /// Seconds from now.
    case seconds
    /// Milliseconds from now.
    case milliseconds
    /// Unix time in seconds.
    case timestamp
    /// Unix time in milliseconds.
    case timestampMilliseconds
  }

  /// The names of fields with one number each.
  package struct Names: Sendable {
    package let remaining: String
    package let reset: String
    package let limit: String?
    package let resetIs: Reset
  }

  /// The names; nil for the standard fields.
  package let names: Names?
  /// The requests that count together.
  public let scope: RateLimit.Scope

  /// `RateLimit` and `RateLimit-Policy` of the IETF's draft
  /// ([draft-ietf-httpapi-ratelimit-headers](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/)),
  /// and the fields of its earlier versions: `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`.
  public static func standard(scope: RateLimit.Scope = .application) -> Self {
    Self(names: nil, scope: scope)
  }

  /// A field for each number.
  ///
  /// - Parameters:
  ///   - remaining: The number of requests that are left until the reset.
  ///   - reset: The time at which more requests are accepted.
  ///   - resetIs: The meaning of the number in that field.
  ///   - limit: The number of requests that are accepted from reset to reset.
  ///   - scope: The requests that the numbers count.
  public static func fields(
    remaining: String, reset: String, resetIs: Reset, limit: String? = nil,
    scope: RateLimit.Scope = .application
  ) -> Self {
    Self(
      names: Names(remaining: remaining, reset: reset, limit: limit, resetIs: resetIs), scope: scope)
  }
}
