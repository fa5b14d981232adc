import WGNAPIClient

extension Policy {
  /// A failed request can be sent again; one that isn't idempotent, only if the service refused it.
  public static func retry(
    idempotent: Bool, attempts: Int = 3, statuses: [Int] = RetryPolicy.commonStatuses,
    errors: [ServiceErrorPattern] = [], refusals: RetryPolicy.Refusals = .usual
  ) -> Policy {
    Policy(
      RetryPolicy(
        isIdempotent: idempotent, attempts: attempts, statuses: statuses, errors: errors, refusals: refusals))
  }
}

/// A policy for sending failed requests again.
public struct RetryPolicy: PolicyValue {
  /// How a service says that it refused a request without carrying it out.
  public enum Refusals: Equatable, Sendable {
    /// By status 429, status 503 with a time to wait, and the errors that mean too many requests, as far as the
    /// policy lists them.
    case usual
    /// By these statuses and errors. Without any, it never says so.
    case listed(statuses: [Int] = [], errors: [ServiceErrorPattern] = [])
  }

  /// Whether sending the request twice has the same effect as sending it once. A request that isn't idempotent is sent
  /// again only after ``refusals-swift.property``.
  public let isIdempotent: Bool
  /// The maximum number of attempts, including the first; at least 1.
  public let attempts: Int
  /// The HTTP statuses after which to send the request again.
  public let statuses: [Int]
  /// The service's errors after which to send the request again.
  public let errors: [ServiceErrorPattern]
  /// After what any request is sent again, because the service didn't carry it out.
  public let refusals: Refusals

  /// The statuses for temporary conditions: 408, 429, 502, 503 and 504.
  public static let commonStatuses = ResponseStatuses.temporary

  /// Creates the policy.
  public init(
    isIdempotent: Bool, attempts: Int, statuses: [Int] = Self.commonStatuses,
    errors: [ServiceErrorPattern] = [], refusals: Refusals = .usual
  ) {
    self.isIdempotent = isIdempotent
    self.attempts = max(attempts, 1)
    self.statuses = statuses
    self.errors = errors
    self.refusals = refusals
  }

  /// Returns whether the policy lists the status or the error of a failure.
  func lists(_ status: Int?, _ failure: ServiceFailure?) -> Bool {
    if let status, statuses.contains(status) { return true }
    if let failure, errors.contains(where: { $0.matches(failure) }) { return true }
    return refusals.list(status, failure)
  }

  /// ``isIdempotent``.
  public var allowsRepetition: Bool? { isIdempotent }

  /// Returns whether the policy lists the status or the error.
  public func isTemporary(status: Int?, failure: ServiceFailure?) -> Bool? { lists(status, failure) }
}

extension RetryPolicy.Refusals {
  /// Returns whether the status or the error is one of those listed.
  func list(_ status: Int?, _ failure: ServiceFailure?) -> Bool {
    guard case .listed(let statuses, let errors) = self else { return false }
    return status.map(statuses.contains) ?? false
      || failure.map { failure in errors.contains { $0.matches(failure) } } ?? false
  }
}

extension CallOptions {
  /// The retry policy for this call. It overrides the endpoint's.
  public var retry: RetryPolicy? {
    get { policies[RetryPolicy.self] }
    set { policies[RetryPolicy.self] = newValue }
  }
}
