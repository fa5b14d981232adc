import Foundation
import HTTPTypes
import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request in progress, with the part of its response that has arrived and the task that waits for it.
///
/// Unchecked: all mutable state is behind the lock.
final class URLSessionExchange: @unchecked Sendable {
  /// The result of the exchange.
  let result = AwaitedResult<TransportResponse>()
  private let options: TransportOptions
  private let method: HTTPRequest.Method
  private let mutex = Mutex()
  private var response: HTTPResponse?
  private var body: ReceivedBody?
  private var redirects: [HTTPResponse] = []
  private var isCancelled = false
  private var hasCompleted = false

  /// - Parameter method: the request's, which decides whether a body comes at all.
  init(options: TransportOptions, method: HTTPRequest.Method) {
    self.options = options
    self.method = method
  }

  /// Ends the exchange unless it has ended.
  func finish(_ result: Result<TransportResponse, any Error>) {
    self.result.finish(result)
    mutex.withLock { body = nil }
  }

  /// Cancels the exchange's task once, unless it has completed: FoundationNetworking may stop the process if
  /// a task is cancelled while it completes. The rest of this race can't be avoided here, because cancelling
  /// waits for a queue that may be waiting for the session's delegate.
  func cancel(_ task: URLSessionTask) {
    let isFirst = mutex.withLock { () -> Bool in
      defer { isCancelled = true }
      return !isCancelled && !hasCompleted
    }
    if isFirst { task.cancel() }
  }

  /// Checks the head of the response; returns false if the response must not be read.
  func accept(_ response: URLResponse) -> Bool {
    // A status that HTTP doesn't have (three digits) can't be kept by the HTTP types.
    guard let response = response as? HTTPURLResponse, (100...999).contains(response.statusCode) else {
      finish(.failure(TransportError.failed(TransportFailure(.invalidResponse))))
      return false
    }
    let head = HTTPResponse(
      status: .init(code: response.statusCode), headerFields: Self.fields(of: response))
    do throws(TransportError) {
      let body = try ReceivedBody(of: head, to: method, limit: options.responseSizeLimit, .keep)
      mutex.withLock { (self.response, self.body) = (head, body) }
      return true
    } catch {
      finish(.failure(error))
      return false
    }
  }

  /// Appends a portion of the body; returns false if it exceeds the limit. After the end, portions are
  /// ignored.
  func accept(_ data: Data) -> Bool {
    let refusal = mutex.withLock { () -> (any Error)? in
      guard !result.isThere else { return nil }
      do {
        try data.withUnsafeBytes { try body?.append($0) }
        return nil
      } catch {
        return error
      }
    }
    if let refusal { finish(.failure(refusal)) }
    return refusal == nil
  }

  /// Returns the request to follow a redirect with; nil if it isn't followed.
  func redirect(from response: HTTPURLResponse, to request: URLRequest) -> URLRequest? {
    // The HTTP types can't represent a status that isn't three digits.
    guard options.redirects == .sameHost, (100...999).contains(response.statusCode) else { return nil }
    let count = mutex.withLock { () -> Int in
      redirects.append(
        HTTPResponse(status: .init(code: response.statusCode), headerFields: Self.fields(of: response)))
      return redirects.count
    }
    // FoundationNetworking changes a `Location` with another scheme (`file:`, `mailto:`) to one on the same
    // host, so check the server's own field, too.
    let place = Self.location(of: response) ?? request.url
    guard count <= Redirect.limit, let source = response.url, let target = request.url, let place,
      Redirect.isSame(source, target), Redirect.isSame(source, place)
    else {
      finish(.failure(TransportError.redirected(to: Redirect.place(place))))
      return nil
    }
    return request
  }

  /// Ends the exchange with a response whose remaining body isn't delivered. The result is the part that has
  /// arrived.
  func conclude(with response: HTTPURLResponse) {
    if accept(response) { complete(isWhole: false) }
  }

  /// Ends `task`, with the system's error if there is one.
  func complete(_ error: (any Error)?, of task: URLSessionTask) {
    let isAccepted = mutex.withLock { () -> Bool in
      hasCompleted = true
      return response != nil
    }
    if let error {
      let url = task.originalRequest?.url
      let isSendable = ["http", "https"].contains(url?.scheme?.lowercased()) && url?.host?.isEmpty == false
      return finish(
        .failure(Self.transportError(error, hasResponse: isAccepted, isSendable: isSendable)))
    }
    // A redirect without a target ends without being announced.
    if !isAccepted, let response = task.response as? HTTPURLResponse { return conclude(with: response) }
    complete(isWhole: true)
  }

  private func complete(isWhole: Bool) {
    let (response, body, redirects) = mutex.withLock { (self.response, self.body, self.redirects) }
    guard let response, let body else {
      return finish(.failure(TransportError.failed(TransportFailure(.invalidResponse))))
    }
    do throws(TransportError) {
      let bytes = isWhole ? try body.complete() : body.bytes
      finish(.success(TransportResponse(response: response, body: bytes, redirects: redirects)))
    } catch {
      finish(.failure(error))
    }
  }

  /// Returns the target of a redirect according to its own `Location` field.
  private static func location(of response: HTTPURLResponse) -> URL? {
    response.value(forHTTPHeaderField: "Location").flatMap { Redirect.location($0, from: response.url) }
  }

  private static func fields(of response: HTTPURLResponse) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      guard let text = name.base as? String, let name = HTTPField.Name(text), let value = value as? String
      else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return fields
  }
}

/// The exchanges of a session, by task.
///
/// Unchecked: the dictionary is behind the lock.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  /// The queue for the session's events.
  let events = EventQueue()
  private let mutex = Mutex()
  private var exchanges: [Int: URLSessionExchange] = [:]

  func add(_ exchange: URLSessionExchange, for task: URLSessionTask) {
    mutex.withLock { exchanges[task.taskIdentifier] = exchange }
  }

  /// The number of exchanges in progress.
  var count: Int { mutex.withLock { exchanges.count } }

  private subscript(task: URLSessionTask) -> URLSessionExchange? {
    mutex.withLock { exchanges[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(self[task]?.redirect(from: response, to: request))
  }

  #if canImport(FoundationNetworking)
    // FoundationNetworking waits forever for credentials if a challenge isn't answered. There are none: the
    // result is the response that asks for them.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      if let response = challenge.failureResponse as? HTTPURLResponse {
        self[task]?.conclude(with: response)
      }
      completionHandler(.rejectProtectionSpace, nil)
    }
  #endif

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(self[dataTask]?.accept(response) == true ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let exchange = self[dataTask], !exchange.accept(data) else { return }
    events.giveUp(dataTask) { exchange.cancel(dataTask) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = mutex.withLock { exchanges.removeValue(forKey: task.taskIdentifier) }
    exchange?.complete(error, of: task)
  }
}
