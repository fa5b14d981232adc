import HTTPTypes
import WGNAPITransport

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  import Foundation
#endif

/// A transport that uses Foundation's `URLSession`.
///
/// It keeps no cookies, no credentials and no cache. Bodies are decompressed, and a body that exceeds the
/// limit is rejected while it arrives.
///
/// On Linux, use `CurlTransport` instead. FoundationNetworking up to Swift 6.3 stops the process ("Transfer
/// completed, but there's no response") if a server closes the connection in the middle of a response's head
/// (since fixed upstream), or if a chunked response ends with a trailer field. In rare cases, it also does so
/// ("Trying to access a behaviour for a task that in not in the registry") if a request is cancelled at the
/// moment when it ends. It also sends a request again if a kept connection ends without a response, so each request has a
/// session and a connection of its own there, and at most 64 are sent at the same time. All sessions of a process share a
/// thread, and wait while it decompresses a body.
public final class URLSessionTransport: HTTPTransport, CustomReflectable {
  private let configuration: URLSessionConfiguration
  #if canImport(FoundationNetworking)
    private let turns = Turns(64)
  #else
    private let session: URLSession
  #endif
  private let exchanges = URLSessionExchanges()
  private let deadlines = Deadlines()

  /// Creates a transport with its own session.
  ///
  /// - Parameter configuration: Options such as proxies and connections per host; nil means an ephemeral
  ///   configuration. It is copied, without cookies, cache and credential store.
  public init(configuration: URLSessionConfiguration? = nil) {
    // A configuration is an object, and the caller's must not change.
    let configuration = configuration?.copy() as? URLSessionConfiguration ?? .ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    self.configuration = configuration
    #if !canImport(FoundationNetworking)
      session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: exchanges.events)
    #endif
  }

  /// The number of exchanges that aren't streams.
  var exchangeCount: Int { exchanges.count }

  /// An empty mirror: a session refers to the requests in flight, and these contain secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  #if canImport(FoundationNetworking)
    public func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let urlRequest = try Self.urlRequest(request, .bytes(body), options)
      let end = ContinuousClock.now + options.timeout
      let expiry = deadlines.add(after: options.timeout) { [turns] in turns.expire() }
      defer { deadlines.remove(expiry) }
      try await turns.begin(until: end)
      defer { turns.end() }
      let session = session(for: exchanges)
      defer { Self.call { session.finishTasksAndInvalidate() } }
      return try await run(urlRequest, request.method, options, in: session, until: end)
    }

    private static func call(_ body: @escaping @Sendable () -> Void) {
      DispatchQueue.sessionCalls.async(execute: body)
    }
  #else
    deinit {
      // A session retains its delegate until it is invalidated.
      session.finishTasksAndInvalidate()
    }

    public func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let urlRequest = try Self.urlRequest(request, .bytes(body), options)
      return try await run(urlRequest, request.method, options, in: session, until: .now + options.timeout)
    }

    private static func call(_ body: () -> Void) { body() }
  #endif

  private func session(for exchanges: URLSessionExchanges) -> URLSession {
    URLSession(configuration: configuration, delegate: exchanges, delegateQueue: exchanges.events)
  }

  private func run(
    _ request: URLRequest, _ method: HTTPRequest.Method, _ options: TransportOptions,
    in session: URLSession, until end: ContinuousClock.Instant
  ) async throws -> TransportResponse {
    let exchange = URLSessionExchange(options: options, method: method)
    // The session's own timeout restarts with each portion; this one is for the whole response.
    let deadline = deadlines.add(after: end - .now) { exchange.giveUp(TransportError.timedOut) }
    defer { deadlines.remove(deadline) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard exchange.result.begin(continuation) else { return }
        Self.call { [exchanges] in
          guard !exchange.result.isThere else { return }
          let task = session.dataTask(with: request)
          exchanges.add(exchange, for: task)
          exchange.begin(task)
        }
      }
    } onCancel: {
      exchange.giveUp(CancellationError())
    }
  }

  /// Sends a request. A body that isn't in memory is written to a temporary file first, because a session can't wait
  /// for one, and isn't sent again for a redirect: FoundationNetworking would send an empty one.
  ///
  /// The time limit begins with the call: writing ends if it makes no progress for that long. It also ends when the body
  /// exceeds its announced length, so announce one.
  public func stream(
    _ request: HTTPRequest, body: HTTPRequestBody, options: TransportOptions
  ) async throws -> StreamedResponse {
    let urlRequest = try Self.urlRequest(request, body, options)
    let spooled = body.bytes == nil ? try await SpooledBody.spool(body, within: options.timeout) : nil
    let file = body.isEmpty ? nil : spooled
    // A session of its own: one that waits for a reader would keep the other requests waiting.
    let exchanges = URLSessionExchanges(events: EventQueue(patience: .seconds(5)))
    let session = session(for: exchanges)
    defer { Self.call { session.finishTasksAndInvalidate() } }
    let stream = URLSessionStream(options: options, method: request.method, isReplayable: file == nil) {
      file?.remove()
    }
    let deadline = StreamDeadline(deadlines)
    deadline.expire(after: options.timeout) {
      let rest = options.timeout - stream.timeSinceProgress
      guard rest <= .zero || stream.result.isThere else { return rest }
      stream.result.finish(.failure(TransportError.timedOut))
      return nil
    }
    defer { deadline.remove() }
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          guard stream.result.begin(continuation) else { return }
          Self.call {
            guard !stream.result.isThere else { return }
            let task =
              file.map { session.uploadTask(with: urlRequest, fromFile: $0.url) }
              ?? session.dataTask(with: urlRequest)
            exchanges.add(stream, for: task)
            stream.begin(task)
          }
        }
      } onCancel: {
        stream.result.finish(.failure(CancellationError()))
      }
    } catch {
      stream.giveUp()
      // A task that was cancelled before it began may never report its end.
      file?.remove()
      throw error
    }
  }

  private static func urlRequest(
    _ request: HTTPRequest, _ body: HTTPRequestBody, _ options: TransportOptions
  ) throws(TransportError) -> URLRequest {
    let outgoing = OutgoingRequest(request, body: body)
    try outgoing.check()
    guard let url = URL(string: outgoing.url) else {
      throw .failed(TransportFailure(.invalidRequest, message: "Foundation refuses the URL"))
    }
    // The session's own time limit is one between portions.
    let longest = max(options.timeout, options.idleTimeout ?? .zero)
    let seconds = Double(longest.components.seconds) + 5
    var result = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: max(seconds, 5))
    // Setting a property costs as much as all other properties of a request together.
    if request.method != .get { result.httpMethod = request.method.rawValue }
    for field in request.headerFields {
      result.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    if let bytes = body.bytes, !bytes.isEmpty { result.httpBody = Data(bytes) }
    return result
  }
}
