import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

/// How a client behaves, apart from what its API says.
public struct ClientConfiguration: Sendable {
  /// What sends the requests.
  public var transport: any Transport
  /// The time until a whole response is there; each attempt has it anew.
  public var timeout: Duration
  /// The size of a body in bytes beyond which a response is refused.
  public var responseSizeLimit: Int
  /// Which redirects are followed.
  public var redirects: RedirectPolicy
  /// How responses are read.
  ///
  /// By default broken constraints are reported and unknown keys are ignored: an API that adds a key, or
  /// sends a value just outside its documented range, must not break an app that is in its users' hands.
  /// Wrong types and missing keys are always errors. In tests and in CI, `.strict` and `.report` show what
  /// changed.
  public var decoding: JSONDecoding
  /// What the `User-Agent` field says (RFC 9110, section 10.1.5); nil takes the API's name with the runtime's version, such
  /// as `WOT wgnapi/0.1.0`, and an empty text sends none. With that, `URLSession` sends its own.
  public var userAgent: String?
  /// The length of a URL beyond which a request is sent as POST, where its endpoint answers to both GET and
  /// POST.
  public var longestURL: Int
  /// Who is told about requests and responses, in this order.
  public var observers: [ClientObserver]
  /// What stands between a call and the transport, the outermost first.
  public var middleware: [any Middleware]
  /// What time is read from, and waited by.
  public var clock: any ClientClock
  /// Where random numbers come from.
  public var random: RandomSource

  /// Makes a configuration. `WGNAPIRuntime` has an initializer that brings a transport and the usual middlewares.
  ///
  /// - Parameters:
  ///   - transport: what sends the requests.
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
    transport: any Transport, timeout: Duration = .seconds(30), responseSizeLimit: Int = 64 << 20,
    redirects: RedirectPolicy = .sameHost,
    decoding: JSONDecoding = JSONDecoding(unknownKeys: .ignore, validation: .report),
    userAgent: String? = nil, longestURL: Int = 8_000, observers: [ClientObserver] = [],
    middleware: [any Middleware], clock: any ClientClock = .system, random: RandomSource = .system
  ) {
    self.transport = transport
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

/// What is different for one call; nil takes the client's configuration.
public struct CallOptions: Sendable {
  /// The time until the whole response is there; each attempt has it anew.
  public var timeout: Duration?
  /// The size of the body in bytes beyond which the response is refused.
  public var responseSizeLimit: Int?
  /// How the response is read.
  public var decoding: JSONDecoding?
  /// The method, one of the endpoint's.
  public var method: HTTPRequest.Method?
  /// What the cache is used for.
  public var cache: CacheUse
  /// What holds for the cached answer, in place of the endpoint's own and the cache's.
  public var cachePolicy: CachePolicy?
  /// When the request is sent again, in place of what the endpoint says.
  public var retry: RetryPolicy?
  /// Common parameters for this call, in place of the client's of the same names, such as another language.
  public var parameters: [ClientParameter]

  /// Makes options.
  public init(
    timeout: Duration? = nil, responseSizeLimit: Int? = nil, decoding: JSONDecoding? = nil,
    method: HTTPRequest.Method? = nil, cache: CacheUse = .default, cachePolicy: CachePolicy? = nil,
    retry: RetryPolicy? = nil, parameters: [ClientParameter] = []
  ) {
    self.timeout = timeout
    self.responseSizeLimit = responseSizeLimit
    self.decoding = decoding
    self.method = method
    self.cache = cache
    self.cachePolicy = cachePolicy
    self.retry = retry
    self.parameters = parameters
  }
}

/// What one call uses the cache for.
public enum CacheUse: String, Hashable, Sendable, Codable {
  /// A fresh answer is taken from it; a new one is kept.
  case `default`
  /// The server is asked; its answer is kept.
  case reload
  /// What is kept is the answer, however old; the server isn't asked.
  case cacheOnly
  /// The server is asked; what is kept stays as it is.
  case ignore
}
