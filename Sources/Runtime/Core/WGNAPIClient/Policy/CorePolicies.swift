extension Policy {
  /// The maximum time of each attempt. A call's policy overrides the endpoint's, which overrides
  /// ``ClientConfiguration/timeout``.
  public static func timeout(_ duration: Duration) -> Policy { Policy(TimeoutPolicy(duration: duration)) }

  /// A header field for an idempotency key: the client sends a random key, the same for all attempts of a call, so the
  /// service recognizes repeated requests.
  public static func idempotencyKey(_ header: String) -> Policy {
    Policy(IdempotencyKeyPolicy(header: header))
  }

  /// The credentials that requests contain, in place of the API's default.
  public static func credentials(_ requirement: CredentialRequirement) -> Policy { Policy(requirement) }
}

/// The time that a response may take.
public struct TimeoutPolicy: PolicyValue {
  /// The time until the response is complete, for each attempt.
  public let duration: Duration

  /// Creates the policy.
  package init(duration: Duration) { self.duration = duration }
}

/// A key that the client generates, so the service recognizes repeated requests.
public struct IdempotencyKeyPolicy: PolicyValue {
  /// The header field with the key.
  public let header: String

  /// Creates the policy.
  package init(header: String) { self.header = header }
}
