import WGNAPIJSON

/// Is told about a client's requests and responses, for logs and metrics. It sees no secrets.
public struct ClientObserver: Sendable {
  /// A request that is about to be sent.
  public struct RequestEvent: Sendable {
    /// The same for all events of one call.
    public let requestID: String
    /// The endpoint's name.
    public let operation: String
    /// The server's name.
    public let server: String
    /// The HTTP method.
    public let method: String
    /// The URL with secrets replaced by `<redacted>`.
    public let url: String
    /// The size of the body in bytes.
    public let bodySize: Int
  }

  /// The end of a request.
  public struct ResponseEvent: Sendable {
    /// The request.
    public let request: RequestEvent
    /// The HTTP status; nil where there was no response.
    public let status: Int?
    /// The size of the body in bytes.
    public let bodySize: Int
    /// The time from sending to the end of reading.
    public let duration: Duration
    /// Where the answer came from; nil where there is none.
    public let origin: ResponseOrigin?
    /// Why it failed, ``APIError`` or `CancellationError`; nil where it didn't.
    public let error: (any Error)?
  }

  /// A wait that the server asked for, with `Retry-After` or by refusing too many requests.
  public struct WaitEvent: Sendable {
    /// The request that waits.
    public let request: RequestEvent
    /// For how long.
    public let duration: Duration
  }

  /// What a response that was accepted nevertheless breaks.
  public struct ViolationEvent: Sendable {
    /// The request.
    public let request: RequestEvent
    /// All violations.
    public let violations: [Violation]
  }

  /// Called before a request is sent.
  public var onRequest: (@Sendable (RequestEvent) -> Void)?
  /// Called once after each ``onRequest``, with or without a response.
  public var onResponse: (@Sendable (ResponseEvent) -> Void)?
  /// Called before a request waits because the server asked for it, for ``RateLimiter`` or ``Retry``.
  public var onWait: (@Sendable (WaitEvent) -> Void)?
  /// Called when an accepted response breaks constraints.
  public var onViolation: (@Sendable (ViolationEvent) -> Void)?

  /// Makes an observer.
  public init(
    onRequest: (@Sendable (RequestEvent) -> Void)? = nil,
    onResponse: (@Sendable (ResponseEvent) -> Void)? = nil,
    onViolation: (@Sendable (ViolationEvent) -> Void)? = nil,
    onWait: (@Sendable (WaitEvent) -> Void)? = nil
  ) {
    self.onRequest = onRequest
    self.onResponse = onResponse
    self.onViolation = onViolation
    self.onWait = onWait
  }
}
