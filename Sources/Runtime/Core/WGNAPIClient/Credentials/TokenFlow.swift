/// The endpoints for getting, prolonging and invalidating a token, by their names in the API description.
public struct TokenFlow: Sendable {
  /// The endpoint that returns the URL of the log-in page.
  package let login: String
  /// The endpoint that extends a token's lifetime.
  package let prolongate: String?
  /// The endpoint that invalidates a token.
  package let logout: String?
  /// The query parameter with the token in the URL that the log-in page redirects to.
  package let tokenParameter: String
  /// The query parameter with the token's expiry, in seconds since 1970, in that URL.
  package let expiryParameter: String?

  /// Creates the description.
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
