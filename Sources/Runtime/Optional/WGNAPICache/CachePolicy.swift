import WGNAPIClient

extension Policy {
  /// Responses can be cached for `lifetime`.
  public static func cache(_ lifetime: Duration) -> Policy { Policy(CachePolicy(lifetime: lifetime)) }

  /// Responses are never cached.
  public static var noCache: Policy { Policy(CachePolicy(lifetime: nil)) }

  /// How a call uses the cache.
  public static func cache(_ use: CacheUse) -> Policy { Policy(use) }
}

/// A policy for caching responses.
///
/// The server's own information about a response (`Cache-Control`, `Expires`) overrides ``lifetime``.
public struct CachePolicy: PolicyValue {
  /// The time for which a response is fresh; nil means that it must not be cached.
  public let lifetime: Duration?
  /// The time after ``lifetime`` during which the response may be used if the server fails or can't be reached
  /// (RFC 5861, section 4).
  public let staleIfError: Duration
  /// The time after ``lifetime`` during which the response is returned at once while a new one is fetched (RFC
  /// 5861, section 3).
  public let staleWhileRevalidate: Duration

  /// Creates the policy.
  public init(
    lifetime: Duration?, staleIfError: Duration = .zero, staleWhileRevalidate: Duration = .zero
  ) {
    self.lifetime = lifetime
    self.staleIfError = staleIfError
    self.staleWhileRevalidate = staleWhileRevalidate
  }
}

/// How a call uses the cache.
public enum CacheUse: String, Hashable, Sendable, Codable, PolicyValue {
  /// Returns a fresh response from the cache; otherwise asks the server and stores its response.
  case `default`
  /// Asks the server and stores its response.
  case reload
  /// Returns the cached response, however old, without asking the server.
  case cacheOnly
  /// Asks the server without changing the cache.
  case ignore

  /// For ``cacheOnly``: nothing but a cache may answer.
  public var reasonNotToSend: (any NotSentReason)? { self == .cacheOnly ? ResponseCache.Miss() : nil }
}

extension CallOptions {
  /// How the call uses the cache.
  public var cache: CacheUse {
    get { policies[CacheUse.self] ?? .default }
    set { policies[CacheUse.self] = newValue }
  }

  /// The cache policy for this call. It overrides the endpoint's and the cache's.
  public var cachePolicy: CachePolicy? {
    get { policies[CachePolicy.self] }
    set { policies[CachePolicy.self] = newValue }
  }
}
