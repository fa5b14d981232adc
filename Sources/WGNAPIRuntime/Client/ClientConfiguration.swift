public import HTTPTypes

/// How a client behaves, apart from what its API says.
public struct ClientConfiguration: Sendable {
  /// What sends the requests.
  public var transport: any Transport
  /// The time until a whole response is there.
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
  /// What the `User-Agent` field says; nil leaves it to the transport.
  public var userAgent: String?
  /// The length of a URL beyond which a request is sent as POST, where its endpoint answers to both GET and
  /// POST.
  public var longestURL: Int
  /// Who is told about requests and responses, in this order.
  public var observers: [ClientObserver]

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - transport: nil takes a ``URLSessionTransport`` that all clients share.
  ///   - timeout: the time until a whole response is there.
  ///   - responseSizeLimit: in bytes.
  ///   - redirects: which redirects are followed.
  ///   - decoding: how responses are read.
  ///   - userAgent: what the `User-Agent` field says.
  ///   - longestURL: in bytes.
  ///   - observers: who is told about requests and responses.
  public init(
    transport: (any Transport)? = nil, timeout: Duration = .seconds(30), responseSizeLimit: Int = 64 << 20,
    redirects: RedirectPolicy = .sameHost,
    decoding: JSONDecoding = JSONDecoding(unknownKeys: .ignore, validation: .report),
    userAgent: String? = nil, longestURL: Int = 8_000, observers: [ClientObserver] = []
  ) {
    self.transport = transport ?? Self.sharedTransport
    self.timeout = timeout
    self.responseSizeLimit = responseSizeLimit
    self.redirects = redirects
    self.decoding = decoding
    self.userAgent = userAgent
    self.longestURL = longestURL
    self.observers = observers
  }

  private static let sharedTransport = URLSessionTransport()
}

/// What is different for one call; nil takes the client's configuration.
public struct CallOptions: Sendable {
  /// The time until the whole response is there.
  public var timeout: Duration?
  /// The size of the body in bytes beyond which the response is refused.
  public var responseSizeLimit: Int?
  /// How the response is read.
  public var decoding: JSONDecoding?
  /// The method, one of the endpoint's.
  public var method: HTTPRequest.Method?

  /// Makes options.
  public init(
    timeout: Duration? = nil, responseSizeLimit: Int? = nil, decoding: JSONDecoding? = nil,
    method: HTTPRequest.Method? = nil
  ) {
    self.timeout = timeout
    self.responseSizeLimit = responseSizeLimit
    self.decoding = decoding
    self.method = method
  }
}
