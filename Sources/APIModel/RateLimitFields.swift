/// The header fields with the number of remaining requests.
public struct RateLimitFields: Sendable, Hashable, Codable {
  public enum Reset: String, Sendable, Hashable, Codable, CaseIterable {
    case seconds, milliseconds, timestamp, timestampMilliseconds
  }

  public struct Names: Sendable, Hashable, Codable {
    public var remaining: String
    public var reset: String
    public var resetIs: Reset
    public var limit: String?

    public init(remaining: String, reset: String, resetIs: Reset, limit: String? = nil) {
      self.remaining = remaining
      self.reset = reset
      self.resetIs = resetIs
      self.limit = limit
    }
  }

  /// Nil for the standard fields.
  public var names: Names?
  public var scope: RateLimit.Scope

  public init(names: Names?, scope: RateLimit.Scope) {
    self.names = names
    self.scope = scope
  }
}
