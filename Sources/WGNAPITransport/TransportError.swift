/// Why a transport has no response to give.
public enum TransportError: Error, Hashable, Sendable {
  /// There was no complete response within the time allowed.
  case timedOut
  /// The body is larger than this many bytes.
  case responseTooLarge(limit: Int)
  /// A redirect that must not be followed; the target without its query.
  case redirected(to: String)
  /// The connection failed.
  case failed(TransportFailure)
}

/// A connection's failure, as far as it can be told without secrets: no URL and no user info of the system's
/// error.
public struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it was.
  public enum Reason: String, Hashable, Sendable {
    /// The device has no network.
    case offline
    /// The host's name can't be resolved.
    case hostNotFound
    /// Nobody answers at the host and port.
    case cannotConnect
    /// The connection broke before the response was complete.
    case connectionLost
    /// The body is shorter than its header says.
    case truncated
    /// No secure connection could be made.
    case insecure
    /// The response isn't HTTP.
    case invalidResponse
    /// The body is compressed in a way that wasn't asked for, or in several.
    case unsupportedCoding
    /// The request can't be sent by this transport.
    case invalidRequest
    /// Anything else.
    case other

    /// Whether sending again may help.
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
      case .unsupportedCoding: "have the server, or the proxy before it, heed Accept-Encoding"
      case .invalidRequest, .other: "the domain and code say more"
      }
    }
  }

  /// What kind of failure it was.
  public let reason: Reason
  /// The system error's domain, such as `NSURLErrorDomain`.
  public let domain: String
  /// The system error's code.
  public let code: Int
  /// What happened, as half a sentence; it holds no part of the request.
  public let message: String

  /// Makes a failure.
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
