import Foundation
import TestSupport
import Testing
import Vault
import WGNAPIClient
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIOAuth

/// When a session prolongs its token, and what it does meanwhile.
@Suite(.timeLimit(.minutes(5))) struct ProlongationTests {
  private let callback = URL(string: "https://app.example/done")!

  private func logIn(_ session: TokenFlowSession, _ clock: ManualClock, lifetime: Int) async throws {
    let end = Int(clock.date.timeIntervalSince1970) + lifetime
    let response = URL(string: "https://app.example/done?status=ok&access_token=t0&expires_at=\(end)")!
    try await session.logIn(callback: response, for: callback)
  }

  // MARK: How often

  /// The service's tokens live an hour, and the margin is a day.
  @Test func aTokenThatLivesLessThanTheMargin() async throws {
    let clock = ManualClock()
    let prolonged = Shared<[Date]>([])
    let session = TokenFlowSession(Client.api.tokenFlow, clock: clock) { _ in
      prolonged.with { $0.append(clock.date) }
      return OAuthToken(
        accessToken: "t\(prolonged.now.count)", expiresAt: clock.date.addingTimeInterval(3_600))
    }
    let server = try MisbehavingServer { _ in [.response(#"{"status": "ok", "data": {"seen": "ok"}}"#)] }
    let client = Client(
      server: server.vault, token: .bearer("t"), player: session, configuration: .plain(clock))
    try await logIn(session, clock, lifetime: 3_600)
    let start = clock.date
    for _ in 0..<90 {
      for _ in 0..<3 { _ = try await session.accessToken }
      _ = try await client.asPlayer()
      clock.advance(by: .seconds(60))
    }
    // At once, because nobody knows how long the first one has lived, and then after three quarters of an hour.
    let minutes = prolonged.now.map { Int($0.timeIntervalSince(start) / 60) }
    #expect(minutes.count == 2 && minutes.first == 0 && (44...45).contains(minutes.last ?? 0), "\(minutes)")
  }

  @Test func aProlongationThatFails() async throws {
    let clock = ManualClock()
    let asked = Shared(0)
    let session = TokenFlowSession(Client.api.tokenFlow, clock: clock) { _ in
      asked.with { $0 += 1 }
      throw ProviderFailure()
    }
    let isRefused = Shared(false)
    let server = try MisbehavingServer { _ in
      isRefused.now
        ? [.response("{}", status: "401 No")] : [.response(#"{"status": "ok", "data": {"seen": "ok"}}"#)]
    }
    let client = Client(
      server: server.vault, token: .bearer("t"), player: session, configuration: .plain(clock))
    try await logIn(session, clock, lifetime: 7_200)
    for _ in 0..<7_199 {
      #expect(try await session.accessToken == "t0")
      clock.advance(by: .seconds(1))
    }
    // 30 seconds, a minute, two, four, eight, 16, 32, and then quarters of what is left.
    #expect((8...20).contains(asked.now), "\(asked.now)")
    let count = asked.now
    // A refusal doesn't end the pause.
    try await logIn(session, clock, lifetime: 7_200)
    _ = try await client.asPlayer()
    isRefused.with { $0 = true }
    for _ in 0..<5 { await #expect(throws: APIError.self) { _ = try await client.asPlayer() } }
    #expect(asked.now == count + 1)
    clock.advance(by: .seconds(31))
    await #expect(throws: APIError.self) { _ = try await client.asPlayer() }
    #expect(asked.now == count + 2)
  }

  // MARK: Log-out

  /// The service issues a new token while the user logs out. Both have to be invalidated.
  @Test(arguments: [false, true]) func loggingOutDuringAProlongation(isFailing: Bool) async throws {
    let clock = ManualClock()
    let isReleased = Shared(false)
    let isAsked = Shared(false)
    let session = TokenFlowSession(Client.api.tokenFlow, clock: clock) { _ in
      isAsked.with { $0 = true }
      while !isReleased.now { try await Task.sleep(for: .milliseconds(2)) }
      return OAuthToken(accessToken: "t1", expiresAt: clock.date.addingTimeInterval(1e6))
    }
    try await logIn(session, clock, lifetime: 60)
    let reading = Task { try await session.accessToken }
    while !isAsked.now { try await Task.sleep(for: .milliseconds(2)) }
    let invalidated = Shared<[String]>([])
    let loggingOut = Task {
      try await session.logOut { token in
        invalidated.with { $0.append(token) }
        if isFailing, token == "t0" { throw ProviderFailure() }
      }
    }
    while invalidated.now.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    await #expect(throws: OAuthError.loginRequired) { try await session.accessToken }
    isReleased.with { $0 = true }
    if isFailing {
      await #expect(throws: ProviderFailure.self) { try await loggingOut.value }
    } else {
      try await loggingOut.value
    }
    #expect(invalidated.now == ["t0", "t1"])
    await #expect(throws: OAuthError.loginRequired) { try await reading.value }
    await #expect(throws: OAuthError.loginRequired) { try await session.accessToken }
  }

  /// Somebody leaves the screen on which they logged out. Nobody but the session knows the tokens, so it goes on.
  @Test func aCancelledLogOutGoesOn() async throws {
    let clock = ManualClock()
    let isReleased = Shared(false)
    let isAsked = Shared(false)
    let session = TokenFlowSession(Client.api.tokenFlow, clock: clock) { _ in
      isAsked.with { $0 = true }
      while !isReleased.now { try await Task.sleep(for: .milliseconds(2)) }
      return OAuthToken(accessToken: "t1", expiresAt: clock.date.addingTimeInterval(1e6))
    }
    try await logIn(session, clock, lifetime: 60)
    let reading = Task { try await session.accessToken }
    while !isAsked.now { try await Task.sleep(for: .milliseconds(2)) }
    let invalidated = Shared<[String]>([])
    let isCancelled = Shared(false)
    let loggingOut = Task {
      try await session.logOut { token in
        invalidated.with { $0.append(token) }
        while !isCancelled.now { try await Task.sleep(for: .milliseconds(2)) }
        try Task.checkCancellation()
      }
    }
    while invalidated.now.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    loggingOut.cancel()
    isCancelled.with { $0 = true }
    isReleased.with { $0 = true }
    try await loggingOut.value
    #expect(invalidated.now == ["t0", "t1"])
    await #expect(throws: OAuthError.loginRequired) { try await reading.value }
  }

  /// Another user logs in, and out, before the first one's prolongation ends. Each token is invalidated once, by its own
  /// user's log-out.
  @Test(arguments: [false, true]) func anotherUserLogsInBeforeTheProlongationEnds(logsOut: Bool) async throws
  {
    let clock = ManualClock()
    let isReleased = Shared(false)
    let isAsked = Shared(false)
    let session = TokenFlowSession(Client.api.tokenFlow, clock: clock) { token in
      guard token == "t0" else { throw ProviderFailure() }
      isAsked.with { $0 = true }
      while !isReleased.now { try await Task.sleep(for: .milliseconds(2)) }
      return OAuthToken(accessToken: "t1", expiresAt: clock.date.addingTimeInterval(1e6))
    }
    try await logIn(session, clock, lifetime: 60)
    let reading = Task { try await session.accessToken }
    while !isAsked.now { try await Task.sleep(for: .milliseconds(2)) }
    let (anns, bobs) = (Shared<[String]>([]), Shared<[String]>([]))
    let annLogsOut = Task { try await session.logOut { token in anns.with { $0.append(token) } } }
    while anns.now.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    let end = Int(clock.date.timeIntervalSince1970) + 1_000_000
    let response = URL(string: "https://app.example/done?status=ok&access_token=b0&expires_at=\(end)")!
    try await session.logIn(callback: response, for: callback)
    let bobLogsOut = Task {
      if logsOut { try await session.logOut { token in bobs.with { $0.append(token) } } }
    }
    while logsOut, bobs.now.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    isReleased.with { $0 = true }
    try await annLogsOut.value
    try await bobLogsOut.value
    #expect(anns.now == ["t0", "t1"])
    #expect(bobs.now == (logsOut ? ["b0"] : []))
    await #expect(throws: OAuthError.self) { try await reading.value }
    if logsOut {
      await #expect(throws: OAuthError.loginRequired) { try await session.accessToken }
    } else {
      #expect(try await session.accessToken == "b0")
    }
  }

  // MARK: A provider's own requests

  /// The endpoint that prolongs a token needs the token itself.
  @Test(arguments: [false, true]) func aProlongationThatUsesItsSession(isShared: Bool) async throws {
    let clock = ManualClock()
    let server = try MisbehavingServer { _ in [.response(#"{"status": "ok", "data": {"seen": "ok"}}"#)] }
    let made = Shared<[Client]>([])
    let reads = Shared<[String]>([])
    let session = TokenFlowSession(Client.api.tokenFlow, clock: clock) { _ in
      for client in made.now { _ = try await client.asPlayer() }
      guard let session = made.now.first.flatMap({ _ in sessions.now.first }) else { throw ProviderFailure() }
      let token = try await session.accessToken
      reads.with { $0.append(token) }
      return OAuthToken(accessToken: "t1", expiresAt: clock.date.addingTimeInterval(1e6))
    }
    sessions.with { $0 = [session] }
    made.with {
      $0 = (0..<2).map { _ in
        Client(server: server.vault, token: .bearer("t"), player: session, configuration: .plain(clock))
      }
    }
    try await logIn(session, clock, lifetime: 60)
    if isShared {
      // Calls of both clients, of which one prolongs the token, and reads of it.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in made.now + made.now { group.addTask { _ = try await client.asPlayer() } }
        group.addTask { _ = try await session.accessToken }
        try await group.waitForAll()
      }
    } else {
      _ = try await made.now[0].asPlayer()
    }
    #expect(reads.now == ["t0"])
    #expect(try await session.accessToken == "t1")
    let targets = server.requests.map(\.target)
    #expect(targets.prefix(2) == ["/player?access_token=t0", "/player?access_token=t0"])
    #expect(targets.dropFirst(2).allSatisfy { $0 == "/player?access_token=t1" })
  }

  private let sessions = Shared<[TokenFlowSession]>([])

  @Test func aProviderThatNeedsItself() async throws {
    let server = try MisbehavingServer(accepting: ["1"])
    let made = Shared<Client?>(nil)
    let provider = Provider { _ in
      guard let client = made.now else { throw ProviderFailure() }
      return .bearer(try await client.default().seen)
    }
    let client = Client(server: server.vault, token: provider, configuration: .plain())
    made.with { $0 = client }
    let error = await #expect(throws: APIError.self) { try await client.default() }
    #expect(
      "\(error.map(String.init(describing:)) ?? "")".contains("provider's own request needs this"),
      "\(String(describing: error))")
    #expect(server.requests.isEmpty)
  }

  /// A task that a prolongation starts and that goes on isn't a part of it.
  @Test func aTaskThatOutlivesItsProlongation() async throws {
    let clock = ManualClock()
    let prolonged = Shared(0)
    let isOver = Shared(false)
    let later = Shared<Task<String, any Error>?>(nil)
    let sessions = sessions
    let session = TokenFlowSession(Client.api.tokenFlow, clock: clock) { _ in
      let number = prolonged.with { number -> Int in
        number += 1
        return number
      }
      if number == 1 {
        later.with {
          $0 = Task {
            while !isOver.now { try await Task.sleep(for: .milliseconds(2)) }
            return try await sessions.now.first?.accessToken ?? ""
          }
        }
      }
      return OAuthToken(accessToken: "t\(number)", expiresAt: clock.date.addingTimeInterval(100_000))
    }
    sessions.with { $0 = [session] }
    try await logIn(session, clock, lifetime: 60)
    #expect(try await session.accessToken == "t1")
    clock.advance(by: .seconds(50_000))
    isOver.with { $0 = true }
    #expect(try await later.now?.value == "t2")
  }

  // MARK: Tokens and addresses

  @Test(arguments: ["", "a\nb", "a\u{0}"]) func aTokenThatCannotBeSent(text: String) async throws {
    let clock = ManualClock()
    let session = TokenFlowSession(Client.api.tokenFlow, margin: .zero, clock: clock) { _ in
      OAuthToken(accessToken: text)
    }
    let storage = MemoryTokenStorage()
    let other = TokenFlowSession(Client.api.tokenFlow, storage: storage, clock: clock) { _ in
      OAuthToken(accessToken: text)
    }
    var parts = try #require(URLComponents(url: callback, resolvingAgainstBaseURL: true))
    parts.queryItems = [URLQueryItem(name: "access_token", value: text)]
    let response = try #require(parts.url)
    let error = await #expect(throws: OAuthError.self) {
      try await session.logIn(callback: response, for: callback)
    }
    guard case .invalidCallback? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    // The old one stays in use.
    try await logIn(other, clock, lifetime: 60)
    #expect(try await other.accessToken == "t0")
    #expect(await storage.load()?.accessToken == "t0")
  }

  @Test func aCallbackThatHasAState() async throws {
    let own = URL(string: "https://app.example/done?x=a%2Bb%26c&state=mine&y")!
    let redirectURI = TokenFlowSession.redirectURI(to: own)
    #expect(redirectURI.absoluteString.hasPrefix("https://app.example/done?x=a%2Bb%26c&y&state="))
    #expect(!redirectURI.absoluteString.contains("mine"))
    let session = TokenFlowSession(Client.api.tokenFlow) { _ in throw ProviderFailure() }
    let response = URL(string: redirectURI.absoluteString + "&status=ok&access_token=t")!
    try await session.logIn(callback: response, for: redirectURI)
    #expect(try await session.accessToken == "t")
  }
}
