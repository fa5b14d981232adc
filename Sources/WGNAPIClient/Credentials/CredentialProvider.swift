/// A source of credentials for a client: a fixed ``Credential``, or an object that gets one when it is needed.
///
/// A client asks its provider once for all requests that wait for a credential, and keeps the answer until
/// shortly before it expires, until the service refuses it, or until ``isCurrent(_:)`` says otherwise.
///
/// ```swift
/// struct Vault: CredentialProvider {
///   func credential(for context: CredentialContext) async throws -> Credential {
///     let lease = try await vault.lease("shop")
///     return .bearer(lease.token, expiresAt: lease.end)
///   }
/// }
/// ```
public protocol CredentialProvider: Sendable {
  /// Returns the credential to send.
  func credential(for context: CredentialContext) async throws -> Credential

  /// Returns a credential in place of one that is about to expire or that the service refused. If it has the
  /// same secret as the refused one, the request isn't repeated.
  ///
  /// The default implementation asks for ``credential(for:)`` again.
  func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential

  /// Returns whether a credential that a client keeps may still be sent. The client asks this before each
  /// request, so the answer must be quick. If it is false, the client asks for a new credential.
  ///
  /// The default implementation returns true. Return false after the user has logged out.
  func isCurrent(_ credential: Credential) -> Bool
}

extension CredentialProvider {
  /// Asks for ``credential(for:)`` again.
  public func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
    try await credential(for: context)
  }

  /// Returns true.
  public func isCurrent(_ credential: Credential) -> Bool { true }
}

/// The client and the server for which a provider is asked.
public struct CredentialContext: Sendable {
  /// The credential's name in the API description.
  public let name: String
  /// The API's name.
  public let api: String
  /// The server that the credential will be sent to.
  public let server: APIServer
  /// The client's clock.
  public let clock: any ClientClock

  /// Creates a context, for tests of a provider.
  public init(name: String, api: String, server: APIServer, clock: any ClientClock = .system) {
    self.name = name
    self.api = api
    self.server = server
    self.clock = clock
  }
}

/// An error whose description contains no secrets, so that other errors may quote it.
package protocol SecretFreeError: Error, CustomStringConvertible {}

extension APIError: SecretFreeError {}
