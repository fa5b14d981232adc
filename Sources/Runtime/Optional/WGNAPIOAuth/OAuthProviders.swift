import WGNAPIClient
import WGNAPICredentials

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TokenKeeper.Held {
  fileprivate var credential: Credential {
    .bearer(token.accessToken, expiresAt: token.expiresAt, scopes: token.scopes, account: token.account)
  }
}

/// Returns whether a token hasn't expired and isn't the refused one.
private func usable(_ refused: String?, _ clock: any ClientClock) -> @Sendable (OAuthToken) -> Bool {
  { $0.accessToken != refused && ($0.expiresAt.map { $0 > clock.date } ?? true) }
}

extension OAuthToken {
  /// The same token as one of this account.
  func of(account: String?) -> OAuthToken {
    OAuthToken(
      accessToken: accessToken, refreshToken: refreshToken, expiresAt: expiresAt, scopes: scopes,
      requestedScopes: requestedScopes, account: account)
  }

  /// Whether the token is one for these scopes: the same were asked for, or what it has suffices.
  fileprivate func isFor(_ wanted: Set<String>) -> Bool {
    requestedScopes.map { $0 == wanted } ?? wanted.isSubset(of: scopes ?? [])
  }
}

/// Provides tokens that an application gets for itself, without a user (RFC 6749, section 4.4).
///
/// A stored token for other scopes isn't used.
public final class ClientCredentialsProvider: CredentialProvider, CustomReflectable {
  private let application: OAuthApplication
  private let scopes: Set<String>
  private let tokens: TokenKeeper

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - application: The application, with its secret.
  ///   - scopes: The scopes to ask for.
  ///   - storage: The place that keeps the token between runs.
  public init(
    _ application: OAuthApplication, scopes: Set<String> = [],
    storage: any TokenStorage = MemoryTokenStorage()
  ) {
    self.application = application
    self.scopes = scopes
    tokens = TokenKeeper(storage)
  }

  /// A mirror without the token.
  public var customMirror: Mirror { Mirror(self, children: ["application": application]) }

  public func credential(for context: CredentialContext) async throws -> Credential {
    try await token(insteadOf: nil).credential
  }

  public func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
    try await token(insteadOf: old.secret).credential
  }

  public func isCurrent(_ credential: Credential) -> Bool { tokens.isCurrent(credential) }

  private func token(insteadOf refused: String?) async throws -> TokenKeeper.Held {
    let isUsable = usable(refused, application.clock)
    return try await tokens.token(
      isUsable: { [scopes] in isUsable($0) && $0.isFor(scopes) },
      renew: { [application, scopes] old in
        var fields = [("grant_type", "client_credentials")]
        if !scopes.isEmpty { fields.append(("scope", scopes.sorted().joined(separator: " "))) }
        let token = try await application.token(fields, scopes: scopes)
        // The same application with the same rights.
        guard let old, old.isFor(scopes), old.scopes == token.scopes, let account = old.account else {
          return token
        }
        return token.of(account: account)
      })
  }
}

/// Provides a user's token, and refreshes it before it expires and when the service refuses it (RFC 6749, section 6).
///
/// ```swift
/// let session = OAuthSession(application)
/// let client = Client(server: .main, user: session)
///
/// let login = try application.login(redirectURI: callback, scopes: ["read"])
/// // Open login.url in a browser …
/// try await session.logIn(application.token(for: login, callback: url))
/// ```
///
/// Several clients may share a session: it refreshes once for all of them. A call that waits for that fails if another user
/// logs in meanwhile, with `CredentialFailure.Reason.loginChanged`: it isn't sent as theirs.
public final class OAuthSession: CredentialProvider, CustomReflectable {
  private let application: OAuthApplication
  private let tokens: TokenKeeper

  /// Creates a session with the token in the storage, if there is one.
  public init(_ application: OAuthApplication, storage: any TokenStorage = MemoryTokenStorage()) {
    self.application = application
    tokens = TokenKeeper(storage)
  }

  /// A mirror without the token.
  public var customMirror: Mirror { Mirror(self, children: ["application": application]) }

  /// Uses a token from now on, and saves it. One without an account gets a random one, which stays when it is refreshed.
  ///
  /// - Throws: What the storage throws.
  public func logIn(_ token: OAuthToken) async throws {
    try await tokens.set(token.account == nil ? token.of(account: PKCE.randomText()) : token)
  }

  /// Forgets the token, also in the storage. Later requests throw ``OAuthError/loginRequired``.
  ///
  /// - Throws: What the storage throws.
  public func logOut() async throws { try await tokens.set(nil) }

  /// Whether there is a token, though it may have expired. Throws what the storage throws.
  public var isLoggedIn: Bool {
    get async throws { try await tokens.current() != nil }
  }

  public func credential(for context: CredentialContext) async throws -> Credential {
    try await credential(insteadOf: nil)
  }

  public func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
    try await credential(insteadOf: old.secret)
  }

  public func isCurrent(_ credential: Credential) -> Bool { tokens.isCurrent(credential) }

  private func credential(insteadOf refused: String?) async throws -> Credential {
    let held = try await tokens.token(isUsable: usable(refused, application.clock)) { [application] old in
      guard let old, let refreshToken = old.refreshToken else { return nil }
      do {
        return try await application.token(
          [("grant_type", "refresh_token"), ("refresh_token", refreshToken)], replacing: old)
      } catch OAuthError.service("invalid_grant", _) {
        return nil
      }
    }
    var credential = held.credential
    credential.login = held.login
    return credential
  }
}

extension OAuthSession: LoginProvider {
  package var login: Int { tokens.login }
}
