import APIModel

/// Policies as written in a module or an endpoint, before inheritance.
struct WrittenPolicies {
  var cache: Policies.Cache?
  var retry: WrittenRetry?
  var partial: WrittenPartial?
  var queue: Policies.Queue?
  var authentication: Policies.Authentication?
  var timeout: Int?
  var idempotencyKey: WrittenKey?
  /// `policies`; empty for `none`.
  var own: [Policies.Own]?
}

/// `idempotencyKey`.
enum WrittenKey {
  case header(String)
  /// `none`.
  case off
}

/// `retry`. Without `idempotent`, the method decides.
struct WrittenRetry {
  var retry: Policies.Retry
  var isIdempotent: Bool?
  /// `none`.
  var isOff = false
}

enum WrittenPartial {
  case policy(Policies.Partial)
  /// `true`: the module's.
  case inherited
  /// `false`.
  case off
}
