import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

#if os(Linux)
  import WGNAPICurl
#else
  import WGNAPIURLSession
#endif

extension ClientConfiguration {
  /// Creates a configuration with default values.
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
  ///   - middleware: The middlewares between a call and the transport, outermost first; nil for those of the client's
  ///     API, `Client.middleware`.
  ///   - clock: The clock that the client reads the time from and waits with.
  ///   - random: The source of random numbers.
  ///   - idleTimeout: The maximum time to wait for each part of a streamed answer; nil for any time.
  public init(
    transport: (any Transport)? = nil, timeout: Duration = .seconds(30), responseSizeLimit: Int = 64 << 20,
    redirects: RedirectPolicy = .sameHost,
    decoding: JSONDecoding = JSONDecoding(unknownKeys: .ignore, validation: .report),
    userAgent: String? = nil, longestURL: Int = 8_000, observers: [ClientObserver] = [],
    middleware: [any Middleware]? = nil, clock: any ClientClock = .system,
    random: RandomSource = .system, idleTimeout: Duration? = .seconds(300)
  ) {
    self.init(
      transport: transport ?? sharedTransport as any Transport, timeout: timeout,
      responseSizeLimit: responseSizeLimit, redirects: redirects, decoding: decoding, userAgent: userAgent,
      longestURL: longestURL, observers: observers, middleware: middleware, clock: clock, random: random,
      idleTimeout: idleTimeout)
  }
}

#if os(Linux)
  private let sharedTransport = CurlTransport()
#else
  private let sharedTransport = URLSessionTransport()
#endif
