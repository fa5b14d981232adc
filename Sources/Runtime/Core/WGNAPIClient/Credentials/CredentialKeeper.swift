/// Keeps the credential of a ``CredentialProvider`` for a client, and replaces it. The product `WGNAPICredentials` makes it, for all
/// providers but a fixed ``Credential``.
public struct CredentialKeeper: Sendable {
  /// The credential that the next request would contain without asking the provider.
  let current: @Sendable () -> Credential?
  /// Returns the credential, from the provider if necessary; or one in place of the given one, which the service refused.
  ///
  /// - Throws: The provider's error, and ``LoginChanged``.
  let credential: @Sendable (_ refused: Credential?) async throws -> Credential

  package init(
    current: @escaping @Sendable () -> Credential?,
    credential: @escaping @Sendable (_ refused: Credential?) async throws -> Credential
  ) {
    self.current = current
    self.credential = credential
  }
}

/// Another user has logged in while a request waited for a credential, so it would be sent as theirs.
package struct LoginChanged: Error {
  package init() {}
}
