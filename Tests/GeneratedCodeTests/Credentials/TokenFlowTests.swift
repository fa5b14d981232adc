import Foundation
import TestSupport
import Testing
import Vault
import WGNAPIClient
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIOAuth

/// Log-in pages that lead back with a token, and sessions that many clients share.
@Suite(.timeLimit(.minutes(5))) struct TokenFlowTests {
  private let callback = URL(string: "https://app.example/done?x=1")!

  private func session(
    _ clock: ManualClock,
    _ prolong: @escaping @Sendable (String) throws -> OAuthToken = { _ in throw ProviderFailure() }
  ) -> TokenFlowSession {
    TokenFlowSession(Client.api.tokenFlow, clock: clock) { try prolong($0) }
  }

  private func response(to redirectURI: URL, _ query: String) -> URL {
    URL(string: redirectURI.absoluteString + "&" + query)!
  }

  @Test func aCallback() async throws {
    let session = session(ManualClock())
    let redirectURI = TokenFlowSession.redirectURI(to: callback)
    #expect(redirectURI.absoluteString.hasPrefix("https://app.example/done?x=1&state="))
    #expect(redirectURI != TokenFlowSession.redirectURI(to: callback))
    let token = try session.token(
      in: response(to: redirectURI, "status=ok&access_token=t&expires_at=1700100000&account_id=1"),
      for: redirectURI)
    #expect(
      token
        == OAuthToken(
          accessToken: "t", expiresAt: Date(timeIntervalSince1970: 1_700_100_000), account: token.account))
    #expect(token.account != nil)
    #expect(throws: OAuthError.denied) {
      try session.token(
        in: response(to: redirectURI, "status=error&code=401&message=AUTH_CANCEL"), for: redirectURI)
    }
    #expect(throws: OAuthError.service(code: "410", text: "AUTH_ERROR")) {
      try session.token(
        in: response(to: redirectURI, "status=error&code=410&message=AUTH_ERROR"), for: redirectURI)
    }
    #expect(throws: OAuthError.invalidCallback("it has no 'access_token'")) {
      try session.token(in: response(to: redirectURI, "status=ok"), for: redirectURI)
    }
    #expect(throws: OAuthError.invalidCallback("its 'state' doesn't match")) {
      try session.token(in: response(to: callback, "status=ok&access_token=evil"), for: redirectURI)
    }
  }

  @Test func itIsProlongedADayBeforeItExpires() async throws {
    let clock = ManualClock()
    let prolonged = Shared<[String]>([])
    let session = session(clock) { token in
      prolonged.with { $0.append(token) }
      // The service may keep the token.
      return OAuthToken(accessToken: token, expiresAt: clock.date.addingTimeInterval(14 * 86_400))
    }
    let server = try MisbehavingServer { _ in [.response(#"{"status": "ok", "data": {"seen": "ok"}}"#)] }
    let client = Client(
      server: server.vault, token: .bearer("t"), player: session, configuration: .plain(clock))
    let error = await #expect(throws: APIError.self) { _ = try await client.asPlayer() }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("the user has to log in"))
    let end = Int(clock.date.timeIntervalSince1970) + 14 * 86_400
    try await session.logIn(
      callback: response(to: callback, "status=ok&access_token=t1&expires_at=\(end)"), for: callback)
    for days in 0..<27 {
      _ = try await client.asPlayer()
      #expect(prolonged.now.count == (days < 13 ? 0 : days < 26 ? 1 : 2), "\(days)")
      clock.advance(by: .seconds(86_400))
    }
    #expect(try await session.accessToken == "t1")
    #expect(Set(server.requests.map(\.target)) == ["/player?access_token=t1"])
    let revoked = Shared<[String]>([])
    try await session.logOut { token in revoked.with { $0.append(token) } }
    #expect(revoked.now == ["t1"])
    await #expect(throws: APIError.self) { _ = try await client.asPlayer() }
    await #expect(throws: OAuthError.loginRequired) { try await session.accessToken }
  }

  @Test func aTokenThatCannotBeProlongedIsUsedToItsEnd() async throws {
    let clock = ManualClock()
    let session = session(clock)
    let end = Int(clock.date.timeIntervalSince1970) + 86_400
    try await session.logIn(
      callback: response(to: callback, "status=ok&access_token=t1&expires_at=\(end)"), for: callback)
    #expect(try await session.accessToken == "t1")
    clock.advance(by: .seconds(86_399))
    #expect(try await session.accessToken == "t1")
    clock.advance(by: .seconds(1))
    await #expect(throws: OAuthError.loginRequired) { try await session.accessToken }
  }

  /// One session, two clients, 64 calls, a service that rotates its refresh tokens, and real connections.
  @Test func aSessionRefreshesOnceForAllClients() async throws {
    let refreshes = Shared(0)
    let server = try MisbehavingServer { request in
      if request.target == "/token" {
        let body = String(decoding: request.body, as: UTF8.self)
        guard body.contains("refresh_token=r0") else {
          return [.response(#"{"error": "invalid_grant"}"#, status: "400 Bad")]
        }
        refreshes.with { $0 += 1 }
        return [
          .wait(milliseconds: 50),
          .response(
            #"{"access_token": "a1", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "r1"}"#),
        ]
      }
      return request.fields["authorization"] == "Bearer a1"
        ? [.response(#"{"seen": "ok"}"#)] : [.response("{}", status: "401 No")]
    }
    let application = OAuthApplication(
      OAuth2Flows(tokenURL: "http://127.0.0.1:\(server.port)/token"), clientID: "app",
      configuration: .plain())
    let storage = MemoryTokenStorage(OAuthToken(accessToken: "a0", refreshToken: "r0"))
    let session = OAuthSession(application, storage: storage)
    let clients = (0..<2).map { _ in
      Client(server: server.vault, token: .bearer("t"), user: session, configuration: .plain())
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for n in 0..<64 {
        group.addTask {
          let seen = try await clients[n % 2].readAsUser()
          #expect(seen.seen == "ok")
        }
      }
      try await group.waitForAll()
    }
    #expect(refreshes.now == 1)
    #expect(await storage.load()?.refreshToken == "r1")
  }
}
