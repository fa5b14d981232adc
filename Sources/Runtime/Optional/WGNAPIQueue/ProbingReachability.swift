import HTTPTypes
import WGNAPIClient
import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds out whether a server can be reached by sending `HEAD` requests to a URL, with growing delays.
///
/// Any response counts, whatever its status. Nothing is sent until a request of the queue has failed. The delays continue to grow
/// until a request of the queue is answered, so a server that comes and goes isn't asked more and more often.
public actor ProbingReachability: Reachability {
  private let request: HTTPRequest?
  private let transport: any HTTPTransport
  private let backoff: Backoff
  private let timeout: Duration
  private let clock: any ClientClock
  private let random: RandomSource
  private var hasFailed = false
  /// The number of requests without a response since a request of the queue was answered.
  private var failures = 0
  private let wake = WakeSignal()

  /// Creates the object.
  ///
  /// - Parameters:
  ///   - url: A URL of the server, which needs no credentials.
  ///   - transport: The transport that sends the requests; usually the client's.
  ///   - backoff: The delays between requests.
  ///   - timeout: The maximum time until the response to one is complete.
  ///   - clock: The clock; usually the client's.
  ///   - random: The source of random numbers; usually the client's.
  public init(
    url: URL, transport: any HTTPTransport,
    backoff: Backoff = Backoff(base: .seconds(1), maximum: .seconds(60)),
    timeout: Duration = .seconds(10), clock: any ClientClock = .system, random: RandomSource = .system
  ) {
    request = HTTPRequest(headOf: url)
    self.transport = transport
    self.backoff = backoff
    self.timeout = timeout
    self.clock = clock
    self.random = random
  }

  /// Returns false if a request has failed since the last response.
  public func isReachable() -> Bool { !hasFailed }

  /// Sends requests until there is a response.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func waitUntilReachable() async throws {
    while hasFailed {
      try Task.checkCancellation()
      let known = wake.count
      if await answers() {
        hasFailed = false
        return
      }
      failures = min(failures + 1, 1_000)
      // Meanwhile a request of the queue may be answered.
      try await wake.wait(past: known, atMost: backoff.delay(after: failures, random: random), clock)
    }
  }

  /// Notes whether the server answered a request of the queue.
  public func note(isReachable: Bool) {
    hasFailed = !isReachable
    guard isReachable else { return }
    failures = 0
    wake.signal()
  }

  private func answers() async -> Bool {
    // Without a valid URL, the server can't be asked, so the queue tries each request.
    guard let request else { return true }
    let options = TransportOptions(timeout: timeout, responseSizeLimit: 1 << 20)
    do {
      _ = try await transport.send(request, body: [], options: options)
      return true
    } catch TransportError.redirected, TransportError.responseTooLarge {
      return true
    } catch {
      return false
    }
  }
}

extension HTTPRequest {
  /// Creates a `HEAD` request without user, password and credentials; nil if the URL has no host.
  init?(headOf url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme,
      let host = parts.percentEncodedHost
    else { return nil }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
    self.init(
      method: .head, scheme: scheme, authority: host + (parts.port.map { ":\($0)" } ?? ""), path: path + query
    )
  }
}
