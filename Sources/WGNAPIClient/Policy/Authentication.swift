import WGNAPIJSON

/// How a caller proves who they are to an endpoint.
public struct Authentication: Hashable, Sendable {
  /// Where the proof travels.
  public enum Place: Hashable, Sendable {
    /// In a parameter of this wire name.
    case parameter(String)
    /// In a header field of this name.
    case header(String)
    /// As `Authorization: Bearer …` (RFC 6750).
    case bearer
  }

  /// Where the proof travels.
  public let place: Place
  /// Whether the endpoint answers nobody without it.
  public let isRequired: Bool

  /// Makes the description.
  public init(place: Place, isRequired: Bool = true) {
    self.place = place
    self.isRequired = isRequired
  }
}

/// How a token is come by, kept alive and given back: the endpoints by their names in the API description.
public struct TokenFlow: Hashable, Sendable {
  /// The endpoint that gives the URL of the log-in page.
  public let login: String
  /// The endpoint that makes a token last longer.
  public let prolongate: String?
  /// The endpoint that ends a token's life.
  public let logout: String?
  /// The parameter of the URL the log-in page comes back to that holds the token.
  public let tokenParameter: String
  /// The parameter of that URL with the time the token ends at, in seconds since 1970.
  public let expiryParameter: String?

  /// Makes the description.
  public init(
    login: String, prolongate: String? = nil, logout: String? = nil, tokenParameter: String = "access_token",
    expiryParameter: String? = nil
  ) {
    self.login = login
    self.prolongate = prolongate
    self.logout = logout
    self.tokenParameter = tokenParameter
    self.expiryParameter = expiryParameter
  }
}
