import Foundation
import HTTPTypes
import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request in progress whose response is passed on while it arrives.
///
/// Unchecked: all mutable state is behind the lock.
final class URLSessionStream: SessionExchange, @unchecked Sendable {
  /// The response, when its head is there.
  let result = AwaitedResult<StreamedResponse>()
  let cancellation = TaskCancellation()
  let informational = InformationalCount()
  private let options: TransportOptions
  private let method: HTTPRequest.Method
  private let isReplayable: Bool
  /// What to do when the exchange has ended.
  private let onEnd: @Sendable () -> Void
  private let mutex = Mutex()
  #if canImport(FoundationNetworking)
    private let room = DispatchSemaphore(value: 0)
  #else
    private var isSuspended = false
    private var callsToGoOn = 0
  #endif
  private var channel: BodyChannel?
  private var task: URLSessionTask?
  private var redirects: [HTTPResponse] = []
  private var hasLeft = false
  private let progress = LastProgress()

  init(
    options: TransportOptions, method: HTTPRequest.Method, isReplayable: Bool,
    onEnd: @escaping @Sendable () -> Void
  ) {
    self.options = options
    self.method = method
    self.isReplayable = isReplayable
    self.onEnd = onEnd
  }

  /// The time since a part of the request's body was last sent.
  var timeSinceProgress: Duration { progress.timeSince }

  func noteProgress() { progress.report() }

  func accept(_ response: URLResponse, of task: URLSessionTask) -> Bool {
    let channel = BodyChannel(
      onRoom: { [self] in goOn(task) },
      onClose: { [self] in
        goOn(task)
        cancel(task)
        mutex.withLock { self.channel = nil }
      })
    do throws(TransportError) {
      guard let head = try Self.head(of: response) else {
        try informational.add()
        return true
      }
      let body = try HTTPResponseBody(
        of: head, to: method, from: channel, waiting: options.idleTimeout, limit: options.responseSizeLimit,
        decompressedBy: nil)
      let redirects = mutex.withLock { () -> [HTTPResponse] in
        self.channel = channel
        return self.redirects
      }
      return result.finish(.success(StreamedResponse(response: head, body: body, redirects: redirects)))
    } catch {
      result.finish(.failure(error))
      return false
    }
  }

  func accept(_ data: Data) -> Bool {
    guard let channel = mutex.withLock({ self.channel }), !channel.isClosed else { return false }
    channel.write([UInt8](data))
    if !channel.hasRoom() { wait() }
    return true
  }

  #if canImport(FoundationNetworking)
    /// Keeps the session, which is this stream's own, from reading on. A suspended task of FoundationNetworking would
    /// begin anew.
    private func wait() { room.wait() }

    private func goOn(_ task: URLSessionTask) { room.signal() }
  #else
    private func wait() {
      mutex.withLock {
        // The reader may have made room since.
        if callsToGoOn > 0 {
          callsToGoOn -= 1
        } else {
          isSuspended = true
          task?.suspend()
        }
      }
    }

    private func goOn(_ task: URLSessionTask) {
      mutex.withLock {
        if isSuspended {
          isSuspended = false
          task.resume()
        } else {
          callsToGoOn += 1
        }
      }
    }
  #endif

  /// Begins the exchange, unless it has ended.
  func begin(_ task: URLSessionTask) {
    mutex.withLock { self.task = task }
    if result.isThere { cancel(task) } else { task.resume() }
  }

  /// Ends the exchange, and its task if there is one.
  func giveUp() {
    if let task = mutex.withLock({ task }) { cancel(task) }
  }

  func redirect(from response: HTTPURLResponse, to request: URLRequest) -> URLRequest? {
    guard options.redirects != .none, let head = try? Self.head(of: response) else { return nil }
    var target = mutex.withLock {
      redirects.append(head)
      return Self.target(
        of: response, request, after: redirects.count, method, options.redirects, hasLeft: &hasLeft)
    }
    if case .success(let request) = target, !isReplayable, [307, 308].contains(response.statusCode) {
      target = .failure(.redirected(to: Redirect.place(request.url)))
    }
    switch target {
    case .success(let request): return request
    case .failure(let error):
      result.finish(.failure(error))
      return nil
    }
  }

  func conclude(with response: HTTPURLResponse, of task: URLSessionTask) {
    if accept(response, of: task) { end(nil) }
  }

  func complete(_ error: (any Error)?, of task: URLSessionTask) {
    let hasResponse = mutex.withLock { channel != nil }
    if let error { return end(Self.transportError(error, of: task, hasResponse: hasResponse)) }
    if !hasResponse, let response = task.response as? HTTPURLResponse {
      return conclude(with: response, of: task)
    }
    end(nil)
  }

  private func end(_ error: (any Error)?) {
    let channel = mutex.withLock { () -> BodyChannel? in
      defer { (self.channel, self.task) = (nil, nil) }
      return self.channel
    }
    channel?.end(error)
    result.finish(.failure(error ?? TransportError.failed(TransportFailure(.invalidResponse))))
    onEnd()
  }
}
