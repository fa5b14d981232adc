import Foundation
import TestSupport
import Testing
import Vault
import WGNAPICache
import WGNAPIClient
import WGNAPIRuntime
import WGNAPITesting

/// What a client does for whoever its credentials were for last, on real connections.
@Suite(.timeLimit(.minutes(5))) struct KnownCredentialTests {
  /// Answers with the value of `Authorization`, which may be kept for an hour.
  private func server(refusing refused: Set<String> = []) throws -> MisbehavingServer {
    try MisbehavingServer { request in
      let seen = request.fields["authorization"] ?? "nobody"
      let isRefused = refused.contains { seen.hasSuffix($0) }
      return [
        .response(
          #"{"seen": "\#(seen) \#(request.number)"}"#, status: isRefused ? "401 Unauthorized" : "200 OK",
          fields: ["Cache-Control: max-age=3600"])
      ]
    }
  }

  /// One account has several credentials, with different rights.
  @Test func accountsOfDifferentCredentialsAreNotMixedUp() async throws {
    let server = try server()
    let client = Client(
      server: server.vault, token: .bearer("t", account: "42"), user: .bearer("u", account: "42"),
      configuration: .plain(cache: ResponseCache()))
    #expect(
      try await client.send(DefaultRequest(), options: [.credentials(.all("user"))]).seen == "Bearer u 1")
    #expect(try await client.send(DefaultRequest()).seen == "Bearer t 2")
    #expect(
      try await client.send(DefaultRequest(), options: [.credentials(.all("user"))]).seen == "Bearer u 1")
  }

  @Test(arguments: ["bob", nil]) func aRefusedRequestIsNotSentAsAnotherAccount(other: String?) async throws {
    let server = try server(refusing: ["1"])
    let provider = Provider {
      _ in
      .bearer("1", account: "ann")
    } renew: { _, _ in
      .bearer("2", account: other)
    }
    let client = Client(server: server.vault, token: provider, configuration: .plain())
    guard other != nil else {
      // Nobody knows whose the new one is.
      #expect(try await client.default().seen == "Bearer 2 2")
      return
    }
    let error = await #expect(throws: APIError.self) { try await client.default() }
    guard case .credential(let failure)? = error?.kind else { throw try #require(error) }
    #expect(failure.reason == .loginChanged)
    #expect(server.requests.count == 1)
  }

  /// Until the provider is asked, nobody knows which answer it is.
  @Test func removingAResponseOfAnUnknownAccount() async throws {
    let server = try server()
    let cache = ResponseCache()
    let first = Client(
      server: server.vault, token: .bearer("t", account: "ann"), configuration: .plain(cache: cache))
    #expect(try await first.default().seen == "Bearer t 1")
    let provider = Provider { _ in .bearer("t", account: "ann") }
    let second = Client(server: server.vault, token: provider, configuration: .plain(cache: cache))
    try await second.removeCached(DefaultRequest())
    #expect(provider.asked.now == 0)
    #expect(try await first.default().seen == "Bearer t 2")
    // Later, other responses stay.
    #expect(try await second.default().seen == "Bearer t 2")
    #expect(try await second.default(n: 1).seen == "Bearer t 3")
    try await second.removeCached(DefaultRequest())
    #expect(try await second.default(n: 1).seen == "Bearer t 3")
    #expect(try await second.default().seen == "Bearer t 4")
  }

  /// What the cache has can be read without a service that issues tokens.
  @Test func theCacheAnswersWhileNoTokenCanBeIssued() async throws {
    let server = try server()
    let clock = ManualClock()
    let isDown = Shared(false)
    let provider = Provider { _ in
      guard !isDown.now else { throw ProviderFailure() }
      return .bearer("t", expiresAt: clock.date.addingTimeInterval(60), account: "ann")
    }
    let client = Client(
      server: server.vault, token: provider, configuration: .plain(clock, cache: ResponseCache()))
    #expect(try await client.default().seen == "Bearer t 1")
    isDown.with { $0 = true }
    clock.advance(by: .seconds(120))
    #expect(try await client.send(DefaultRequest(), options: [.cache(.cacheOnly)]).seen == "Bearer t 1")
    let missing = await #expect(throws: APIError.self) {
      try await client.send(DefaultRequest(n: 2), options: [.cache(.cacheOnly)])
    }
    #expect(missing?.notSent(as: ResponseCache.Miss.self) != nil)
    // What would be sent needs a token.
    let error = await #expect(throws: APIError.self) { try await client.default() }
    guard case .credential? = error?.kind else { throw try #require(error) }
    #expect(server.requests.count == 1)
  }

  /// A successful write makes the responses of its URL invalid, whatever it says about its own (RFC 9111, section 4.4).
  @Test func aWriteBesideTheCacheInvalidates() async throws {
    let server = try server()
    let client = Client(
      server: server.vault, token: .bearer("t"),
      user: .bearer("u", scopes: ["read", "write"], account: "ann"),
      configuration: .plain(cache: ResponseCache()))
    #expect(try await client.readAsUser().seen == "Bearer u 1")
    #expect(try await client.readAsUser().seen == "Bearer u 1")
    _ = try await client.send(
      WriteAsUserRequest(payload: .init(seen: "x")), options: [.cache(.ignore)])
    #expect(try await client.readAsUser().seen == "Bearer u 3")
  }

  @Test func dumpsOfACacheHoldNoResponses() async throws {
    let server = try server()
    let cache = ResponseCache()
    let client = Client(
      server: server.vault, token: .bearer("t0ken-of-ann"), configuration: .plain(cache: cache))
    _ = try await client.default()
    var text = ""
    dump(cache, to: &text)
    dump(client, to: &text)
    #expect(!text.contains("t0ken-of-ann") && text.contains("memorySize"))
  }
}
