import WGNAPIClient

extension RateLimiter {
  /// The server asked for a longer wait than the call's time limit allows.
  public struct Refusal: NotSentReason, Error {
    /// The time until the request would be sent.
    public let wait: Duration

    /// Creates the reason.
    public init(wait: Duration) { self.wait = wait }

    /// `rateLimited`
    public var name: String { "rateLimited" }
    /// The wait that the server asked for, from now.
    public var retryAfter: Duration? { wait }

    /// The wait, and what to do.
    public var description: String {
      "the server asked to wait for another \(wait.words), longer than the call may take; "
        + "nothing was sent, try again then, or allow more time in CallOptions.timeout"
    }
  }
}
