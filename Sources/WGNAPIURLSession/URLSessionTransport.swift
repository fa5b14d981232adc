import HTTPTypes
import WGNAPITransport

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  import Foundation
#endif

/// Sends requests with Foundation's `URLSession`.
///
/// It keeps no cookies, no credentials and no cache. Bodies arrive decompressed, and one that grows beyond
/// the limit is refused while it arrives.
///
/// On Linux, where ``CurlTransport`` is the better one, FoundationNetworking up to Swift 6.3 stops the process
/// ("Transfer completed, but there's no response") where a server closes the connection in the middle of a response's
/// head (corrected upstream since), and where a chunked response ends with a trailer field. It may also do so ("Trying
/// to access a behaviour for a task that in not in the registry") where a request is cancelled in the very moment in
/// which it ends; this is rare.
public final class URLSessionTransport: Transport, CustomReflectable {
  private let session: URLSession
  private let exchanges: URLSessionExchanges
  private let deadlines = Deadlines()

  /// Makes a transport with a session of its own.
  ///
  /// - Parameter configuration: for proxies, connections per host and the like; nil takes an ephemeral one.
  ///   It is copied, without cookies, cache and credential store.
  public init(configuration: URLSessionConfiguration? = nil) {
    // A configuration is an object, and the caller's stays as it is.
    let configuration = configuration?.copy() as? URLSessionConfiguration ?? .ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    exchanges = URLSessionExchanges()
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: exchanges.events)
  }

  /// The number of exchanges that the session knows.
  var exchangeCount: Int { exchanges.count }

  /// Nothing: a session knows the requests on their way, and those hold secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  deinit {
    // A session holds its delegate until it is invalidated.
    session.finishTasksAndInvalidate()
  }

  public func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let exchange = URLSessionExchange(options: options, method: request.method)
    let task = session.dataTask(with: try Self.urlRequest(request, body, options))
    exchanges.add(exchange, for: task)
    // The session's own timeout starts anew with each portion; this one is for the whole.
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

  private static func urlRequest(
    _ request: HTTPRequest, _ body: [UInt8], _ options: TransportOptions
  ) throws(TransportError) -> URLRequest {
    let text = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "/")"
    guard let url = URL(string: text) else {
      throw .failed(TransportFailure(.invalidRequest, message: "Foundation refuses the URL"))
    }
    let seconds = Double(options.timeout.components.seconds) + 5
    var result = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: max(seconds, 5))
    // Each property that is set costs as much as the others of a request together.
    if request.method != .get { result.httpMethod = request.method.rawValue }
    for field in request.headerFields {
      result.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    if !body.isEmpty { result.httpBody = Data(body) }
    return result
  }
}
