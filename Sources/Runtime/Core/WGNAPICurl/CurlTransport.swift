import WGNAPISupport
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
  public final class CurlTransport: HTTPTransport, CustomReflectable {
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
      _ request: HTTPRequest, body: HTTPRequestBody, options: TransportOptions
    ) async throws -> StreamedResponse {
      try await StreamedResponse.following(
        redirectsOf: request, body: body, within: options.timeout
      ) {
        let handle = try watch.handle()
        try handle.prepare($0, configuration)
        let stream = CurlStream(self, watch: watch, body: $0.body)
        let exchange = CurlExchange($0, handle: handle, options: options, redirects: $1, stream: stream)
        return try await watch.run(exchange, until: .now + options.timeout)
      }
    }
  }

  /// How many exchanges with the same host run at the same time.
  struct CurlPlaces: Sendable {
    private let requests: Int
    private let streams: Int

    init(_ configuration: CurlTransport.Configuration) {
      requests = max(configuration.connectionsPerHost, 1)
      streams = max(configuration.streamsPerHost, 1)
    }

    func count(for exchange: CurlExchange) -> Int { exchange.isStream ? streams : requests }
  }

  /// A queue of exchanges by host: as many run at the same time as there may be connections to the host; the
  /// others wait in order. libcurl's own queue would check all of them each time, and forget those that wait
  /// when their time has come.
  struct CurlQueue {
    private final class Host {
      var running = 0
      /// Those from ``first`` on wait; those before it have begun, and are nil.
      var waiting: [CurlExchange?] = []
      var first = 0
      /// The approximate number of cancelled exchanges in the queue.
      var forgotten = 0

      func next() -> CurlExchange? {
        while first < waiting.count {
          let next = waiting[first]
          waiting[first] = nil
          first += 1
          if first == waiting.count || first >= 256 && first * 2 > waiting.count {
            waiting = waiting.filter { $0 != nil }
            first = 0
          }
          // Cancelled exchanges are still in the queue.
          if let next, !next.result.isThere { return next }
        }
        return nil
      }
    }

    private let places: CurlPlaces
    private var hosts: [String: Host] = [:]

    init(_ places: CurlPlaces) { self.places = places }

    /// Returns true if an exchange can begin at once; otherwise adds it to the queue.
    mutating func enter(_ exchange: CurlExchange) -> Bool {
      let host = hosts[exchange.host] ?? Host()
      hosts[exchange.host] = host
      guard host.running >= places.count(for: exchange) else {
        host.running += 1
        return true
      }
      host.waiting.append(exchange)
      return false
    }

    /// Ends the turn of an exchange, and returns the exchange that can begin now.
    mutating func leave(_ exchange: CurlExchange) -> CurlExchange? {
      guard let host = hosts[exchange.host] else { return nil }
      if let next = host.next() { return next }
      host.running -= 1
      if host.running <= 0 { hosts[exchange.host] = nil }
      return nil
    }

    /// Releases a cancelled exchange. Occasionally removes all of them, because searching for one takes as
    /// long.
    mutating func forget(_ exchange: CurlExchange) {
      guard let host = hosts[exchange.host] else { return }
      host.forgotten += 1
      guard host.forgotten * 2 > host.waiting.count - host.first else { return }
      host.waiting = host.waiting.filter { $0?.result.isThere == false }
      (host.first, host.forgotten) = (0, 0)
    }
  }

  /// The sockets of idle connections, by local port.
  ///
  /// A server may send data on an idle connection: the end of the connection, or a response with status 408
  /// to no request. libcurl treats it as the response to the next request, unless a second has passed (before
  /// 8.0, always).
  ///
  /// Unchecked: used only on the loop's thread.
  final class CurlConnections: @unchecked Sendable {
    private static let limit = 128

    private var sockets: [CInt: CInt] = [:]

    /// Records the connection of a completed request.
    func keep(_ handle: CurlHandle) {
      guard let (socket, port) = handle.connection else { return }
      sockets[port] = socket
      guard sockets.count > Self.limit else { return }
      for (port, socket) in sockets where Self.localPort(of: socket) != port { sockets[port] = nil }
    }

    /// Returns whether nothing has arrived on the connection with a local port since it became idle, not even
    /// its end.
    func isQuiet(port: CInt) -> Bool {
      // The descriptor may have been reused for another socket.
      guard let socket = sockets[port], Self.localPort(of: socket) == port else { return true }
      var byte: UInt8 = 0
      return recv(socket, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) < 0
    }

    private static func localPort(of socket: CInt) -> CInt? {
      // Family and port are at the same offsets as in an IPv4 address.
      var address = sockaddr_in6()
      var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
      let isFound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) == 0 }
      }
      let family = CInt(address.sin6_family)
      guard isFound, family == AF_INET || family == AF_INET6 else { return nil }
      return CInt(UInt16(bigEndian: address.sin6_port))
    }
  }
#endif
