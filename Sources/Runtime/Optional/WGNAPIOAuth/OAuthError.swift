import WGNAPIClient
import WGNAPISupport
import WGNAPITransport

/// The reason why there is no token. Its description contains no secrets.
public enum OAuthError: SecretFreeError, CredentialAbsence, Hashable, Sendable {
  /// There is no token, or the service no longer accepts it: the user has to log in.
  case loginRequired
  /// The user refused, or the service did on their behalf.
  case denied
  /// The user didn't log in within the time that the service allows.
  case expired
  /// Another user logged in while a token was being renewed.
  case loginChanged
  /// The service reported an error: its code, such as `invalid_client`, and its text (RFC 6749, section 5.2). Those of
  /// `WGNAPIOAuth` are on one line, of at most 64 and 300 characters, and have neither control characters nor secrets.
  case service(code: String, text: String?)
  /// The service's response isn't one that the specification describes.
  case invalidResponse(String)
  /// The service can't answer now: a status of 500 or more.
  case unavailable(status: Int)
  /// The callback isn't the response to this log-in: another `state`, another address, or parts are missing.
  case invalidCallback(String)
  /// An address is missing from the API description, isn't a URL, or would send secrets without encryption.
  case invalidAddress(String)
  /// There was no response.
  case transport(String)

  /// Whether the user has to log in.
  public var isCredentialAbsent: Bool { self == .loginRequired }

  /// A sentence with the problem and the solution.
  public var description: String {
    switch self {
    case .loginRequired: "there is no valid token; the user has to log in"
    case .denied: "access was denied; the user can log in again"
    case .expired: "the user didn't log in in time; begin again"
    case .loginChanged: "another user has logged in since; begin again if it is meant as theirs"
    case .service(let code, let text):
      "the service refused: \(code)\(text.map { " (\($0))" } ?? "")"
    case .invalidResponse(let problem): "the service's response can't be used: \(problem)"
    case .unavailable(let status): "the service can't answer now: its status is \(status)"
    case .invalidCallback(let problem): "the callback isn't the response to this log-in: \(problem)"
    case .invalidAddress(let problem): problem
    case .transport(let problem): "the service can't be reached: \(problem)"
    }
  }
}

extension OAuthError {
  /// An error that a service reported, with texts that are fit to be shown.
  static func reported(code: String, text: String?, _ redaction: Redaction) -> OAuthError {
    .service(
      code: shown(code, redaction, limit: 64), text: text.map { shown($0, redaction, limit: 300) })
  }

  /// Returns a text of somebody else as other errors show them: on one line, without secrets, and not too long.
  static func shown(_ text: String, _ redaction: Redaction, limit: Int) -> String {
    BodyExcerpt.text(of: Array(text.utf8), redaction: redaction, limit: limit)
  }
}
