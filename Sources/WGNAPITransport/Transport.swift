import HTTPTypes

/// Sends HTTP requests. ``URLSessionTransport`` is the one used by default, and on Linux ``CurlTransport``; there is
/// `AsyncHTTPClientTransport` of `WGNAPIAsyncHTTPClient`, too, and tests bring their own.
public protocol Transport: Sendable {
  /// Sends a request and gives the whole response, of any status.
  ///
  /// - Parameters:
  ///   - request: the request, with absolute scheme, authority and path.
  ///   - body: the body, empty for none.
  ///   - options: limits that the transport keeps.
  /// - Returns: the response and, where redirects were followed, these with it: a cache keeps a response no longer than
  ///   they allow.
  /// - Throws: ``TransportError``, and `CancellationError` when the task is cancelled. An error's texts must
  ///   hold no part of the request.
  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse
}

/// Limits a transport keeps for one request.
public struct TransportOptions: Hashable, Sendable {
  /// The time until the whole response is there; from nothing to 365 days, other values are brought into that
  /// range.
  public var timeout: Duration {
    didSet { timeout = Self.inRange(timeout) }
  }
  /// The size of the (decompressed) body in bytes beyond which the response is refused, before it is read
  /// whole.
  public var responseSizeLimit: Int
  /// Which redirects are followed.
  public var redirects: RedirectPolicy

  /// Makes the limits.
  public init(
    timeout: Duration = .seconds(30), responseSizeLimit: Int = 64 << 20, redirects: RedirectPolicy = .sameHost
  ) {
    self.timeout = Self.inRange(timeout)
    self.responseSizeLimit = max(responseSizeLimit, 0)
    self.redirects = redirects
  }

  private static func inRange(_ timeout: Duration) -> Duration {
    min(max(timeout, .zero), .seconds(365 * 24 * 60 * 60))
  }
}

/// Which redirects are followed.
///
/// None of them is ever followed to another host, another port, or from https to http: the URL, the body and
/// the headers may hold secrets that aren't that host's business.
public enum RedirectPolicy: Hashable, Sendable {
  /// Those to the same host, at most five in a row; any other is a ``TransportError/redirected(to:)``.
  case sameHost
  /// None; the redirect is the response.
  case none
}

/// A response as it came.
public struct TransportResponse: Sendable {
  /// The status and the header fields.
  public var response: HTTPResponse
  /// The body, decompressed.
  public var body: [UInt8]
  /// The redirects that were followed on the way to it, in their order.
  public var redirects: [HTTPResponse]

  /// Makes a response.
  public init(response: HTTPResponse, body: [UInt8], redirects: [HTTPResponse] = []) {
    self.response = response
    self.body = body
    self.redirects = redirects
  }
}
