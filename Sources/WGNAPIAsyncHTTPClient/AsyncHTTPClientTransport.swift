#if AsyncHTTPClient
  import AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import WGNAPITransport

  /// Sends requests with [AsyncHTTPClient](https://github.com/swift-server/async-http-client): for servers that use
  /// SwiftNIO anyway, and for what can be set for it.
  ///
  /// ```swift
  /// let configuration = ClientConfiguration(transport: AsyncHTTPClientTransport())
  /// ```
  ///
  /// It keeps no cookies, no credentials and no cache. Bodies arrive decompressed (gzip and deflate; the header fields
  /// stay as they came), and one that grows beyond the limit is refused while it arrives or, if it is compressed,
  /// while it is decompressed. The transport never sends a request again, and fails at once if it can't connect; use
  /// ``Retry`` for that. Connections use HTTP/1.1.
  ///
  /// One transport may serve any number of clients, and keeps connections for all of them. It closes them when it is
  /// released.
  public final class AsyncHTTPClientTransport: Transport, CustomReflectable {
    private let client: HTTPClient
    private let deadlines = Deadlines()

    /// Makes a transport with an `HTTPClient` of its own.
    ///
    /// - Parameters:
    ///   - configuration: for TLS, proxies, connections per host and the like. Redirects, decompression, retries of
    ///     connections and the version of HTTP are the transport's and not the configuration's. So is tracing, which
    ///     is off: a span would hold the URL with its secrets. `timeout.connect` is a minute where it is nil.
    ///   - eventLoopGroup: where it works, on one of its event loops; the group that all of SwiftNIO shares by default.
    ///     Another one must not be shut down before ``shutDown()`` has returned.
    public init(
      configuration: HTTPClient.Configuration = HTTPClient.Configuration(),
      eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup
    ) {
      var configuration = configuration
      configuration.redirectConfiguration = .disallow
      configuration.decompression = .disabled
      configuration.tracing.tracer = nil
      configuration.connectionPool.retryConnectionEstablishment = false
      // What is known to bear with any server is HTTP/1.1.
      configuration.httpVersion = .http1Only
      let initializer = configuration.http1_1ConnectionDebugInitializer
      configuration.http1_1ConnectionDebugInitializer = { channel in
        let isGuarded = ResponseGuard.add(to: channel)
        return initializer.map { next in isGuarded.flatMap { next(channel) } } ?? isGuarded
      }
      // It is also how long a request waits for one of the connections to become free.
      configuration.timeout.connect = configuration.timeout.connect ?? .seconds(60)
      // Between two event loops, the end of a request's body may be confirmed when its connection is gone already, and
      // AsyncHTTPClient (1.37) stops the process then. On one there is no such moment, and nothing waits for the other.
      client = HTTPClient(eventLoopGroup: eventLoopGroup.next(), configuration: configuration)
    }

    deinit {
      // Waits for nobody. A second time it does nothing.
      client.shutdown { _ in }
    }

    /// Nothing: a client knows the requests on their way, and those hold secrets.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Closes all connections and waits until that is done. Requests on their way and later ones fail. Only who has an
    /// event loop group to shut down needs it: a transport that is released closes its connections by itself.
    public func shutDown() async {
      await withCheckedContinuation { continuation in
        client.shutdown { _ in continuation.resume() }
      }
    }

    public func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let deadline = ContinuousClock.now + options.timeout
      return try await TransportResponse.following(redirectsOf: request, body: body, until: deadline) {
        let exchange = AsyncHTTPClientExchange($0, options: options, redirects: $1)
        return try await run(try Self.clientRequest($0), exchange, until: deadline)
      }
    }

    /// Time and cancellation hold even where the event loop is busy with something else.
    private func run(
      _ request: HTTPClient.Request, _ exchange: AsyncHTTPClientExchange,
      until deadline: ContinuousClock.Instant
    ) async throws -> AsyncHTTPClientExchange.Outcome {
      try Task.checkCancellation()
      let result = AwaitedResult<AsyncHTTPClientExchange.Outcome>()
      let time = deadline - .now
      let task = client.execute(request: request, delegate: exchange, deadline: .now() + TimeAmount(time))
      task.futureResult.whenComplete { outcome in
        result.finish(outcome.mapError { Self.transportError($0, hasResponse: exchange.hasResponse) })
      }
      let id = deadlines.add(after: time) {
        result.finish(.failure(TransportError.timedOut))
        task.cancel()
      }
      defer { deadlines.remove(id) }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in _ = result.begin(continuation) }
      } onCancel: {
        result.finish(.failure(CancellationError()))
        task.cancel()
      }
    }

    private static func clientRequest(_ outgoing: OutgoingRequest) throws -> HTTPClient.Request {
      let (request, body) = (outgoing.head, outgoing.body)
      var headers = HTTPHeaders()
      headers.reserveCapacity(request.headerFields.count + 3)
      for field in request.headerFields { headers.add(name: field.name.rawName, value: field.value) }
      if request.headerFields[.acceptEncoding] == nil {
        headers.add(name: "Accept-Encoding", value: ContentCoding.accepted)
      }
      let scheme = request.scheme?.lowercased()
      // The client knows other schemes, for sockets in the file system.
      guard scheme == "http" || scheme == "https" else {
        throw TransportError.failed(
          TransportFailure(.invalidRequest, message: "the URL is not of http or https"))
      }
      do {
        return try HTTPClient.Request(
          url: outgoing.url, method: HTTPMethod(rawValue: request.method.rawValue), headers: headers,
          body: body.isEmpty ? nil : .byteBuffer(ByteBuffer(bytes: body)))
      } catch {
        throw transportError(error, hasResponse: false)
      }
    }
  }
#endif
