import Foundation
import HTTPTypes
import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request on its way: what has arrived, and who waits for it.
///
/// Unchecked: everything that changes is behind the lock.
final class URLSessionExchange: @unchecked Sendable {
  /// What the exchange comes to.
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

  /// Ends the exchange, unless it has ended.
  func finish(_ result: Result<TransportResponse, any Error>) {
    self.result.finish(result)
    mutex.withLock { body = nil }
  }

  /// Cancels the exchange's task, once, unless it has completed: FoundationNetworking may stop the process where a task is
  /// cancelled as it completes. What little is left of that time can't be waited for here, since cancelling waits for a
  /// queue that may be waiting for the session's delegate.
  func cancel(_ task: URLSessionTask) {
    let isFirst = mutex.withLock { () -> Bool in
      defer { isCancelled = true }
      return !isCancelled && !hasCompleted
    }
    if isFirst { task.cancel() }
  }

  /// Whether the response may be read.
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

  /// Takes a portion of the body; false if that is more than is allowed. After the end it is left where it is.
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

  /// The request to follow a redirect with; nil if it isn't followed.
  func redirect(from response: HTTPURLResponse, to request: URLRequest) -> URLRequest? {
    // The HTTP types keep no status that HTTP doesn't have.
    guard options.redirects == .sameHost, (100...999).contains(response.statusCode) else { return nil }
    let count = mutex.withLock { () -> Int in
      redirects.append(
        HTTPResponse(status: .init(code: response.statusCode), headerFields: Self.fields(of: response)))
      return redirects.count
    }
    // FoundationNetworking puts a Location of any other scheme (`file:`, `mailto:`) onto the same host, so
    // what the server really said counts as well.
    let place = Self.location(of: response) ?? request.url
    guard count <= Redirect.limit, let source = response.url, let target = request.url, let place,
      Redirect.isSame(source, target), Redirect.isSame(source, place)
    else {
      finish(.failure(TransportError.redirected(to: Redirect.place(place))))
      return nil
    }
    return request
  }

  /// A response that ends here although no more of its body will be given: what has arrived is the result.
  func conclude(with response: HTTPURLResponse) {
    if accept(response) { complete(isWhole: false) }
  }

  /// The end of `task`, with the system's error if there is one.
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
    // A redirect that leads nowhere ends without ever being announced.
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

  /// Where a redirect leads, after its own Location field.
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

/// All exchanges of a session, by their tasks.
///
/// Unchecked: the dictionary is behind the lock.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  /// Where the session's events arrive.
  let events = EventQueue()
  private let mutex = Mutex()
  private var exchanges: [Int: URLSessionExchange] = [:]

  func add(_ exchange: URLSessionExchange, for task: URLSessionTask) {
    mutex.withLock { exchanges[task.taskIdentifier] = exchange }
  }

  /// The number of exchanges on their way.
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
    // FoundationNetworking waits for credentials for ever where nobody answers a challenge. There are none: the
    // response that asks for them is the result.
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
