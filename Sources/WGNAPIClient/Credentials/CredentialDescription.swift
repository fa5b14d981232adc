import WGNAPISupport

/// A credential in an API description: its name, and where requests contain it.
public struct CredentialDescription: Sendable {
  /// How a credential is written.
  public enum Scheme: Sendable {
    /// The header field `Authorization: Bearer …` (RFC 6750).
    case bearer
    /// The header field `Authorization: Basic …` (RFC 7617).
    case basic
    /// A key in the given place.
    case apiKey(Place)
    /// A bearer token that OAuth 2 issues (RFC 6749).
    case oauth2(OAuth2Flows)
  }

  /// The place of an API key in a request.
  public enum Place: Sendable {
    /// A header field; the prefix, such as `Bot `, precedes the key.
    case header(String, prefix: String = "")
    /// A query parameter.
    case query(String)
    /// A cookie.
    case cookie(String)
    /// A name in braces in the base path or an endpoint's path.
    case path(String)
    /// A field of the form. A request without one contains the key in its query.
    case form(String)
  }

  /// The name in the API description.
  public let name: String
  /// How it is written.
  public let scheme: Scheme
  /// The statuses by which the service refuses a credential.
  public let refusalStatuses: [Int]
  /// The service's errors that also mean so, whatever the status is.
  public let refusalErrors: [ServiceErrorPattern]

  /// Creates a description.
  public init(
    _ name: String, _ scheme: Scheme, refusalStatuses: [Int] = [401],
    refusalErrors: [ServiceErrorPattern] = []
  ) {
    self.name = name
    self.scheme = scheme
    self.refusalStatuses = refusalStatuses
    self.refusalErrors = refusalErrors
  }

  /// The name on the wire; nil for the header field `Authorization`.
  var wireName: String? {
    guard case .apiKey(let place) = scheme else { return nil }
    switch place {
    case .header(let name, _), .query(let name), .cookie(let name), .path(let name), .form(let name):
      return name
    }
  }

  func isRefusal(status: Int?, _ failure: ServiceFailure?) -> Bool {
    if let status, refusalStatuses.contains(status) { return true }
    return failure.map { failure in refusalErrors.contains { $0.matches(failure) } } ?? false
  }
}

/// The addresses of an OAuth 2 service, and the scopes it knows. `WGNAPIOAuth` uses them.
public struct OAuth2Flows: Sendable {
  /// The page on which users log in (RFC 6749, section 3.1).
  public let authorizationURL: String?
  /// The address that issues tokens (RFC 6749, section 3.2).
  public let tokenURL: String?
  /// The address at which devices begin (RFC 8628, section 3.1).
  public let deviceURL: String?
  /// The names of all scopes.
  public let scopes: [String]

  /// Creates a description.
  public init(
    authorizationURL: String? = nil, tokenURL: String? = nil, deviceURL: String? = nil, scopes: [String] = []
  ) {
    self.authorizationURL = authorizationURL
    self.tokenURL = tokenURL
    self.deviceURL = deviceURL
    self.scopes = scopes
  }
}

/// The credentials that an endpoint needs: of several alternatives, the one with the most credentials that the client can
/// fulfil, and the first of those with equally many.
public struct CredentialRequirement: PolicyValue {
  /// A credential and the scopes that it must have.
  public struct Use: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The credential's name in the API description.
    public let name: String
    /// The scopes that the endpoint needs.
    public let scopes: [String]

    /// Creates a use.
    public init(_ name: String, scopes: [String] = []) {
      self.name = name
      self.scopes = scopes
    }

    /// Creates a use without scopes.
    public init(stringLiteral name: String) { self.init(name) }

    /// A credential with scopes.
    public static func scoped(_ name: String, _ scopes: String...) -> Use { Use(name, scopes: scopes) }
  }

  /// Lists of credentials that must be sent together, those with the most credentials first. An empty list means none.
  public let alternatives: [[Use]]

  init(alternatives: [[Use]]) {
    let order = alternatives.indices.sorted { one, two in
      (alternatives[two].count, one) < (alternatives[one].count, two)
    }
    self.alternatives = order.map { alternatives[$0] }
  }

  /// No credentials.
  public static let none = CredentialRequirement(alternatives: [[]])
  /// All of these together.
  public static func all(_ uses: Use...) -> CredentialRequirement {
    CredentialRequirement(alternatives: [uses])
  }
  /// One of these lists.
  public static func any(_ alternatives: [Use]...) -> CredentialRequirement {
    CredentialRequirement(alternatives: alternatives)
  }
}

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
      all + " is a credential of another kind than the API's; "
        + "use .basic for a user without ':' and a password, .bearer for a token, and .key for an API key"
    case .missingScopes(let scopes):
      all + " lacks the " + (scopes.count == 1 ? "scope " : "scopes ") + scopes.quoted(joinedBy: ", ")
        + "; ask for it when the user logs in"
    case .loginChanged:
      "another user has logged in to " + all
        + " since the request began, so it isn't sent; send it again if it is meant as theirs"
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
