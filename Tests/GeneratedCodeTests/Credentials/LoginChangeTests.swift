import Foundation
import TestSupport
import Testing
import Vault
import WGNAPIClient
import WGNAPICredentials
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIOAuth

/// Another user logs in while a call of the first one waits: nothing is sent as somebody else's.
@Suite(.timeLimit(.minutes(5))) struct LoginChangeTests {
  private let ann = OAuthToken(accessToken: "ann", refreshToken: "r-ann", account: "ann")
  private let bob = OAuthToken(accessToken: "bob", refreshToken: "r-bob", account: "bob")

  /// A service whose responses wait for `isReleased`: to a refresh, and to requests with these tokens.
  private func service(
    refusing refused: Set<String> = [], _ isReleased: Shared<Bool>
  ) throws -> MisbehavingServer {
    try MisbehavingServer { request in
      if request.target == "/token" {
        return [
          .waitUntil { isReleased.now },
          .response(#"{"access_token": "ann-2", "token_type": "Bearer", "refresh_token": "r-ann-2"}"#),
        ]
      }
      let token = (request.fields["authorization"] ?? "").replacingOccurrences(of: "Bearer ", with: "")
      return refused.contains(token)
        ? [.waitUntil { isReleased.now }, .response("{}", status: "401 No")]
        : [.response(#"{"seen": "\#(token)"}"#)]
    }
  }

  private func session(_ service: MisbehavingServer, _ token: OAuthToken) -> OAuthSession {
    OAuthSession(
      OAuthApplication(
        OAuth2Flows(tokenURL: "http://127.0.0.1:\(service.port)/token"), clientID: "app",
        configuration: .plain()), storage: MemoryTokenStorage(token))
  }

  private func client(_ service: MisbehavingServer, _ session: OAuthSession) -> Client {
    Client(server: service.vault, token: .bearer("t"), user: session, configuration: .plain())
  }

  private func expectChanged(_ call: Task<Seen, any Error>) async {
    let error = await #expect(throws: APIError.self) { try await call.value }
    guard case .credential(let failure)? = error?.kind else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(failure.reason == .loginChanged && failure.credentials == ["user"])
  }

  /// Also for a client that has kept the expired token, and for calls that begin as the second user's while the first one's
  /// token is still being refreshed.
  @Test(arguments: [false, true]) func whileATokenIsRefreshed(isKept: Bool) async throws {
    let isReleased = Shared(false)
    let service = try service(isReleased)
    let start = Date()
    var expired = ann
    expired = OAuthToken(
      accessToken: "ann", refreshToken: "r-ann", expiresAt: start.addingTimeInterval(isKept ? 600 : -1),
      account: "ann")
    let clock = ManualClock(date: start)
    let session = OAuthSession(
      OAuthApplication(
        OAuth2Flows(tokenURL: "http://127.0.0.1:\(service.port)/token"), clientID: "app",
        configuration: .plain(clock)), storage: MemoryTokenStorage(expired))
    let provider = AskedProvider(session)
    let client = Client(
      server: service.vault, token: .bearer("t"), user: provider, configuration: .plain(clock))
    if isKept {
      #expect(try await client.readAsUser().seen == "ann")
      clock.advance(by: .seconds(601))
    }
    let anns = Task { try await client.readAsUser() }
    while !service.requests.contains(where: { $0.target == "/token" }) {
      try await Task.sleep(for: .milliseconds(2))
    }
    try await session.logIn(bob)
    let count = provider.askedLogins.now
    let bobs = Task { try await client.readAsUser() }
    // His call has begun when it asks whose it is.
    while provider.askedLogins.now == count { try await Task.sleep(for: .milliseconds(2)) }
    isReleased.with { $0 = true }
    await expectChanged(anns)
    #expect(try await bobs.value.seen == "bob")
    #expect(service.bearers.filter { $0 == "bob" }.count == 1)
  }

  /// The service refuses the first user's token when the second one is there.
  @Test func whileACallIsUnderWay() async throws {
    let isReleased = Shared(false)
    let service = try service(refusing: ["ann"], isReleased)
    let session = session(service, ann)
    let client = client(service, session)
    let anns = Task { try await client.readAsUser() }
    while service.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    try await session.logIn(bob)
    isReleased.with { $0 = true }
    await expectChanged(anns)
    #expect(service.bearers == ["ann"])
    #expect(try await client.readAsUser().seen == "bob")
  }

  /// The second user has logged in in another process, which keeps its token in the same place.
  @Test func inAnotherProcess() async throws {
    let service = try MisbehavingServer { request in
      if request.target == "/token" { return [.response(#"{"error": "invalid_grant"}"#, status: "400 Bad")] }
      let token = (request.fields["authorization"] ?? "").replacingOccurrences(of: "Bearer ", with: "")
      return token == "ann" ? [.response("{}", status: "401 No")] : [.response(#"{"seen": "\#(token)"}"#)]
    }
    let storage = MemoryTokenStorage(ann)
    let session = OAuthSession(
      OAuthApplication(
        OAuth2Flows(tokenURL: "http://127.0.0.1:\(service.port)/token"), clientID: "app",
        configuration: .plain()), storage: storage)
    let client = client(service, session)
    #expect(try await session.isLoggedIn)
    await storage.save(bob)
    await expectChanged(Task { try await client.readAsUser() })
    #expect(!service.bearers.contains("bob"))
    #expect(try await client.readAsUser().seen == "bob")
  }

  @Test func whileATokenIsProlonged() async throws {
    let clock = ManualClock()
    let isReleased = Shared(false)
    let isAsked = Shared(false)
    let session = TokenFlowSession(Client.api.tokenFlow, clock: clock) { _ in
      isAsked.with { $0 = true }
      while !isReleased.now { try await Task.sleep(for: .milliseconds(2)) }
      return OAuthToken(accessToken: "ann-2")
    }
    let callback = URL(string: "https://app.example/")!
    func logIn(_ token: String) async throws {
      let end = Int(clock.date.timeIntervalSince1970) + 60
      let response = URL(string: "https://app.example/?access_token=\(token)&expires_at=\(end)")!
      try await session.logIn(callback: response, for: callback)
    }
    try await logIn("ann")
    let anns = Task { try await session.accessToken }
    while !isAsked.now { try await Task.sleep(for: .milliseconds(2)) }
    try await logIn("bob")
    isReleased.with { $0 = true }
    await #expect(throws: OAuthError.loginChanged) { try await anns.value }
  }
}

/// A session that counts how often it is asked who is logged in.
private final class AskedProvider: LoginProvider {
  let askedLogins = Shared(0)
  private let session: OAuthSession

  init(_ session: OAuthSession) { self.session = session }

  var login: Int {
    askedLogins.with { $0 += 1 }
    return session.login
  }

  func credential(for context: CredentialContext) async throws -> Credential {
    try await session.credential(for: context)
  }

  func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
    try await session.refresh(old, for: context)
  }

  func isCurrent(_ credential: Credential) -> Bool { session.isCurrent(credential) }
}
