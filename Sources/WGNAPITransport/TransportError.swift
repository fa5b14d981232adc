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
    /// The response isn't HTTP.
    case invalidResponse
    /// The body is compressed with a coding that wasn't requested, or with several.
    case unsupportedCoding
    /// This transport can't send the request.
    case invalidRequest
    /// Anything else.
    case other

    /// Whether sending the request again may succeed.
    public var isPassing: Bool {
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

  private static func message(_ reason: Reason, _ domain: String, _ code: Int) -> String {
    let text =
      switch reason {
      case .offline: "there is no network"
      case .hostNotFound: "the host wasn't found"
      case .cannotConnect: "no connection could be made"
      case .connectionLost: "the connection was lost before the response was complete"
      case .truncated: "the response ended before its declared length"
      case .insecure: "no secure connection could be made"
      case .invalidResponse: "the response isn't HTTP"
      case .unsupportedCoding: "the response is compressed in a way that wasn't asked for"
      case .invalidRequest: "the request can't be sent"
      case .other: "the request failed"
      }
    return domain.isEmpty ? text : "\(text) (\(domain) \(code))"
  }
}
