import Foundation
import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The exchanges of one or more sessions, by task.
///
/// Unchecked: the dictionary is behind the lock.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  /// The queue for the session's events.
  let events: EventQueue
  private let mutex = Mutex()
  private var exchanges: [ObjectIdentifier: any SessionExchange] = [:]

  init(events: EventQueue = EventQueue()) { self.events = events }

  func add(_ exchange: any SessionExchange, for task: URLSessionTask) {
    mutex.withLock { exchanges[ObjectIdentifier(task)] = exchange }
  }

  /// The number of exchanges in progress.
  var count: Int { mutex.withLock { exchanges.count } }

  private subscript(task: URLSessionTask) -> (any SessionExchange)? {
    mutex.withLock { exchanges[ObjectIdentifier(task)] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let exchange = self[task] else { return completionHandler(nil) }
    exchange.cancellation.decide(
      task, { exchange.redirect(from: response, to: request) }, completionHandler: completionHandler)
  }

  #if canImport(FoundationNetworking)
    // FoundationNetworking waits forever for credentials if a challenge isn't answered. There are none: the
    // result is the response that asks for them.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      if let response = challenge.failureResponse as? HTTPURLResponse {
        self[task]?.conclude(with: response, of: task)
      }
      completionHandler(.rejectProtectionSpace, nil)
    }
  #endif

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(self[dataTask]?.accept(response, of: dataTask) == true ? .allow : .cancel)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    self[task]?.noteProgress()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let exchange = self[dataTask], !exchange.accept(data), exchange.cancellation.isFirstGivingUp()
    else {
      return
    }
    events.giveUp(dataTask) { exchange.cancel(dataTask) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = mutex.withLock { exchanges.removeValue(forKey: ObjectIdentifier(task)) }
    exchange?.cancellation.complete()
    exchange?.complete(error, of: task)
  }
}
