import WGNAPIClient
import WGNAPICredentials
import WGNAPISupport

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
/// It prolongs the token before it expires, once for all that wait for it. If that fails, it tries again after 30 seconds, and
/// then less and less often. A call that waits for a token fails if another user logs in meanwhile: it isn't sent as theirs.
public final class TokenFlowSession: CredentialProvider, CustomReflectable {
  /// Calls an endpoint with a token.
  public typealias Prolongation = @Sendable (_ token: String) async throws -> OAuthToken

  private let flow: TokenFlow
  private let times: ProlongationTimes
  private let prolong: Prolongation
  private let tokens: TokenKeeper

  /// Creates a session with the token in the storage, if there is one.
  ///
  /// - Parameters:
  ///   - flow: The API's flow: `Client.api.tokenFlow`.
  ///   - margin: The time before its expiry at which a token is prolonged. A service's token that lives less long is prolonged
  ///     when a quarter of its lifetime is left.
  ///   - storage: The place that keeps the token between runs.
  ///   - clock: The client's clock.
  ///   - prolong: Calls the endpoint that extends a token's lifetime, and returns the new token. To its own calls, the
  ///     session gives the token as it is.
  public init(
    _ flow: TokenFlow?, margin: Duration = .seconds(86_400),
    storage: any TokenStorage = MemoryTokenStorage(), clock: any ClientClock = .system,
    prolong: @escaping Prolongation
  ) {
    self.flow = flow ?? TokenFlow(login: "")
    times = ProlongationTimes(margin: margin / .seconds(1), clock: clock)
    self.prolong = prolong
    tokens = TokenKeeper(storage)
  }

  /// A mirror without the token.
  public var customMirror: Mirror { Mirror(self, children: ["flow": flow]) }

  /// Returns the address to ask the log-in page to lead back to: `callback` with a random `state`, which
  /// ``logIn(callback:for:)`` checks. It replaces a `state` that `callback` has already.
  public static func redirectURI(to callback: URL) -> URL {
    guard var parts = URLComponents(url: callback, resolvingAgainstBaseURL: true) else { return callback }
    // The other parameters stay as they are spelled.
    let query = parts.percentEncodedQuery ?? ""
    var items = query.split(separator: "&", omittingEmptySubsequences: false).filter { item in
      PercentEncoding.decode(item.prefix { $0 != "=" }) != "state" && !query.isEmpty
    }
    items.append("state=\(PKCE.randomText())")
    parts.percentEncodedQuery = items.joined(separator: "&")
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
    let given = try query[flow.tokenParameter]
    if let status = try query["status"], status != "ok" {
      let code = try query["code"] ?? status
      let text = try query["message"]
      if text == "AUTH_CANCEL" { throw .denied }
      var redaction = Redaction()
      for secret in [given, try query["state"]] { redaction.add(secret ?? "") }
      throw .reported(code: code, text: text, redaction)
    }
    guard let token = given, !token.isEmpty else {
      throw .invalidCallback("it has no '\(flow.tokenParameter)'")
    }
    if let problem = OAuthToken.problem(of: token) {
      throw .invalidCallback("its '\(flow.tokenParameter)' \(problem)")
    }
    let expiry = try query[flow.expiryParameter ?? "expires_at"].flatMap(Double.init)
    return OAuthToken(
      accessToken: token,
      expiresAt: expiry.flatMap { $0.isFinite ? Date(timeIntervalSince1970: $0) : nil },
      account: PKCE.randomText())
  }

  /// Forgets the token, also in the storage.
  ///
  /// If a prolongation is under way, this waits for it, because its token has to be invalidated, too. A log-out that has begun
  /// goes on if its task is cancelled: otherwise, a token would stay valid that nobody knows.
  ///
  /// - Parameter invalidate: Calls the endpoint that invalidates a token. It is called after the token is forgotten, and again
  ///   for the token of a prolongation that was under way.
  /// - Throws: The first error of the storage or of `invalidate`. All else is done nevertheless.
  public func logOut(
    _ invalidate: @escaping @Sendable (_ token: String) async throws -> Void = { _ in }
  ) async throws {
    // A task of its own isn't cancelled with the caller's.
    try await Task { try await loggedOut(invalidate) }.value
  }

  private func loggedOut(_ invalidate: @Sendable (_ token: String) async throws -> Void) async throws {
    var failures: [any Error] = []
    do { _ = try await tokens.current() } catch { failures.append(error) }
    let old = tokens.remove()
    do { try await tokens.save() } catch { failures.append(error) }
    if let old {
      do { try await invalidate(old.token.accessToken) } catch { failures.append(error) }
      let late = try await tokens.lateToken(of: old.login)?.accessToken
      if let late, late != old.token.accessToken {
        do { try await invalidate(late) } catch { failures.append(error) }
      }
    }
    if let first = failures.first { throw first }
  }

  /// The token, prolonged if necessary, for endpoints that have it as a parameter.
  ///
  /// - Throws: ``OAuthError/loginRequired`` if there is none or it has expired, and ``OAuthError/loginChanged`` if another user
  ///   logs in while it is being prolonged.
  public var accessToken: String {
    get async throws {
      let login = tokens.login
      let held = try await held()
      guard held.login == login else { throw OAuthError.loginChanged }
      return held.token.accessToken
    }
  }

  public func credential(for context: CredentialContext) async throws -> Credential {
    credential(of: try await held())
  }

  public func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
    guard let held = try await tokens.current(), held.token.accessToken == old.secret, isUsable(held.token)
    else { return credential(of: try await held()) }
    if times.hasJustFailed(held.token) { return credential(of: held) }
    // The service refused it.
    return credential(
      of: try await tokens.token(isUsable: { $0.accessToken != old.secret }, renew: prolonged))
  }

  public func isCurrent(_ credential: Credential) -> Bool { tokens.isCurrent(credential) }

  private func isUsable(_ token: OAuthToken) -> Bool { !times.hasExpired(token) && !times.isDue(token) }

  private func held() async throws -> TokenKeeper.Held {
    guard let held = try await tokens.current() else { throw OAuthError.loginRequired }
    guard !isUsable(held.token) else { return held }
    do {
      return try await tokens.token(isUsable: { [self] in isUsable($0) }, renew: prolonged)
    } catch {
      // Until it expires, the old one can still be used.
      guard let last = try await tokens.current(), last.login == held.login, !times.hasExpired(last.token)
      else { throw error }
      return last
    }
  }

  private func prolonged(_ token: OAuthToken?) async throws -> OAuthToken? {
    guard let token, !times.hasExpired(token) else { return nil }
    do {
      let new = try await prolong(token.accessToken).of(account: token.account)
      if let problem = new.problem { throw OAuthError.invalidResponse("the prolonged token \(problem)") }
      times.succeeded(with: new)
      return new
    } catch {
      times.failed(token)
      throw error
    }
  }

  /// Returns the credential with a time at which the client asks again, before the token expires.
  private func credential(of held: TokenKeeper.Held) -> Credential {
    let token = held.token
    var credential = Credential.key(
      token.accessToken, expiresAt: times.date(for: token), account: token.account)
    credential.login = held.login
    return credential
  }
}

extension TokenFlowSession: LoginProvider {
  package var login: Int { tokens.login }
}
