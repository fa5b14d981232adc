import Foundation
import TestSupport
import Testing
import WGNAPIOAuth
import WGNAPIRuntime
import WOT

/// Wargaming's log-in, with the client as it is: tokens are parameters of its requests.
@Suite struct TokenFlowTests {
  @Test func aPlayerLogsIn() async throws {
    let now = Int(Date().timeIntervalSince1970)
    let service = try MisbehavingServer { request in
      switch request.target {
      case "/wot/auth/prolongate/":
        [
          .response(
            #"{"status": "ok", "data": {"access_token": "l0ng", "account_id": 1, "expires_at": \#(now + 1_000_000)}}"#
          )
        ]
      case "/wot/auth/logout/": [.response(#"{"status": "ok", "data": null}"#)]
      default: [.response(#"{"status": "ok", "data": {"1": null}}"#)]
      }
    }
    let client = Client(
      server: Server(url: "http://127.0.0.1:\(service.port)/", like: .eu), applicationID: "demo",
      configuration: ClientConfiguration(middleware: []))
    let session = TokenFlowSession(Client.api.tokenFlow) { token in
      let grant = try await client.prolongateToken(accessToken: AccessToken(rawValue: token))
      return OAuthToken(accessToken: grant.accessToken.rawValue, expiresAt: grant.expiresAt)
    }
    let callback = try #require(URL(string: "https://app.example/done"))
    let redirectURI = TokenFlowSession.redirectURI(to: callback)
    let page = try client.httpRequest(for: LoginRequest(redirectURI: redirectURI)).url
    #expect(page.contains("/wot/auth/login/?redirect_uri=https%3A%2F%2Fapp.example%2Fdone%3Fstate%3D"))
    let response = try #require(
      URL(
        string: redirectURI.absoluteString
          + "&status=ok&access_token=sh0rt&expires_at=\(now + 60)&account_id=1&nickname=a"))
    try await session.logIn(callback: response, for: redirectURI)
    let token = try await session.accessToken
    #expect(token == "l0ng")
    _ = try await client.players(accountIDs: [1], accessToken: AccessToken(rawValue: token))
    #expect(service.requests.last?.target.contains("access_token=l0ng") == true)
    try await session.logOut { try await client.logout(accessToken: AccessToken(rawValue: $0)) }
    #expect(service.requests.map { $0.target.split(separator: "?")[0] }.last == "/wot/auth/logout/")
    await #expect(throws: OAuthError.loginRequired) { try await session.accessToken }
  }
}
