import WGNAPITransport

#if os(Linux)
  import CWGNAPICurl
  import HTTPTypes

  /// Sends requests with [libcurl](https://curl.se/libcurl/): the transport that clients take by default on Linux.
  ///
  /// FoundationNetworking's `URLSession` is made of libcurl, too. Without it a request takes half the time, and no
  /// response stops the process.
  ///
  /// It keeps no cookies, no credentials and no cache. Bodies arrive decompressed, and one that grows beyond the limit is
  /// refused while it arrives, or where it was compressed, while it is decompressed afterwards. Where a connection that was kept turns out to be closed, a request of an idempotent
  /// method is sent again on another one (RFC 9110, section 9.2.2), and none of any other method. Connections are of HTTP/1.1.
  /// Proxies are those of the environment (`https_proxy`, `no_proxy` and so on) unless one is configured.
  ///
  /// One transport may serve any number of clients, and keeps connections for all of them. It closes them when it is
  /// released.
  public final class CurlTransport: Transport, CustomReflectable {
    /// What may be different for a transport.
    public struct Configuration: Hashable, Sendable, CustomReflectable {
      /// As many connections to the same host are open at once; other requests wait for one of them.
      public var connectionsPerHost: Int
      /// The path of a file with the certificates (PEM) of the authorities to trust, in place of the system's.
      public var certificateAuthorities: String?
      /// The URL of a proxy for all requests, such as `http://proxy.example:3128`; nil takes those of the environment, and
      /// the empty string none.
      public var proxy: String?

      /// Makes a configuration.
      public init(
        connectionsPerHost: Int = 8, certificateAuthorities: String? = nil, proxy: String? = nil
      ) {
        self.connectionsPerHost = connectionsPerHost
        self.certificateAuthorities = certificateAuthorities
        self.proxy = proxy
      }

      /// Without the proxy, whose URL may hold a password.
      public var customMirror: Mirror {
        Mirror(
          self,
          children: [
            "connectionsPerHost": connectionsPerHost, "certificateAuthorities": certificateAuthorities as Any,
          ])
      }
    }

    private let configuration: Configuration
    private let watch: CurlWatch

    /// Makes a transport with connections of its own.
    public convenience init(configuration: Configuration = Configuration()) {
      self.init(configuration: configuration, patience: .seconds(5))
    }

    /// - Parameter patience: how long a call of libcurl may take before another thread takes over.
    package init(configuration: Configuration, patience: Duration) {
      self.configuration = configuration
      watch = CurlWatch(connectionsPerHost: configuration.connectionsPerHost, patience: patience)
    }

    deinit { watch.end() }

    /// Nothing: the requests on their way hold secrets.
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
  }
#endif
