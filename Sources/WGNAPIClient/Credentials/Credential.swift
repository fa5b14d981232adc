#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A secret that identifies the caller: a token, an API key, or a user with a password.
///
/// A credential is also the simplest ``CredentialProvider``: one that always provides itself.
///
/// ```swift
/// let client = Client(server: .main, token: .bearer(token))
/// ```
///
/// Its secret doesn't appear in descriptions or mirrors.
public struct Credential: CredentialProvider, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  enum Content: Hashable {
    /// A token or a key.
    case text(String)
    case basic(user: String, password: String)
  }

  let content: Content
  /// The time at which the service stops accepting it; nil if unknown.
  public let expiresAt: Date?
  /// What the caller may do with it; nil if unknown.
  public let scopes: Set<String>?
  /// What stays the same when the credential is renewed, so that answers from the cache stay usable; nil if unknown.
  /// Then only the secret tells accounts apart.
  ///
  /// It must differ for each account and for different rights of the same account. An empty text counts as nil.
  public let account: String?

  init(_ content: Content, expiresAt: Date?, scopes: Set<String>?, account: String? = nil) {
    self.content = content
    self.expiresAt = expiresAt
    self.scopes = scopes
    self.account = account?.isEmpty == true ? nil : account
  }

  /// Returns this credential.
  public func credential(for context: CredentialContext) -> Credential { self }

  /// The kind of the credential, without its secret.
  public var description: String {
    switch content {
    case .text: Redaction.mark
    case .basic: "user and password \(Redaction.mark)"
    }
  }
  /// Same as ``description``.
  public var debugDescription: String { description }
  /// The kind, the expiry and the scopes.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["credential": description, "expiresAt": expiresAt as Any, "scopes": scopes as Any])
  }

  /// Returns whether both have the same secret.
  func isSame(as other: Credential) -> Bool { content == other.content }

  /// The token, the key or the password.
  package var secret: String {
    switch content {
    case .text(let text), .basic(_, let text): text
    }
  }
}

extension CredentialProvider where Self == Credential {
  /// A token of the schemes `bearer` and `oauth2`.
  ///
  /// - Parameters:
  ///   - token: The token, without the word `Bearer`.
  ///   - expiresAt: The time at which the service stops accepting it; nil if unknown.
  ///   - scopes: What the caller may do with it; nil if unknown.
  ///   - account: What stays the same when the token is renewed, such as a random text for each log-in
  ///     (``Credential/account``).
  public static func bearer(
    _ token: String, expiresAt: Date? = nil, scopes: Set<String>? = nil, account: String? = nil
  ) -> Credential {
    Credential(.text(token), expiresAt: expiresAt, scopes: scopes, account: account)
  }

  /// A key of the scheme `apiKey`.
  ///
  /// - Parameters:
  ///   - key: The key, as the service issues it.
  ///   - expiresAt: The time at which the service stops accepting it; nil if unknown.
  ///   - account: What stays the same when the key is renewed (``Credential/account``).
  public static func key(_ key: String, expiresAt: Date? = nil, account: String? = nil) -> Credential {
    Credential(.text(key), expiresAt: expiresAt, scopes: nil, account: account)
  }

  /// A user and a password for the scheme `basic` (RFC 7617). The name can't contain a colon.
  public static func basic(user: String, password: String) -> Credential {
    Credential(.basic(user: user, password: password), expiresAt: nil, scopes: nil)
  }
}
