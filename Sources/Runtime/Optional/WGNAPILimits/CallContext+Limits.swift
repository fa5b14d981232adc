import WGNAPIClient

extension CallContext {
  /// The limits on the number of requests that apply to the call: the API's and then the endpoint's own.
  public var rateLimits: [RateLimit] { CallLimits(self).all }

  /// The header fields in which the service says how many more requests it accepts.
  public var rateLimitFields: RateLimitFields? { policies.api[RateLimitFields.self] }
}

/// What limits the number of requests like that of a call.
struct CallLimits {
  /// The API's limits, and then the endpoint's own.
  let all: [RateLimit]
  /// How many of them are the API's.
  let apiCount: Int
  let fields: RateLimitFields?
  /// As how many requests the call counts.
  let weight: Int

  init(_ call: CallContext) {
    let policies = call.policies
    let own = policies.endpoint[RateLimits.self]?.all ?? []
    let shared = policies.api[RateLimits.self]?.all ?? []
    all = own.isEmpty ? shared : shared + own
    apiCount = shared.count
    fields = call.rateLimitFields
    weight = call.policy(RequestWeight.self)?.weight ?? 1
  }
}
