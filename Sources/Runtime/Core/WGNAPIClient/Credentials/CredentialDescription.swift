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
  package let name: String
  /// How it is written.
  package let scheme: Scheme
  /// The statuses by which the service refuses a credential.
  package let refusalStatuses: [Int]
  /// The service's errors that also mean so, whatever the status is.
  package let refusalErrors: [ServiceErrorPattern]

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
