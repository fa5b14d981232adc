import Foundation
import HTTPTypes
import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A task's part in the events of a session.
protocol SessionExchange: AnyObject, Sendable {
  /// Checks the head of the response; returns false if the response must not be read.
  func accept(_ response: URLResponse, of task: URLSessionTask) -> Bool
  /// Notes that a part of the request's body has been sent.
  func noteProgress()
  /// Takes a portion of the body; returns false if no more must be read.
  func accept(_ data: Data) -> Bool
  /// Returns the request to follow a redirect with; nil if it isn't followed.
  func redirect(from response: HTTPURLResponse, to request: URLRequest) -> URLRequest?
  /// Ends the exchange with a response whose remaining body isn't delivered.
  func conclude(with response: HTTPURLResponse, of task: URLSessionTask)
  /// Ends `task`, with the system's error if there is one.
  func complete(_ error: (any Error)?, of task: URLSessionTask)
  /// When the exchange's task may be cancelled.
  var cancellation: TaskCancellation { get }
  /// The informational responses so far.
  var informational: InformationalCount { get }
}

/// Counts informational responses, which FoundationNetworking reports, too.
///
/// Unchecked: the number is behind the lock.
final class InformationalCount: @unchecked Sendable {
  private let mutex = Mutex()
  private var count = 0

  /// Counts one.
  ///
  /// - Throws: ``TransportError`` if there are too many.
  func add() throws(TransportError) {
    let isAccepted = mutex.withLock { () -> Bool in
      count += 1
      return count <= HeadLimits.informational
    }
    guard isAccepted else { throw .failed(TransportFailure(.invalidResponse)) }
  }
}

extension SessionExchange {
  func noteProgress() {}

  /// Cancels the exchange's task.
  func cancel(_ task: URLSessionTask) { cancellation.cancel(task) }

  /// Returns a response's head; nil if it is an informational one.
  ///
  /// - Throws: ``TransportError`` if it is malformed.
  static func head(of response: URLResponse) throws(TransportError) -> HTTPResponse? {
    // The HTTP types can't represent a status that isn't three digits.
    guard let response = response as? HTTPURLResponse, (100...999).contains(response.statusCode) else {
      throw .failed(TransportFailure(.invalidResponse))
    }
    if case .informational = HeadKind(status: response.statusCode) { return nil }
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      guard let text = name.base as? String, let name = HTTPField.Name(text), let value = value as? String
      else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    let head = HTTPResponse(status: .init(code: response.statusCode), headerFields: fields)
    try head.checkHead(isJoined: true)
    return head
  }

  /// Returns the request to follow a redirect with, or why it isn't followed.
  ///
  /// - Parameters:
  ///   - count: The number of redirects, this one included.
  ///   - method: The method of the first request.
  ///   - hasLeft: Whether a redirect has led to another host. The system may compose the next request like the first
  ///     one, with all fields, so they are removed each time from then on.
  static func target(
    of response: HTTPURLResponse, _ request: URLRequest, after count: Int, _ method: HTTPRequest.Method,
    _ policy: RedirectPolicy, hasLeft: inout Bool
  ) -> Result<URLRequest, TransportError> {
    // FoundationNetworking changes a `Location` with another scheme (`file:`, `mailto:`) to one on the same
    // host, so check the server's own field, too.
    let place =
      response.value(forHTTPHeaderField: "Location").flatMap { Redirect.location($0, from: response.url) }
      ?? request.url
    guard count <= Redirect.limit, let source = response.url, let target = request.url, let place,
      Redirect.isReachable(target), Redirect.isReachable(place)
    else {
      return .failure(.redirected(to: Redirect.place(place)))
    }
    if !Redirect.isSame(source, target) || !Redirect.isSame(source, place) {
      guard Redirect.isSame(place, target), Redirect.mayLeave(method, source, target, policy),
        Redirect.mayLeave(method, source, place, policy)
      else { return .failure(.redirected(to: Redirect.place(place))) }
      hasLeft = true
    }
    return .success(hasLeft ? withoutSecrets(request) : request)
  }

  /// Returns the request with the header fields that another host may get.
  private static func withoutSecrets(_ request: URLRequest) -> URLRequest {
    var result = request
    for name in (request.allHTTPHeaderFields ?? [:]).keys where !Redirect.isPublic(name.lowercased()) {
      result.setValue(nil, forHTTPHeaderField: name)
    }
    result.httpBody = nil
    return result
  }

  /// Converts the system's error.
  static func transportError(
    _ error: any Error, of task: URLSessionTask, hasResponse: Bool
  ) -> any Error {
    let url = task.originalRequest?.url
    let isSendable = ["http", "https"].contains(url?.scheme?.lowercased()) && url?.host?.isEmpty == false
    return URLSessionExchange.transportError(error, hasResponse: hasResponse, isSendable: isSendable)
  }
}
