extension Policy {
  /// An answer may take this long, for each attempt. A call's own time counts before the endpoint's, and that before
  /// ``ClientConfiguration/timeout``.
  public static func timeout(_ duration: Duration) -> Policy { Policy(TimeoutPolicy(duration: duration)) }

  /// The client sends a random key in this header field, the same for all attempts of a call, by which the service
  /// recognizes a request that comes again.
  public static func idempotencyKey(_ header: String) -> Policy {
    Policy(IdempotencyKeyPolicy(header: header))
  }

  /// Requests contain these of the client's credentials, in place of the API's default.
  public static func credentials(_ requirement: CredentialRequirement) -> Policy { Policy(requirement) }
}

/// The time that an answer may take.
public struct TimeoutPolicy: PolicyValue {
  /// The time until the answer is complete, for each attempt.
  public let duration: Duration

  /// Creates the policy.
  package init(duration: Duration) { self.duration = duration }
}

/// A key that the client makes, by which the service recognizes a request that comes again.
public struct IdempotencyKeyPolicy: PolicyValue {
  /// The header field with the key.
  public let header: String

  /// Creates the policy.
  package init(header: String) { self.header = header }
}
