import WGNAPIClient

extension ResponseCache {
  /// Only a cached response was allowed (`CacheUse.cacheOnly`), and there is none.
  public struct Miss: NotSentReason {
    /// Creates the reason.
    public init() {}

    /// `notCached`
    public var name: String { "notCached" }

    /// What to do.
    public var description: String {
      "there is no stored response, and the server may not be asked (CacheUse.cacheOnly); "
        + "try again with a connection and another CallOptions.cache"
    }
  }
}
