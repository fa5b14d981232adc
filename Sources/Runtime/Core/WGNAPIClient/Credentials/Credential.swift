import WGNAPISupport

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
  /// What stays the same when the credential is renewed, so that cached responses stay usable; nil if unknown.
  /// Then only the secret tells accounts apart.
  ///
  /// It must differ for each account and for different rights of the same account. An empty text counts as nil.
  public let account: String?
  /// The log-in that it belongs to; nil if its provider has none.
  package var login: Int?

  init(_ content: Content, expiresAt: Date?, scopes: Set<String>?, account: String? = nil) {
    self.content = content
    self.expiresAt = expiresAt
    self.scopes = scopes
    self.account = account?.isEmpty == true ? nil : account
  }

  /// Returns this credential.
  public func credential(for context: CredentialContext) -> Credential { self }

  /// Returns this credential: there is no other one.
  public func refresh(_ old: Credential, for context: CredentialContext) -> Credential { self }

  /// Keeps this credential, which is always the same.
  public func keeper(for context: CredentialContext) -> CredentialKeeper {
    CredentialKeeper(current: { self }, credential: { _ in self })
  }

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
  package func isSame(as other: Credential) -> Bool { content == other.content }

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

/// A source of credentials for a client: a fixed ``Credential``, or an object that gets one when it is needed.
///
/// A client asks its provider once for all requests that wait for a credential, and keeps the response until
/// shortly before it expires, until the service refuses it, or until ``isCurrent(_:)`` says otherwise. The product
/// `WGNAPICredentials` does that: import it where you write a provider.
///
/// ```swift
/// import WGNAPICredentials
///
/// struct Vault: CredentialProvider {
///   func credential(for context: CredentialContext) async throws -> Credential {
///     let lease = try await vault.lease("shop")
///     return .bearer(lease.token, expiresAt: lease.end)
///   }
///
///   func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
///     try await credential(for: context)
///   }
/// }
/// ```
public protocol CredentialProvider: Sendable {
  /// Returns the credential to send.
  func credential(for context: CredentialContext) async throws -> Credential

  /// Returns a credential in place of one that is about to expire or that the service refused. If it has the
  /// same secret as the refused one, the request isn't repeated.
  ///
  /// A provider that gets new credentials where it gets the first one returns ``credential(for:)``.
  func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential

  /// Returns whether a credential that a client keeps may still be sent. The client asks this before each
  /// request, so the response must be quick. If it is false, the client asks for a new credential.
  ///
  /// The default implementation returns true. Return false after the user has logged out.
  func isCurrent(_ credential: Credential) -> Bool

  /// Returns what keeps the provider's credential for a client. Don't implement it: `import WGNAPICredentials` does.
  func keeper(for context: CredentialContext) -> CredentialKeeper
}

extension CredentialProvider {
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

/// An error of a provider that may mean that it has no credential yet: nobody has logged in.
///
/// An endpoint with other alternatives is then called with one of them, such as none at all. Any other error of a provider
/// ends the call.
public protocol CredentialAbsence: Error {
  /// Whether there is no credential.
  var isCredentialAbsent: Bool { get }
}

/// A credential in the form in which a request contains it.
struct PlacedCredential: Sendable, CustomReflectable {
  let place: CredentialDescription.Place
  let text: String
  private let name: String
  private let account: String?
  /// Texts that must not appear in errors.
  var secrets: [String]

  /// A mirror without the secret.
  var customMirror: Mirror { Mirror(self, children: [:]) }

  /// - Returns: nil if the credential is of another kind than the description's.
  init?(_ credential: Credential, as description: CredentialDescription) {
    (name, account) = (description.name, credential.account)
    switch (description.scheme, credential.content) {
    case (.bearer, .text(let token)), (.oauth2, .text(let token)):
      place = .header("Authorization", prefix: "Bearer ")
      text = token
      secrets = [token]
    case (.basic, .basic(let user, let password)):
      guard !user.has(UInt8(ascii: ":")) else { return nil }
      place = .header("Authorization", prefix: "Basic ")
      let pair = "\(user):\(password)"
      text = Data(pair.utf8).base64EncodedString()
      secrets = [text, pair, password]
    case (.apiKey(let place), .text(let key)):
      self.place = place
      text = key
      secrets = [key]
    default: return nil
    }
  }

  /// The header field that contains the credential, with the account that it is for; nil if it has another place, or if the
  /// account isn't known.
  var renewable: RenewableField? {
    guard let account, case .header(let field, let prefix) = place else { return nil }
    return RenewableField(
      name: field.lowercased(), value: prefix + text, credential: name, account: account)
  }
}

/// A header field with a credential that is renewed from time to time, for keys of cached responses.
package struct RenewableField: Hashable, Sendable, CustomReflectable {
  /// The name, in lower case.
  package let name: String
  /// The value, with the secret.
  package let value: String
  /// The credential's name: accounts of different credentials have nothing in common.
  package let credential: String
  /// What stays the same.
  package let account: String

  /// A mirror without the secret.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
