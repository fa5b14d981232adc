import APIModel

/// Policies as a module or an endpoint writes them, before the one is applied to the other.
struct WrittenPolicies {
  var cache: Policies.Cache?
  var retry: WrittenRetry?
  var partial: WrittenPartial?
  var queue: Policies.Queue?
  var authentication: Policies.Authentication?
  var timeout: Int?
  var idempotencyKey: WrittenKey?
}

/// `idempotencyKey`.
enum WrittenKey {
  case header(String)
  /// `none`.
  case off
}

/// `retry`, whose idempotency depends on the method where nothing is said.
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
