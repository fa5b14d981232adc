import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

#if os(Linux)
  import WGNAPICurl
#else
  import WGNAPIURLSession
#endif

/// The behavior of a client that its API doesn't determine.
public struct ClientConfiguration: Sendable {
  /// The transport that sends requests.
  public var transport: any HTTPTransport
  /// The maximum time until a response is complete, for each attempt.
  public var timeout: Duration
  /// The maximum time to wait for each part of a streamed response; nil for any time. How long the whole stream takes
  /// isn't limited.
  public var idleTimeout: Duration?
  /// The maximum size of a response body in bytes, or of each element of a stream. Larger ones are rejected.
  public var responseSizeLimit: Int
  /// The redirects to follow.
  public var redirects: RedirectPolicy
  /// How to decode and validate responses.
  ///
  /// By default, constraint violations are reported and unknown keys are ignored: an API that adds a key, or
  /// sends a value just outside its documented range, must not break an app that has shipped. Wrong types and
  /// missing keys are always errors. In tests and in CI, use `.strict` and `.report` to see changes.
  public var decoding: JSONDecoding
  /// The value of the `User-Agent` field (RFC 9110, section 10.1.5). If nil, the API's name and the runtime's
  /// version, such as `WOT wgnapi/0.1.0`; if empty, no field is sent, and `URLSession` sends its own.
  public var userAgent: String?
  /// The maximum length of a URL in bytes. A request with a longer URL is sent as POST if its endpoint
  /// accepts both GET and POST.
  public var longestURL: Int
  /// The observers of requests and responses, in the order in which they are notified.
  public var observers: [ClientObserver]
  /// The middlewares between a call and the transport, outermost first; nil for those of the client's API,
  /// ``APIClient/middleware``. To add one to these, assign `Client.middleware + [log]`.
  public var middleware: [any APIMiddleware]?
  /// The clock that the client reads the time from and waits with.
  public var clock: any ClientClock
  /// The source of random numbers.
  public var random: RandomSource

  /// Creates a configuration. The defaults are those of `TransportOptions`, and 5 minutes for each part of a stream.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends requests. Nil means one that all clients share: a
  ///     `URLSessionTransport`, or on Linux a `CurlTransport`.
  ///   - timeout: The maximum time until a response is complete, for each attempt.
  ///   - responseSizeLimit: The maximum size of a response body in bytes.
  ///   - redirects: The redirects to follow.
  ///   - decoding: How to decode and validate responses.
  ///   - userAgent: The value of the `User-Agent` field; nil means the API's name and the runtime's version.
  ///   - longestURL: The maximum length of a URL in bytes, if a request can be sent as POST instead.
  ///   - observers: The observers of requests and responses.
  ///   - middleware: The middlewares between a call and the transport, outermost first; nil for those of the client's API.
  ///   - clock: The clock that the client reads the time from and waits with.
  ///   - random: The source of random numbers.
  ///   - idleTimeout: The maximum time to wait for each part of a streamed response; nil for any time.
  public init(
    transport: (any HTTPTransport)? = nil, timeout: Duration = TransportOptions().timeout,
    responseSizeLimit: Int = TransportOptions().responseSizeLimit,
    redirects: RedirectPolicy = TransportOptions().redirects,
    decoding: JSONDecoding = JSONDecoding(unknownKeys: .ignore, validation: .report),
    userAgent: String? = nil, longestURL: Int = 8_000, observers: [ClientObserver] = [],
    middleware: [any APIMiddleware]? = nil, clock: any ClientClock = .system, random: RandomSource = .system,
    idleTimeout: Duration? = .seconds(300)
  ) {
    self.idleTimeout = idleTimeout
    self.transport = transport ?? sharedTransport as any HTTPTransport
    self.timeout = timeout
    self.responseSizeLimit = responseSizeLimit
    self.redirects = redirects
    self.decoding = decoding
    self.userAgent = userAgent
    self.longestURL = longestURL
    self.observers = observers
    self.middleware = middleware
    self.clock = clock
    self.random = random
  }
}

#if os(Linux)
  private let sharedTransport = CurlTransport()
#else
  private let sharedTransport = URLSessionTransport()
#endif

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
    /// The size of the body in bytes; nil if the response is read while it arrives.
    public let bodySize: Int?
    /// The time from sending the request until the response was decoded.
    public let duration: Duration
    /// The source of the response; nil if there is none.
    public let origin: ResponseOrigin?
    /// The error, an ``APIError``, a `CancellationError` or one of the request's body; nil if the request succeeded.
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

  /// Called once for each call, before its first attempt is sent.
  package var onRequest: (@Sendable (RequestEvent) -> Void)?
  /// Called once after each ``onRequest``, with or without a response.
  package var onResponse: (@Sendable (ResponseEvent) -> Void)?
  /// Called before a middleware delays a request because the server asked for it.
  package var onWait: (@Sendable (WaitEvent) -> Void)?
  /// Called when an accepted response violates constraints.
  package var onViolation: (@Sendable (ViolationEvent) -> Void)?

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
