import WGNAPIClient

extension CallContext {
  /// The limits on the number of requests that apply to the call: the API's and then the endpoint's own.
  public var rateLimits: [RateLimit] {
    let own = policy(RateLimits.self)?.all ?? []
    let shared = apiPolicies[RateLimits.self]?.all ?? []
    return own.isEmpty ? shared : shared + own
  }

  /// The header fields in which the service says how many more requests it accepts.
  public var rateLimitFields: RateLimitFields? { apiPolicies[RateLimitFields.self] }

  /// How many of the limits are the endpoint's own. They come last.
  var ownLimitCount: Int { policy(RateLimits.self)?.all.count ?? 0 }
}
