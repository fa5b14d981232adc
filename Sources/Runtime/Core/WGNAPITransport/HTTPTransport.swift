import HTTPTypes

/// A type that sends HTTP requests. The default is `URLSessionTransport`, and on Linux `CurlTransport`;
/// `AsyncHTTPClientTransport` is in `WGNAPIAsyncHTTPClient`. In tests, provide your own.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the complete response, regardless of its status.
  ///
  /// - Parameters:
  ///   - request: The request, with scheme, authority and path.
  ///   - body: The body; empty for none.
  ///   - options: The limits for the transport to enforce.
  /// - Returns: The response, with the redirects that were followed: a cache must not keep the response
  ///   longer than they allow.
  /// - Throws: ``TransportError``, and `CancellationError` when the task is cancelled. An error's text must
  ///   not contain any part of the request.
  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse

  /// Sends a request and returns its response when the head has arrived. Neither body is ever in memory as a whole.
  ///
  /// The default implementation doesn't stream: it collects the request's body, calls ``send(_:body:options:)`` and
  /// returns the response as one portion. It suffices for tests.
  ///
  /// - Parameters:
  ///   - request: The request, with scheme, authority and path.
  ///   - body: The body.
  ///   - options: The limits for the transport to enforce.
  /// - Returns: The response, whose body is read as it arrives.
  /// - Throws: ``TransportError``, and `CancellationError` when the task is cancelled. An error of the request's
  ///   body is thrown unchanged. Reading the response's body throws the same.
  func stream(
    _ request: HTTPRequest, body: HTTPRequestBody, options: TransportOptions
  ) async throws -> StreamedResponse
}

/// The limits that a transport enforces for one request.
public struct TransportOptions: Hashable, Sendable {
  /// The maximum time until the response is complete, clamped to a range from zero to 365 days. For a stream, the
  /// maximum time without progress until its head is there.
  public var timeout: Duration {
    didSet { timeout = Self.inRange(timeout) }
  }
  /// For a stream, the maximum time to wait for each portion of the body, in the same range; nil for any time. A
  /// reader that takes its time isn't waiting.
  public var idleTimeout: Duration? {
    didSet { idleTimeout = idleTimeout.map(Self.inRange) }
  }
  /// The maximum size of the decompressed body in bytes. A larger response is rejected before it is read
  /// completely.
  public var responseSizeLimit: Int
  /// The redirects to follow.
  public var redirects: RedirectPolicy

  /// Creates the limits.
  public init(
    timeout: Duration = .seconds(30), responseSizeLimit: Int = 64 << 20,
    redirects: RedirectPolicy = .sameHost,
    idleTimeout: Duration? = nil
  ) {
    self.timeout = Self.inRange(timeout)
    self.idleTimeout = idleTimeout.map(Self.inRange)
    self.responseSizeLimit = max(responseSizeLimit, 0)
    self.redirects = redirects
  }

  private static func inRange(_ timeout: Duration) -> Duration {
    min(max(timeout, .zero), .seconds(365 * 24 * 60 * 60))
  }
}

/// The redirects that a transport follows.
///
/// URL, body and headers may contain secrets, so redirects to another host or port are followed on demand only and
/// without them, and redirects from https to http never.
public enum RedirectPolicy: Hashable, Sendable {
  /// Follows at most five redirects in a row on the same host. Any other redirect is a
  /// ``TransportError/redirected(to:)``.
  case sameHost
  /// Follows at most five redirects in a row, those of GET and HEAD also to other hosts: services often keep files
  /// elsewhere.
  ///
  /// The other host gets no header fields but `User-Agent` and those that say which content is wanted (`Accept`,
  /// `Accept-Encoding`, `Accept-Language`, `Range`, `If-Range`). The server chooses the host, so trust it to lead
  /// nowhere that only this device can reach.
  case otherHosts
  /// Follows no redirects; the redirect is the response.
  case none
}

/// A response in the form in which it was received.
public struct TransportResponse: Sendable {
  /// The status and the header fields.
  public var response: HTTPResponse
  /// The body, decompressed.
  public var body: [UInt8]
  /// The redirects that were followed, in order.
  public var redirects: [HTTPResponse]

  /// Creates a response.
  public init(response: HTTPResponse, body: [UInt8], redirects: [HTTPResponse] = []) {
    self.response = response
    self.body = body
    self.redirects = redirects
  }
}

/// The reason why a transport has no response.
public enum TransportError: Error, Hashable, Sendable {
  /// The response wasn't complete within the time limit.
  case timedOut
  /// The body is larger than this limit in bytes.
  case responseTooLarge(limit: Int)
  /// The redirect isn't allowed. The target has no query.
  case redirected(to: String)
  /// The connection failed.
  case failed(TransportFailure)

  /// Fewer or more bytes than announced would be another request (RFC 9112, section 6.3).
  package static func wrongLength(_ count: Int64, announced: Int64) -> Self {
    .failed(
      TransportFailure(
        .invalidRequest, message: "the request's body has \(count) bytes, but \(announced) were announced"))
  }
}

/// A failure of a connection, without secrets: it contains neither a URL nor the user info of the system's
/// error.
public struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Reason: String, Hashable, Sendable {
    /// The device has no network.
    case offline
    /// The host's name can't be resolved.
    case hostNotFound
    /// The host and port don't accept connections.
    case cannotConnect
    /// The connection was lost before the response was complete.
    case connectionLost
    /// The body is shorter than its header declares.
    case truncated
    /// A secure connection can't be established.
    case insecure
    /// The response isn't valid HTTP, or its head is larger than the limits.
    case invalidResponse
    /// The body is compressed with a coding that wasn't requested, or with several.
    case unsupportedCoding
    /// This transport can't send the request.
    case invalidRequest
    /// Anything else.
    case other

    /// Whether sending the request again may succeed.
    package var isPassing: Bool {
      switch self {
      case .offline, .hostNotFound, .cannotConnect, .connectionLost, .truncated: true
      case .insecure, .invalidResponse, .unsupportedCoding, .invalidRequest, .other: false
      }
    }

    package var advice: String {
      switch self {
      case .offline: "connect to a network and try again"
      case .hostNotFound, .cannotConnect: "check the server's base URL and the network"
      case .connectionLost, .truncated: "try again"
      case .insecure: "check the server's certificate and the device's clock"
      case .invalidResponse: "check the server's base URL"
      case .unsupportedCoding: "make the server, or the proxy in front of it, respect Accept-Encoding"
      case .invalidRequest, .other: "see the domain and code"
      }
    }
  }

  /// The kind of the failure.
  public let reason: Reason
  /// The system error's domain, such as `NSURLErrorDomain`.
  public let domain: String
  /// The system error's code.
  public let code: Int
  /// A description of the failure, as part of a sentence. It contains no part of the request.
  public let message: String

  /// Creates a failure.
  public init(_ reason: Reason, domain: String = "", code: Int = 0, message: String? = nil) {
    self.reason = reason
    self.domain = domain
    self.code = code
    self.message = message ?? Self.message(reason, domain, code)
  }

  /// The message.
  public var description: String { message }

  /// The message, and what can be done.
  package var sentence: String {
    domain.isEmpty && (reason == .other || reason == .invalidRequest)
      ? message : message + "; " + reason.advice
  }

  private static func message(_ reason: Reason, _ domain: String, _ code: Int) -> String {
    let text =
      switch reason {
      case .offline: "there is no network"
      case .hostNotFound: "the host wasn't found"
      case .cannotConnect: "no connection could be made"
      case .connectionLost: "the connection was lost before the response was complete"
      case .truncated: "the response ended before its declared length"
      case .insecure: "no secure connection could be made"
      case .invalidResponse: "the response isn't valid HTTP, or its header fields are too large"
      case .unsupportedCoding: "the response is compressed in a way that wasn't asked for"
      case .invalidRequest: "the request can't be sent"
      case .other: "the request failed"
      }
    return domain.isEmpty ? text : "\(text) (\(domain) \(code))"
  }
}
