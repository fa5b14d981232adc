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
/// moment when it ends.
public final class URLSessionTransport: Transport, CustomReflectable {
  private let configuration: URLSessionConfiguration
  private let session: URLSession
  private let exchanges: URLSessionExchanges
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
    exchanges = URLSessionExchanges()
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: exchanges.events)
  }

  /// The number of exchanges of the session.
  var exchangeCount: Int { exchanges.count }

  /// An empty mirror: a session refers to the requests in flight, and these contain secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  deinit {
    // A session retains its delegate until it is invalidated.
    session.finishTasksAndInvalidate()
  }

  public func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let exchange = URLSessionExchange(options: options, method: request.method)
    let task = session.dataTask(with: try Self.urlRequest(request, body, options))
    exchanges.add(exchange, for: task)
    // The session's own timeout restarts with each portion; this one is for the whole response.
    let deadline = deadlines.add(after: options.timeout) {
      exchange.finish(.failure(TransportError.timedOut))
      exchange.cancel(task)
    }
    defer { deadlines.remove(deadline) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if exchange.result.begin(continuation) { task.resume() } else { exchange.cancel(task) }
      }
    } onCancel: {
      exchange.finish(.failure(CancellationError()))
      exchange.cancel(task)
    }
  }

  /// Sends a request. A body that isn't in memory is written to a temporary file first, because a session can't wait
  /// for one, and isn't sent again for a redirect: FoundationNetworking would send an empty one.
  public func stream(
    _ request: HTTPRequest, body: RequestBody, options: TransportOptions
  ) async throws -> StreamedResponse {
    let urlRequest = try Self.urlRequest(request, body.bytes ?? [], options)
    let file = try await SpooledBody(body)
    // A session of its own: one that waits for a reader would keep the other requests waiting.
    let exchanges = URLSessionExchanges(events: EventQueue(patience: .seconds(5)))
    let session = URLSession(
      configuration: configuration, delegate: exchanges, delegateQueue: exchanges.events)
    defer { session.finishTasksAndInvalidate() }
    let stream = URLSessionStream(options: options, method: request.method, isReplayable: body.bytes != nil) {
      file?.remove()
    }
    let task =
      file.map { session.uploadTask(with: urlRequest, fromFile: $0.url) }
      ?? session.dataTask(with: urlRequest)
    stream.begin(task)
    exchanges.add(stream, for: task)
    let deadline = StreamDeadline(deadlines)
    let sent = SentBytes()
    deadline.expire(after: options.timeout) {
      if sent.hasGrown(to: task.countOfBytesSent) { stream.reportProgress() }
      let rest = options.timeout - stream.timeSinceProgress
      guard rest <= .zero || stream.result.isThere else { return rest }
      stream.result.finish(.failure(TransportError.timedOut))
      return nil
    }
    defer { deadline.remove() }
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          if stream.result.begin(continuation) { task.resume() }
        }
      } onCancel: {
        stream.result.finish(.failure(CancellationError()))
      }
    } catch {
      stream.cancel(task)
      // A task that was cancelled before it began may never report its end.
      file?.remove()
      throw error
    }
  }

  private static func urlRequest(
    _ request: HTTPRequest, _ body: [UInt8], _ options: TransportOptions
  ) throws(TransportError) -> URLRequest {
    let text = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "/")"
    guard let url = URL(string: text) else {
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
    if !body.isEmpty { result.httpBody = Data(body) }
    return result
  }
}
