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
final class URLSessionExchange: SessionExchange, @unchecked Sendable {
  /// The result of the exchange.
  let result = AwaitedResult<TransportResponse>()
  let cancellation = TaskCancellation()
  let informational = InformationalCount()
  private let options: TransportOptions
  private let method: HTTPRequest.Method
  private let mutex = Mutex()
  private var task: URLSessionTask?
  private var response: HTTPResponse?
  private var body: ReceivedBody?
  private var redirects: [HTTPResponse] = []
  private var hasLeft = false

  /// - Parameter method: the request's, which decides whether a body comes at all.
  init(options: TransportOptions, method: HTTPRequest.Method) {
    self.options = options
    self.method = method
  }

  /// Begins the exchange, unless it has ended.
  func begin(_ task: URLSessionTask) {
    mutex.withLock { self.task = task }
    if result.isThere { cancel(task) } else { task.resume() }
  }

  /// Ends the exchange with an error, and its task if there is one.
  func giveUp(_ error: any Error) {
    finish(.failure(error))
    if let task = mutex.withLock({ task }) { cancel(task) }
  }

  /// Ends the exchange unless it has ended.
  func finish(_ result: Result<TransportResponse, any Error>) {
    self.result.finish(result)
    mutex.withLock { body = nil }
  }

  /// Checks the head of the response; returns false if the response must not be read.
  func accept(_ response: URLResponse, of task: URLSessionTask) -> Bool {
    do throws(TransportError) {
      guard let head = try Self.head(of: response) else {
        try informational.add()
        return true
      }
      let body = try ReceivedBody(of: head, to: method, limit: options.responseSizeLimit, .keep)
      mutex.withLock { (self.response, self.body) = (head, body) }
      // A redirect that has been refused isn't read.
      return !result.isThere
    } catch {
      finish(.failure(error))
      return false
    }
  }

  /// Appends a portion of the body; returns false if it exceeds the limit, or nobody waits for it any more.
  func accept(_ data: Data) -> Bool {
    guard !result.isThere else { return false }
    let refusal = mutex.withLock { () -> (any Error)? in
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
    guard options.redirects != .none, let head = try? Self.head(of: response) else { return nil }
    let target = mutex.withLock {
      redirects.append(head)
      return Self.target(
        of: response, request, after: redirects.count, method, options.redirects, hasLeft: &hasLeft)
    }
    switch target {
    case .success(let target): return target
    case .failure(let error):
      finish(.failure(error))
      return nil
    }
  }

  /// Ends the exchange with a response whose remaining body isn't delivered. The result is the part that has
  /// arrived.
  func conclude(with response: HTTPURLResponse, of task: URLSessionTask) {
    if accept(response, of: task) { complete(isWhole: false) }
  }

  /// Ends `task`, with the system's error if there is one.
  func complete(_ error: (any Error)?, of task: URLSessionTask) {
    let isAccepted = mutex.withLock { () -> Bool in
      self.task = nil
      return response != nil
    }
    if let error {
      return finish(.failure(Self.transportError(error, of: task, hasResponse: isAccepted)))
    }
    // A redirect without a target ends without being announced.
    if !isAccepted, let response = task.response as? HTTPURLResponse {
      return conclude(with: response, of: task)
    }
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
}
