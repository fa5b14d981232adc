// Names that are those of secrets only beside others.
extension SecretNames {
  /// The parameters of a login (RFC 6749, sections 4.1.2 and 4.1.3; OpenID Connect Session Management 1.0). Elsewhere, a `code` is
  /// that of a country, and a `state` that of an order.
  static let ofLogins: Set<String> = ["code", "sessionstate", "state"]

  /// Whether names side by side are those of a login, in a redirect or in the request for a token.
  static func areOfLogin(_ names: some Sequence<String>) -> Bool {
    let names = Set(names.lazy.map { plain($0) })
    return names.contains("granttype") || names.contains("responsetype") || names.contains("sessionstate")
      || names.contains("code") && names.contains("state")
  }

  /// Whether a name is that of a secret of a login.
  func containsOfLogin(_ name: some StringProtocol) -> Bool {
    let plain = Self.plain(name)
    return Self.ofLogins.contains(plain) && !kept.contains(plain)
  }
}
