/// The header fields with the number of remaining requests.
public struct RateLimitFields: Sendable, Hashable, Codable {
  public enum Reset: String, Sendable, Hashable, Codable, CaseIterable {
    case seconds, milliseconds, timestamp, timestampMilliseconds
    case date = "date-time"
  }

  public struct Names: Sendable, Hashable, Codable {
    public enum Count: Sendable, Hashable, Codable {
      /// The field with the number of requests that are left, and the one with that of all.
      case remaining(String, limit: String?)
      /// The field with the number of requests that were counted, and that of all: `32/40`.
      case usage(String)
    }
    public enum Renewal: Sendable, Hashable, Codable {
      /// All requests are accepted again at the time in this field.
      case reset(String, Reset)
      /// So many more requests are accepted in this time.
      case restores(count: Int, seconds: Int)
    }

    public var count: Count
    public var renewal: Renewal

    public init(count: Count, renewal: Renewal) {
      self.count = count
      self.renewal = renewal
    }
  }

  /// A field with the number of requests that were counted in the period of the module's limit with the same scope.
  public struct Used: Sendable, Hashable, Codable {
    public var field: String
    public var seconds: Int

    public init(field: String, seconds: Int) {
      self.field = field
      self.seconds = seconds
    }
  }

  /// Nil for the standard fields, and beside ``used``.
  public var names: Names?
  public var used: Used?
  public var scope: RateLimit.Scope

  public init(names: Names?, used: Used? = nil, scope: RateLimit.Scope) {
    self.names = names
    self.used = used
    self.scope = scope
  }
}
