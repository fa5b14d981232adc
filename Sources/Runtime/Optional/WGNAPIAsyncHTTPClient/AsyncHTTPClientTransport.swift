#if AsyncHTTPClient
  import AsyncHTTPClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import WGNAPITransport

  /// A transport that uses [AsyncHTTPClient](https://github.com/swift-server/async-http-client), for servers
  /// that use SwiftNIO anyway, or need its configuration.
  ///
  /// ```swift
  /// let configuration = ClientConfiguration(transport: AsyncHTTPClientTransport())
  /// ```
  ///
  /// It keeps no cookies, no credentials and no cache. Bodies are decompressed (gzip and deflate), and the
  /// header fields are unchanged. A body that exceeds the limit is rejected while it arrives or, if it is
  /// compressed, while it is decompressed. The transport never sends a request again, and fails at once if it
  /// can't connect; use `Retry` for that. Connections use HTTP/1.1.
  ///
  /// One transport can serve any number of clients, and keeps connections for all of them. It closes them
  /// when it is released.
  public final class AsyncHTTPClientTransport: HTTPTransport, CustomReflectable {
    private let client: HTTPClient
    /// Has connections of its own, because some streams never end.
    private let streamClient: HTTPClient
    private let loop: any EventLoop
    private let deadlines = Deadlines()

    /// Creates a transport with its own `HTTPClient`.
    ///
    /// - Parameters:
    ///   - configuration: Options such as TLS, proxies and connections per host. The transport overrides the
    ///     options for redirects, decompression, connection retries and the version of HTTP. It also turns
    ///     tracing off, because a span would contain the URL with its secrets. If `timeout.connect` is nil,
    ///     it is one minute.
    ///   - streamsPerHost: The maximum number of streams from the same host. They have connections of their own, because
    ///     some never end.
    ///   - eventLoopGroup: The group with the event loop to use; by default, the one shared by all of
    ///     SwiftNIO. Don't shut another group down before ``shutDown()`` has returned.
    public init(
      configuration: HTTPClient.Configuration = HTTPClient.Configuration(), streamsPerHost: Int = 64,
      eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup
    ) {
      var configuration = configuration
      configuration.redirectConfiguration = .disallow
      configuration.decompression = .disabled
      configuration.tracing.tracer = nil
      configuration.connectionPool.retryConnectionEstablishment = false
      // HTTP/1.1 is the only version known to be safe with any server.
      configuration.httpVersion = .http1Only
      let initializer = configuration.http1_1ConnectionDebugInitializer
      configuration.http1_1ConnectionDebugInitializer = { channel in
        let isGuarded = ResponseGuard.add(to: channel)
        return initializer.map { next in isGuarded.flatMap { next(channel) } } ?? isGuarded
      }
      // This is also the maximum time that a request waits for a free connection.
      configuration.timeout.connect = configuration.timeout.connect ?? .seconds(60)
      // With two event loops, the end of a request's body may be confirmed when its connection is already
      // closed, and AsyncHTTPClient (1.37) stops the process then. With one, this can't happen, and no event
      // waits for another loop.
      loop = eventLoopGroup.next()
      client = HTTPClient(eventLoopGroup: loop, configuration: configuration)
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(streamsPerHost, 1)
      streamClient = HTTPClient(eventLoopGroup: loop, configuration: configuration)
    }

    deinit {
      // This doesn't wait. A second call does nothing.
      client.shutdown { _ in }
      streamClient.shutdown { _ in }
    }

    /// An empty mirror: a client refers to the requests in flight, and these contain secrets.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Closes all connections and waits until that is done. Requests in flight and later ones fail. You need
    /// this only if you shut an event loop group down: a transport that is released closes its connections by
    /// itself.
    public func shutDown() async {
      for client in [client, streamClient] {
        await withCheckedContinuation { continuation in
          client.shutdown { _ in continuation.resume() }
        }
      }
    }

    public func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let deadline = ContinuousClock.now + options.timeout
      return try await TransportResponse.following(redirectsOf: request, body: body, until: deadline) {
        let exchange = AsyncHTTPClientExchange($0, options: options, redirects: $1)
        let bytes = $0.body.bytes ?? []
        let body = bytes.isEmpty ? nil : HTTPClient.Body.byteBuffer(ByteBuffer(bytes: bytes))
        return try await run(try Self.clientRequest($0, body), exchange, until: deadline)
      }
    }

    public func stream(
      _ request: HTTPRequest, body: HTTPRequestBody, options: TransportOptions
    ) async throws -> StreamedResponse {
      try await StreamedResponse.following(
        redirectsOf: request, body: body, within: options.timeout
      ) {
        let stream = AsyncHTTPClientStream($0, options: options, redirects: $1, transport: self)
        return try await run(
          try Self.clientRequest($0, stream.body(on: loop)), stream, timeout: options.timeout)
      }
    }

    private func run(
      _ request: HTTPClient.Request, _ stream: AsyncHTTPClientStream, timeout: Duration
    ) async throws -> ExchangeOutcome {
      try Task.checkCancellation()
      let task = streamClient.execute(request: request, delegate: stream)
      stream.begin(task)
      // An error may come from before the delegate is asked.
      task.futureResult.whenFailure { stream.fail($0) }
      let deadline = StreamDeadline(deadlines)
      deadline.expire(after: timeout) {
        let rest = timeout - stream.timeSinceProgress
        guard rest <= .zero || stream.result.isThere else { return rest }
        stream.result.finish(.failure(TransportError.timedOut))
        return nil
      }
      defer { deadline.remove() }
      do {
        return try await withTaskCancellationHandler {
          try await withCheckedThrowingContinuation { continuation in _ = stream.result.begin(continuation) }
        } onCancel: {
          stream.result.finish(.failure(CancellationError()))
        }
      } catch {
        stream.cancel()
        throw error
      }
    }

    /// Deadline and cancellation work even while the event loop is busy.
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

    /// Returns the head in the form of the HTTP types, which can't represent a status that isn't three digits.
    static func response(_ head: HTTPResponseHead) throws(TransportError) -> HTTPResponse {
      let status = Int(head.status.code)
      guard (100...999).contains(status) else { throw .failed(TransportFailure(.invalidResponse)) }
      var fields = HTTPFields()
      fields.reserveCapacity(head.headers.count)
      for (name, value) in head.headers {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
      }
      let response = HTTPResponse(status: .init(code: status), headerFields: fields)
      try response.checkHead()
      return response
    }

    private static func clientRequest(
      _ outgoing: OutgoingRequest, _ body: HTTPClient.Body?
    ) throws -> HTTPClient.Request {
      let request = outgoing.head
      var headers = HTTPHeaders()
      headers.reserveCapacity(request.headerFields.count + 3)
      for field in request.headerFields { headers.add(name: field.name.rawName, value: field.value) }
      if request.headerFields[.acceptEncoding] == nil {
        headers.add(name: "Accept-Encoding", value: ContentCoding.accepted)
      }
      do {
        return try HTTPClient.Request(
          url: outgoing.url, method: HTTPMethod(rawValue: request.method.rawValue), headers: headers,
          body: body)
      } catch {
        throw transportError(error, hasResponse: false)
      }
    }
  }
#endif
