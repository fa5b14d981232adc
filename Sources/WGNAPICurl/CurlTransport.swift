import WGNAPITransport

#if os(Linux)
  import CWGNAPICurl
  import HTTPTypes

  /// A transport that uses [libcurl](https://curl.se/libcurl/), the default on Linux.
  ///
  /// FoundationNetworking's `URLSession` is a wrapper around libcurl. Without the wrapper, a request takes
  /// half the time, and no response stops the process.
  ///
  /// It keeps no cookies, no credentials and no cache. Bodies are decompressed. A body that exceeds the limit
  /// is rejected while it arrives or, if it was compressed, while it is decompressed afterwards. If an idle
  /// connection turns out to be closed, a request with an idempotent method is sent again on another one (RFC
  /// 9110, section 9.2.2); requests with other methods aren't. Connections use HTTP/1.1. Proxies are those of
  /// the environment (`https_proxy`, `no_proxy` and so on) unless one is configured.
  ///
  /// One transport can serve any number of clients, and keeps connections for all of them. It closes them
  /// when it is released.
  public final class CurlTransport: Transport, CustomReflectable {
    /// The options of a transport.
    public struct Configuration: Hashable, Sendable, CustomReflectable {
      /// The maximum number of connections to the same host; other requests wait for one of them.
      public var connectionsPerHost: Int
      /// The maximum number of streams from the same host. They have connections of their own, because some never end.
      public var streamsPerHost: Int
      /// The path of a PEM file with the certificate authorities to trust instead of the system's.
      public var certificateAuthorities: String?
      /// The URL of a proxy for all requests, such as `http://proxy.example:3128`. If nil, the environment's
      /// proxies are used; if empty, none.
      public var proxy: String?

      /// Creates a configuration.
      public init(
        connectionsPerHost: Int = 8, certificateAuthorities: String? = nil, proxy: String? = nil,
        streamsPerHost: Int = 64
      ) {
        self.connectionsPerHost = connectionsPerHost
        self.streamsPerHost = streamsPerHost
        self.certificateAuthorities = certificateAuthorities
        self.proxy = proxy
      }

      /// A mirror without the proxy, whose URL may contain a password.
      public var customMirror: Mirror {
        Mirror(
          self,
          children: [
            "connectionsPerHost": connectionsPerHost, "streamsPerHost": streamsPerHost,
            "certificateAuthorities": certificateAuthorities as Any,
          ])
      }
    }

    private let configuration: Configuration
    private let watch: CurlWatch

    /// Creates a transport with its own connections.
    public convenience init(configuration: Configuration = Configuration()) {
      self.init(configuration: configuration, patience: .seconds(5))
    }

    /// - Parameter patience: The time after which another thread replaces one that is blocked in a call of
    ///   libcurl.
    package init(configuration: Configuration, patience: Duration) {
      self.configuration = configuration
      watch = CurlWatch(places: CurlPlaces(configuration), patience: patience)
    }

    deinit { watch.end() }

    /// An empty mirror: the requests in flight contain secrets.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    public func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let deadline = ContinuousClock.now + options.timeout
      return try await TransportResponse.following(redirectsOf: request, body: body, until: deadline) {
        let handle = try watch.handle()
        try handle.prepare($0, configuration)
        let exchange = CurlExchange($0, handle: handle, options: options, redirects: $1)
        return try await watch.run(exchange, until: deadline)
      }
    }

    public func stream(
      _ request: HTTPRequest, body: RequestBody, options: TransportOptions
    ) async throws -> StreamedResponse {
      try await StreamedResponse.following(redirectsOf: request, body: body) {
        let handle = try watch.handle()
        try handle.prepare($0, configuration)
        let stream = CurlStream(self, watch: watch, body: $0.body)
        let exchange = CurlExchange($0, handle: handle, options: options, redirects: $1, stream: stream)
        return try await watch.run(exchange, until: .now + options.timeout)
      }
    }
  }
#endif
