import WGNAPIClient

extension CircuitBreaker {
  /// The server has failed too often recently, and isn't asked for a while.
  public struct Open: NotSentReason, Error {
    /// The time until the request would be sent.
    public let wait: Duration

    /// Creates the reason.
    public init(wait: Duration) { self.wait = wait }

    /// `circuitOpen`
    public var name: String { "circuitOpen" }
    /// The time until the server is asked again.
    public var retryAfter: Duration? { wait }
    /// True.
    public var isServerFailure: Bool { true }

    /// The wait.
    public var description: String {
      "the server has failed too often and isn't asked; try again in \(wait.words)"
    }
  }
}
