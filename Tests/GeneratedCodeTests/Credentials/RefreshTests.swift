import Foundation
import TestSupport
import Testing
import Vault
import WGNAPIClient
import WGNAPIRuntime
import WGNAPITesting

/// What a client does when its credential expires or is refused, on real connections.
@Suite(.timeLimit(.minutes(5))) struct RefreshTests {
  @Test func sixtyFourCallsRefreshOnce() async throws {
    let server = try MisbehavingServer(accepting: ["new"])
    let provider = Provider("old") { _, _ in
      try await Task.sleep(for: .milliseconds(50))
      return .bearer("new")
    }
    let client = Client(server: server.vault, token: provider, configuration: .plain())
    let seen = try await withThrowingTaskGroup(of: String.self) { group in
      for n in 0..<64 { group.addTask { try await client.default(n: n).seen } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(seen == Array(repeating: "ok", count: 64))
    #expect(provider.asked.now == 1)
    #expect(provider.refreshed.now == 1)
    #expect(server.bearers.filter { $0 == "new" }.count == 64)
    #expect(server.requests.count <= 128)
  }

  @Test func copiesOfAClientShareIt() async throws {
    let server = try MisbehavingServer(accepting: ["t"])
    let provider = Provider { _ in .bearer("t") }
    let client = Client(server: server.vault, token: provider, configuration: .plain())
    _ = try await client.default()
    _ = try await client.with(key: .key("k")).with(server: server.vault).default()
    #expect(provider.asked.now == 1)
    // Another server is another question.
    _ = try await client.with(server: Server(url: "http://localhost:\(server.port)/", like: .main()))
      .default()
    #expect(provider.asked.now == 2)
  }

  @Test func beforeItExpires() async throws {
    let server = try MisbehavingServer(accepting: ["1", "2"])
    let clock = ManualClock()
    let provider = Provider { number in
      .bearer("\(number)", expiresAt: clock.date.addingTimeInterval(600))
    } renew: { _, _ in
      .bearer("2", expiresAt: clock.date.addingTimeInterval(600))
    }
    let client = Client(server: server.vault, token: provider, configuration: .plain(clock))
    _ = try await client.default(n: 1)
    clock.advance(by: .seconds(569))
    _ = try await client.default(n: 2)
    clock.advance(by: .seconds(2))
    _ = try await client.default(n: 3)
    #expect(server.bearers == ["1", "1", "2"])
    #expect(provider.refreshed.now == 1)
  }

  @Test func aShortLifetimeIsUsed() async throws {
    let server = try MisbehavingServer(accepting: ["1", "2"])
    let clock = ManualClock()
    let provider = Provider { _ in
      .bearer("1", expiresAt: clock.date.addingTimeInterval(8))
    } renew: { _, _ in
      .bearer("2")
    }
    let client = Client(server: server.vault, token: provider, configuration: .plain(clock))
    for second in 0..<8 {
      _ = try await client.default(n: second)
      clock.advance(by: .seconds(1))
    }
    #expect(server.bearers == ["1", "1", "1", "1", "1", "1", "2", "2"])
  }

  @Test func untilItExpiresTheOldOneIsUsed() async throws {
    let server = try MisbehavingServer(accepting: ["1"])
    let clock = ManualClock()
    let provider = Provider { _ in
      .bearer("1", expiresAt: clock.date.addingTimeInterval(600))
    } renew: { _, _ in
      throw ProviderFailure()
    }
    let client = Client(server: server.vault, token: provider, configuration: .plain(clock))
    _ = try await client.default(n: 1)
    clock.advance(by: .seconds(580))
    _ = try await client.default(n: 2)
    clock.advance(by: .seconds(20))
    let error = await #expect(throws: APIError.self) { _ = try await client.default(n: 3) }
    #expect(error.map(APIError.Condition.credential.holds) == true)
    #expect(server.bearers == ["1", "1"])
  }

  @Test func aSecondRefusalIsTheError() async throws {
    let server = try MisbehavingServer(accepting: [])
    let provider = Provider("old") { number, _ in .bearer("new\(number)") }
    let client = Client(server: server.vault, token: provider, configuration: .plain())
    let error = await #expect(throws: APIError.self) { _ = try await client.default() }
    #expect(error?.status == 401)
    #expect(server.bearers == ["old", "new1"])
  }

  @Test func nothingNewIsNotSentAgain() async throws {
    let server = try MisbehavingServer(accepting: [])
    let provider = Provider { _ in .bearer("old") }
    let client = Client(server: server.vault, token: provider, configuration: .plain())
    _ = await #expect(throws: APIError.self) { _ = try await client.default() }
    let fixed = client.with(token: .bearer("fixed"))
    _ = await #expect(throws: APIError.self) { _ = try await fixed.default() }
    #expect(server.bearers == ["old", "fixed"])
  }

  @Test func aFailedRefreshFailsAllAndIsTriedAgain() async throws {
    let server = try MisbehavingServer(accepting: ["new"])
    let arrived = Shared(0)
    let mayFail = Shared(false)
    let provider = Provider("old") { number, _ in
      guard number == 1 else { return .bearer("new") }
      while !mayFail.now { try await Task.sleep(for: .milliseconds(5)) }
      throw ProviderFailure()
    }
    let refused = Shared(0)
    let ended = Shared(0)
    var configuration = ClientConfiguration.plain()
    configuration.observers = [ClientObserver(onResponse: { _ in refused.with { $0 += 1 } })]
    let client = Client(server: server.vault, token: provider, configuration: configuration)
    let errors = try await withThrowingTaskGroup(of: APIError?.self) { group in
      for n in 0..<16 {
        group.addTask {
          defer { ended.with { $0 += 1 } }
          do {
            _ = try await client.default(n: n)
            return nil
          } catch { return error as? APIError }
        }
      }
      // Most have been refused; a call that begins later waits for the provider at once. Give them a moment to get there.
      let latest = ContinuousClock.now + .seconds(3)
      while refused.now < 16, ended.now == 0, refused.now == 0 || .now < latest {
        try await Task.sleep(for: .milliseconds(5))
      }
      try await Task.sleep(for: .milliseconds(300))
      mayFail.with { $0 = true }
      arrived.with { $0 = server.requests.count }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(1...16 ~= arrived.now)
    #expect(errors.count == 16)
    for error in errors {
      guard case .credential(let failure)? = error?.kind else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(failure.credentials == ["token"])
      #expect(failure.underlyingError is ProviderFailure)
      #expect(!"\(failure)\(String(reflecting: error))".contains("s3cret"))
    }
    #expect(provider.refreshed.now == 1)
    #expect(try await client.default().seen == "ok")
    #expect(provider.refreshed.now == 2)
  }

  @Test func cancellingOneWaitingCallLeavesTheOthers() async throws {
    let server = try MisbehavingServer(accepting: ["t"])
    let mayAnswer = Shared(false)
    let wasCancelled = Shared(false)
    let provider = Provider { _ in
      while !mayAnswer.now {
        do { try await Task.sleep(for: .milliseconds(5)) } catch {
          wasCancelled.with { $0 = true }
          throw error
        }
      }
      return .bearer("t")
    }
    let client = Client(server: server.vault, token: provider, configuration: .plain())
    let first = Task { try await client.default(n: 1).seen }
    while provider.asked.now == 0 { try await Task.sleep(for: .milliseconds(5)) }
    let second = Task { try await client.default(n: 2).seen }
    try await Task.sleep(for: .milliseconds(50))
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    mayAnswer.with { $0 = true }
    #expect(try await second.value == "ok")
    #expect(!wasCancelled.now)
    #expect(provider.asked.now == 1)
  }

  @Test func afterLoggingOut() async throws {
    let server = try MisbehavingServer(accepting: ["1", "2"])
    let provider = Provider { number in .bearer("\(number)") }
    let client = Client(server: server.vault, token: provider, configuration: .plain())
    _ = try await client.default(n: 1)
    provider.isCurrent.with { $0 = false }
    _ = try await client.default(n: 2)
    #expect(server.bearers == ["1", "2"])
  }

  @Test func theServicesOwnErrorsRefuse() async throws {
    let server = try MisbehavingServer { request in
      request.target.hasSuffix("new")
        ? [.response(#"{"status": "ok", "data": {"seen": "ok"}}"#)]
        : [.response(#"{"status": "error", "error": {"code": 407, "message": "INVALID_ACCESS_TOKEN"}}"#)]
    }
    let provider = Provider("old") { _, _ in .key("new") }
    let client = Client(
      server: server.vault, token: .bearer("t"), player: provider, configuration: .plain())
    #expect(try await client.asPlayer().seen == "ok")
    #expect(server.requests.map(\.target) == ["/player?access_token=old", "/player?access_token=new"])
  }

  @Test(arguments: ["127.0.0.1", "localhost"]) func redirectsElsewhereCarryNothing(host: String) async throws
  {
    let other = try MisbehavingServer { _ in [.response("{}")] }
    let server = try MisbehavingServer { request in
      [
        .response(
          "", status: "307 Moved", fields: ["Location: http://\(host):\(other.port)\(request.target)"])
      ]
    }
    let client = Client(
      server: server.vault, token: .bearer("s3cret-bearer"), key: .key("s3cret-key"),
      hidden: .key("s3cret-hidden"), session: .key("s3cret-cookie"), bot: .key("1:s3cret-bot"),
      configuration: .plain())
    let calls: [@Sendable () async throws -> Seen] = [
      { try await client.default() }, { try await client.both() }, { try await client.either() },
      { try await client.withBot() },
    ]
    for call in calls {
      let error = await #expect(throws: APIError.self) { _ = try await call() }
      guard case .redirected(let target)? = error?.kind else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(!target.contains("s3cret"))
      #expect(!String(reflecting: error).contains("s3cret"))
    }
    #expect(server.requests.count == 4)
    #expect(other.requests.isEmpty)
  }
}
