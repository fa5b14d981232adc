import WGNAPIClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Provides a token of an API's `tokenFlow`: the service's log-in page leads back to the app with a token in the
/// query, which the service extends on request. Wargaming's games work like this.
///
/// ```swift
/// let session = TokenFlowSession(Client.api.tokenFlow) { token in
///   let grant = try await client.prolongateToken(accessToken: AccessToken(token))
///   return OAuthToken(accessToken: grant.accessToken.rawValue, expiresAt: grant.expiresAt)
/// }
/// ```
///
/// It prolongs the token before it expires, once for all that wait for it.
public final class TokenFlowSession: CredentialProvider, CustomReflectable {
  /// Calls an endpoint with a token.
  public typealias Prolongation = @Sendable (_ token: String) async throws -> OAuthToken

  private let flow: TokenFlow
  /// The time before its expiry at which a token is prolonged, in seconds.
  private let margin: TimeInterval
  private let clock: any ClientClock
  private let prolong: Prolongation
  private let tokens: TokenKeeper

  /// Creates a session with the token in the storage, if there is one.
  ///
  /// - Parameters:
  ///   - flow: The API's flow: `Client.api.tokenFlow`.
  ///   - margin: The time before its expiry at which a token is prolonged.
  ///   - storage: The place that keeps the token between runs.
  ///   - clock: The client's clock.
  ///   - prolong: Calls the endpoint that extends a token's lifetime, and returns the new token.
  public init(
    _ flow: TokenFlow?, margin: Duration = .seconds(86_400),
    storage: any TokenStorage = MemoryTokenStorage(), clock: any ClientClock = .system,
    prolong: @escaping Prolongation
  ) {
    self.flow = flow ?? TokenFlow(login: "")
    self.margin = Double(margin.components.seconds)
    self.clock = clock
    self.prolong = prolong
    tokens = TokenKeeper(storage)
  }

  /// A mirror without the token.
  public var customMirror: Mirror { Mirror(self, children: ["flow": flow]) }

  /// Returns the address to ask the log-in page to lead back to: `callback` with a random `state`, which
  /// ``logIn(callback:for:)`` checks.
  public static func redirectURI(to callback: URL) -> URL {
    guard var parts = URLComponents(url: callback, resolvingAgainstBaseURL: true) else { return callback }
    let items = parts.queryItems ?? []
    parts.queryItems = items + [URLQueryItem(name: "state", value: PKCE.randomText())]
    return parts.url ?? callback
  }

  /// Takes the token from the page's callback, and saves it.
  ///
  /// - Parameters:
  ///   - callback: The URL that the page led back to.
  ///   - redirectURI: The address that it was asked to lead back to. If that has a `state`, the callback must have the
  ///     same one.
  /// - Throws: ``OAuthError``.
  public func logIn(callback: URL, for redirectURI: URL) async throws {
    try await tokens.set(try token(in: callback, for: redirectURI))
  }

  func token(in callback: URL, for redirectURI: URL) throws(OAuthError) -> OAuthToken {
    let query = try CallbackQuery(callback, expecting: redirectURI)
    guard try query["state"] == CallbackQuery(redirectURI, expecting: redirectURI)["state"] else {
      throw .invalidCallback("its 'state' doesn't match")
    }
    if let status = try query["status"], status != "ok" {
      let code = try query["code"] ?? status
      let text = try query["message"]
      if text == "AUTH_CANCEL" { throw .denied }
      throw .service(code: code, text: text)
    }
    guard let token = try query[flow.tokenParameter], !token.isEmpty else {
      throw .invalidCallback("it has no '\(flow.tokenParameter)'")
    }
    let expiry = try query[flow.expiryParameter ?? "expires_at"].flatMap(Double.init)
    return OAuthToken(
      accessToken: token,
      expiresAt: expiry.flatMap { $0.isFinite ? Date(timeIntervalSince1970: $0) : nil },
      account: PKCE.randomText())
  }

  /// Forgets the token, also in the storage.
  ///
  /// - Parameter invalidate: Calls the endpoint that invalidates a token. It is called last: if it fails, the token is
  ///   forgotten nevertheless.
  public func logOut(_ invalidate: @Sendable (_ token: String) async throws -> Void = { _ in }) async throws {
    let old = try await tokens.current()
    try await tokens.set(nil)
    if let old { try await invalidate(old.accessToken) }
  }

  /// The token, prolonged if necessary, for endpoints that have it as a parameter.
  ///
  /// - Throws: ``OAuthError/loginRequired`` if there is none or it has expired.
  public var accessToken: String {
    get async throws { try await token().accessToken }
  }

  public func credential(for context: CredentialContext) async throws -> Credential {
    credential(of: try await token())
  }

  public func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
    guard let token = try await tokens.current(), token.accessToken == old.secret, !isDue(token) else {
      return credential(of: try await self.token())
    }
    // The service refused it.
    return credential(
      of: try await tokens.token(isUsable: { $0.accessToken != old.secret }, renew: prolonged))
  }

  public func isCurrent(_ credential: Credential) -> Bool { tokens.isCurrent(credential) }

  private func token() async throws -> OAuthToken {
    guard let token = try await tokens.current() else { throw OAuthError.loginRequired }
    guard isDue(token) else { return token }
    do {
      return try await tokens.token(isUsable: { [self] in !isDue($0) }, renew: prolonged)
    } catch {
      // Until it expires, the old one can still be used.
      guard !hasExpired(token), try await tokens.current() == token else { throw error }
      return token
    }
  }

  private func prolonged(_ token: OAuthToken?) async throws -> OAuthToken? {
    guard let token, !hasExpired(token) else { return nil }
    return try await prolong(token.accessToken).of(account: token.account)
  }

  private func isDue(_ token: OAuthToken) -> Bool {
    token.expiresAt.map { $0.timeIntervalSince(clock.date) <= margin } ?? false
  }

  private func hasExpired(_ token: OAuthToken) -> Bool { token.expiresAt.map { $0 <= clock.date } ?? false }

  /// Returns the credential with a time at which the client asks again, before the token expires.
  private func credential(of token: OAuthToken) -> Credential {
    let next = token.expiresAt.map { end in
      isDue(token) ? min(end, clock.date.addingTimeInterval(margin / 10)) : end.addingTimeInterval(-margin)
    }
    return .key(token.accessToken, expiresAt: next, account: token.account)
  }
}
