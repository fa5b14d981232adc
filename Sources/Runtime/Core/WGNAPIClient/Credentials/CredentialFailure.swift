import WGNAPISupport

/// The reason why a request wasn't sent for lack of credentials.
public struct CredentialFailure: Sendable, CustomStringConvertible, CustomReflectable {
  /// What is wrong with the credentials.
  public enum Reason: Equatable, Sendable {
    /// The client doesn't have them.
    case missing
    /// The credential is a user with a password where the API expects a token or a key, or the reverse; or the user's
    /// name contains a colon.
    case otherKind
    /// The credential doesn't have these scopes, which the endpoint needs.
    case missingScopes([String])
    /// Another user logged in while the request waited for a credential, so it would be sent as theirs.
    case loginChanged
    /// The provider threw ``CredentialFailure/underlyingError``.
    case provider
  }

  /// The names of the credentials in the API description. If some are missing, those of each alternative.
  public var credentials: [String] { Array(alternatives.joined()) }
  private let alternatives: [[String]]
  /// What is wrong with them.
  public let reason: Reason
  /// The provider's error. Descriptions contain only its type, unless it is one of the runtime's own errors,
  /// because it may contain secrets.
  public let underlyingError: (any Error)?

  init(_ credentials: [String], _ reason: Reason, underlyingError: (any Error)? = nil) {
    alternatives = [credentials]
    self.reason = reason
    self.underlyingError = underlyingError
  }

  init(missing alternatives: [[String]]) {
    self.alternatives = alternatives
    reason = .missing
    underlyingError = nil
  }

  /// A sentence with the problem and the solution.
  public var description: String {
    let names = alternatives.map { $0.quoted(joinedBy: " and ") }
    let all = names.joined()
    return switch reason {
    case .missing:
      "the request needs " + names.joined(separator: " or ")
        + ", which the client doesn't have; give it to the client's initializer"
    case .otherKind:
      all + " is the wrong kind of credential; "
        + "use .basic for a user without ':' and a password, .bearer for a token, and .key for an API key"
    case .missingScopes(let scopes):
      all + " lacks the " + (scopes.count == 1 ? "scope " : "scopes ") + scopes.quoted(joinedBy: ", ")
        + "; ask for it when the user logs in"
    case .loginChanged:
      "another user has logged in to " + all
        + " since the request began, so it wasn't sent. Send it again to send it as that user."
    case .provider:
      "the provider of " + all + " failed: " + cause
    }
  }

  private var cause: String {
    guard let error = underlyingError else { return "no reason is known" }
    return (error as? any SecretFreeError)?.description ?? "\(type(of: error))"
  }

  /// A mirror without the provider's error.
  public var customMirror: Mirror {
    Mirror(self, children: ["credentials": credentials, "reason": reason, "cause": cause])
  }
}
