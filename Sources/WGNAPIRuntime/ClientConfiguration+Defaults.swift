import WGNAPIClient
import WGNAPIJSON
import WGNAPIMiddleware
import WGNAPITransport

#if os(Linux)
  import WGNAPICurl
#else
  import WGNAPIURLSession
#endif

extension ClientConfiguration {
  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - transport: nil takes one that all clients share: a `URLSessionTransport`, and on Linux a `CurlTransport`.
  ///   - timeout: the time until a whole response is there.
  ///   - responseSizeLimit: in bytes.
  ///   - redirects: which redirects are followed.
  ///   - decoding: how responses are read.
  ///   - userAgent: what the `User-Agent` field says; nil takes the API's name and the runtime's version.
  ///   - longestURL: in bytes.
  ///   - observers: who is told about requests and responses.
  ///   - middleware: what stands between a call and the transport, the outermost first.
  ///   - clock: what time is read from, and waited by.
  ///   - random: where random numbers come from.
  public init(
    transport: (any Transport)? = nil, timeout: Duration = .seconds(30), responseSizeLimit: Int = 64 << 20,
    redirects: RedirectPolicy = .sameHost,
    decoding: JSONDecoding = JSONDecoding(unknownKeys: .ignore, validation: .report),
    userAgent: String? = nil, longestURL: Int = 8_000, observers: [ClientObserver] = [],
    middleware: [any Middleware] = .standard(), clock: any ClientClock = .system,
    random: RandomSource = .system
  ) {
    self.init(
      transport: transport ?? sharedTransport as any Transport, timeout: timeout,
      responseSizeLimit: responseSizeLimit, redirects: redirects, decoding: decoding, userAgent: userAgent,
      longestURL: longestURL, observers: observers, middleware: middleware, clock: clock, random: random)
  }
}

#if os(Linux)
  private let sharedTransport = CurlTransport()
#else
  private let sharedTransport = URLSessionTransport()
#endif
