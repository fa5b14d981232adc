import Foundation
import TestSupport
import Testing
import Vault
import WGNAPICache
import WGNAPIClient
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIOAuth

/// Cached responses by the account of a credential, on real connections.
@Suite(.timeLimit(.minutes(5))) struct AccountTests {
  /// Repeats the token, and lets its responses be kept. They vary by it, as GitHub's do.
  private func server(
    refusing refused: Set<String> = [], _ wait: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws -> MisbehavingServer {
    try MisbehavingServer { request in
      let token = (request.fields["authorization"] ?? "").replacingOccurrences(of: "Bearer ", with: "")
      return [
        .waitUntil { wait(token) },
        .response(
          #"{"seen": "\#(token)"}"#, status: refused.contains(token) ? "401 Unauthorized" : "200 OK",
          fields: ["Cache-Control: max-age=3600", "Vary: Authorization"]),
      ]
    }
  }

  private func client(
    _ server: MisbehavingServer, _ token: any CredentialProvider, cache: ResponseCache = ResponseCache()
  ) -> Client {
    Client(server: server.vault, token: token, configuration: .plain(cache: cache))
  }

  @Test func renewedTokensFindTheirAccountsResponses() async throws {
    let server = try server()
    let ann = client(server, .bearer("1", account: "ann"))
    #expect(try await ann.default().seen == "1")
    let renewed = try await ann.with(token: .bearer("2", account: "ann")).response(to: DefaultRequest())
    #expect(renewed.value.seen == "1")
    #expect(renewed.origin == .cache)
    // Another account with the same token, which can't be; one without an account; and an account that is
    // spelled like a token.
    let others: [Credential] = [
      .bearer("1", account: "bob"), .bearer("1"), .bearer("2"), .bearer("ann"), .bearer("3", account: ""),
      .bearer("4", account: ""), .bearer("5", account: "Bearer 1"), .bearer("6", account: "Ann"),
    ]
    for (number, other) in others.enumerated() {
      #expect(try await ann.with(token: other).default().seen == other.secret)
      #expect(server.requests.count == number + 2)
    }
    try await ann.with(token: .bearer("7", account: "ann")).removeCached(DefaultRequest())
    #expect(try await ann.with(token: .bearer("8", account: "ann")).default().seen == "8")
  }

  /// Of several credentials, each is known by its own account, and those in other places by their secrets.
  @Test func severalCredentials() async throws {
    let server = try MisbehavingServer { request in
      let seen = (request.fields["x-api-key"] ?? "") + request.target
      return [.response(#"{"seen": "\#(seen)"}"#, fields: ["Cache-Control: max-age=3600"])]
    }
    let ann = client(server, .bearer("t"))
    func seen(_ key: Credential, _ hidden: Credential) async throws -> String {
      try await ann.with(key: key).with(hidden: hidden).both().seen
    }
    let first = "Bot 1/both?api_key=h"
    #expect(try await seen(.key("1", account: "ann"), .key("h", account: "ann")) == first)
    #expect(try await seen(.key("2", account: "ann"), .key("h", account: "bob")) == first)
    #expect(
      try await seen(.key("3", account: "ann"), .key("i", account: "ann")) == "Bot 3/both?api_key=i")
    #expect(
      try await seen(.key("4", account: "bob"), .key("h", account: "ann")) == "Bot 4/both?api_key=h")
    #expect(server.requests.count == 3)
  }

  @Test func aProviderThatRenews() async throws {
    let server = try server(refusing: ["old"])
    let provider = Provider {
      .bearer($0 == 1 ? "1" : "old", account: "ann")
    } renew: { _, _ in
      .bearer("2", account: "ann")
    }
    let first = client(server, provider)
    #expect(try await first.default(n: 1).seen == "1")
    let second = first.with(token: Provider("old") { _, _ in .bearer("2", account: "ann") })
    #expect(try await second.default(n: 2).seen == "2")
    #expect(try await second.default(n: 1).seen == "1")
    #expect(server.bearers == ["1", "old", "2"])
  }

  /// A refusal of the old token isn't the response to the same call with the new one.
  @Test func refusalsAreNotShared() async throws {
    let isReleased = Shared(false)
    let server = try server(refusing: ["old"]) { $0 != "old" || isReleased.now }
    let ann = client(server, .bearer("old", account: "ann"))
    let refused = Task { try await ann.response(to: DefaultRequest()) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try await ann.with(token: .bearer("new", account: "ann")).default().seen == "new")
    isReleased.with { $0 = true }
    let error = await #expect(throws: APIError.self) { try await refused.value }
    #expect(error?.status == 401)
    #expect(server.bearers == ["old", "new"])
  }

  /// Each log-in is an account of its own, and its tokens stay with it unless their rights change.
  @Test func logIns() async throws {
    let scopes = Shared("read")
    let service = try MisbehavingServer { request in
      let body = #""token_type": "Bearer", "refresh_token": "r", "scope": "\#(scopes.now)""#
      return [.response(#"{"access_token": "\#(request.number)", \#(body)}"#)]
    }
    let application = OAuthApplication(
      OAuth2Flows(tokenURL: service.server.baseURL + "/token"), clientID: "app", clientSecret: "s",
      configuration: .plain())
    let first = try await application.token([])
    let account = try #require(first.account)
    #expect(account.utf8.count >= 22)
    #expect(try await application.token([]).account != account)
    let context = CredentialContext(name: "user", api: "Vault", server: Server.main().core)
    let session = OAuthSession(application)
    try await session.logIn(first)
    let old = try await session.credential(for: context)
    let new = try await session.refresh(old, for: context)
    #expect(old.account == account && new.account == account && old.secret != new.secret)
    scopes.with { $0 = "read write" }
    let wider = try await session.refresh(new, for: context)
    #expect(wider.account != account && wider.account != nil)
    // A token from elsewhere gets one, which stays.
    try await session.logIn(
      OAuthToken(accessToken: "given", refreshToken: "r", scopes: ["read", "write"]))
    let given = try await session.credential(for: context)
    #expect(given.account != nil && given.account != wider.account)
    #expect(try await session.refresh(given, for: context).account == given.account)
    let own = ClientCredentialsProvider(application)
    let token = try await own.credential(for: context)
    #expect(try await own.refresh(token, for: context).account == token.account)
    scopes.with { $0 = "read" }
    let narrower = try await own.refresh(token, for: context)
    #expect(narrower.secret != token.secret)
    let data = try JSONEncoder().encode(first)
    #expect(try JSONDecoder().decode(OAuthToken.self, from: data) == first)
    #expect(
      try JSONDecoder().decode(OAuthToken.self, from: Data(#"{"accessToken": "a"}"#.utf8)).account == nil)
  }
}
