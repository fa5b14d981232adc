import HTTPTypes
import WGNAPIJSON

/// A set of closures that a client calls for its requests and responses, for logs and metrics. Events contain
/// no secrets.
public struct ClientObserver: Sendable {
  /// An event sent before a request.
  public struct RequestEvent: Sendable {
    /// The ID of the call, the same for all of its events.
    public let requestID: String
    /// The endpoint's name.
    public let operation: String
    /// The server's name.
    public let server: String
    /// The HTTP method.
    public let method: String
    /// The URL, with secrets replaced by `<redacted>`.
    public let url: String
    /// The size of the body in bytes; nil if it is streamed and its length isn't known.
    public let bodySize: Int?
  }

  /// An event sent at the end of a request.
  public struct ResponseEvent: Sendable {
    /// The request.
    public let request: RequestEvent
    /// The HTTP status; nil if there was no response.
    public let status: HTTPResponse.Status?
    /// The size of the body in bytes; nil if the answer is read while it arrives.
    public let bodySize: Int?
    /// The time from sending the request until the answer was decoded.
    public let duration: Duration
    /// The source of the answer; nil if there is none.
    public let origin: ResponseOrigin?
    /// The error, an ``APIError`` or a `CancellationError`; nil if the request succeeded.
    public let error: (any Error)?
  }

  /// An event sent before a wait that the server asked for, with `Retry-After` or by rejecting too many
  /// requests.
  public struct WaitEvent: Sendable {
    /// The request that is waiting.
    public let request: RequestEvent
    /// The length of the wait.
    public let duration: Duration
  }

  /// An event sent when a response is accepted despite constraint violations.
  public struct ViolationEvent: Sendable {
    /// The request.
    public let request: RequestEvent
    /// All violations.
    public let violations: [Violation]
  }

  /// Called once for each call, before the cache answers it or its first attempt is sent.
  public var onRequest: (@Sendable (RequestEvent) -> Void)?
  /// Called once after each ``onRequest``, with or without a response.
  public var onResponse: (@Sendable (ResponseEvent) -> Void)?
  /// Called before `RateLimiter` or `Retry` delays a request because the server asked for it.
  public var onWait: (@Sendable (WaitEvent) -> Void)?
  /// Called when an accepted response violates constraints.
  public var onViolation: (@Sendable (ViolationEvent) -> Void)?

  /// Creates an observer.
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
