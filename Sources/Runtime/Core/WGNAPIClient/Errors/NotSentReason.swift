/// A reason of a middleware for not sending a request. The type is declared next to the middleware.
public protocol NotSentReason: CustomStringConvertible, Sendable {
  /// A short name for logs and metrics, such as `circuitOpen`.
  var name: String { get }
  /// The time after which the request would be sent; nil if waiting doesn't help.
  var retryAfter: Duration? { get }
  /// Whether the reason is that the server has failed recently.
  var isServerFailure: Bool { get }
  /// The reason, and what to do: the rest of a sentence that begins with the endpoint.
  var description: String { get }
}

extension NotSentReason {
  /// Nil: waiting doesn't help.
  public var retryAfter: Duration? { nil }
  /// False.
  public var isServerFailure: Bool { false }
}
