import WGNAPIClient

extension Policy {
  /// The request can be stored and sent later. The key lets the service recognize duplicates.
  public static func queue(idempotencyKey: QueuePolicy.Key? = nil) -> Policy {
    Policy(QueuePolicy(idempotencyKey: idempotencyKey))
  }
}

/// A policy for requests that can be stored while offline and sent later.
public struct QueuePolicy: PolicyValue {
  /// The place of the idempotency key, by which the service recognizes duplicates of a request.
  public enum Key: Equatable, Sendable {
    /// A header field.
    case header(String)
    /// A parameter.
    case parameter(String)
  }

  /// The place of the idempotency key; nil if the service doesn't support one.
  public let idempotencyKey: Key?

  /// Creates the policy.
  public init(idempotencyKey: Key? = nil) { self.idempotencyKey = idempotencyKey }
}
