import Foundation
import HTTPTypes
import Testing
import WGNAPICache
import WGNAPIRuntime
import WGNAPITesting

/// Requests that are answered from the cache again.
@Suite struct CacheHitTests {
  let clock = ManualClock()
  let request = SearchPlayers(search: "gar")
  let transport = ScriptedTransport.numbered { _, number in .players(number) }

  func client(
    _ middleware: [any APIMiddleware] = [ResponseCache()], observers: [ClientObserver] = [],
    language: String? = "en"
  ) -> PlayersClient {
    PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), language: language,
      configuration: ClientConfiguration(
        transport: transport, observers: observers, middleware: middleware, clock: clock))
  }

  @Test func areAnsweredLikeTheOnesBefore() async throws {
    let client = client()
    let first = try await client.response(to: request)
    var ids = [first.requestID]
    for second in 1..<600 {
      clock.advance(by: .seconds(1))
      let response = try await client.response(to: request)
      #expect(response.value == first.value && response.envelope?.meta?.count == first.envelope?.meta?.count)
      #expect(response.origin == .cache && response.age == .seconds(second))
      #expect(response.headers[.age] == "\(second)")
      #expect(response.status == .ok && response.body == first.body)
      ids.append(response.requestID)
    }
    #expect(Set(ids).count == ids.count && ids.allSatisfy { $0.count == 16 })
    clock.advance(by: .seconds(1))
    #expect(try await client.response(to: request).origin == .network)
    #expect(transport.count == 2)
    #expect(try await client.send(request).first?.nickname == "P2")
  }

  @Test func areAskedForAgainOnceRemoved() async throws {
    let client = client()
    for _ in 1...3 { #expect(try await client.send(request).first?.nickname == "P1") }
    try await client.removeCached(request)
    for _ in 1...3 { #expect(try await client.send(request).first?.nickname == "P2") }
    await client.removeAllCached()
    for _ in 1...3 { #expect(try await client.send(request).first?.nickname == "P3") }
  }

  @Test func areOthersIfTheyAreSentDifferently() async throws {
    // Equal in Swift.
    let requests = [SearchPlayers(search: "caf\u{E9}"), SearchPlayers(search: "cafe\u{301}")]
    #expect(requests[0] == requests[1])
    let others = [
      SearchPlayers(search: "gar", limit: 1), SearchPlayers(search: "gar", limit: 10),
      SearchPlayers(search: "gar", type: .exact), SearchPlayers(search: "gar"),
    ]
    let client = client()
    for _ in 1...3 {
      let names = try await (requests + others).asyncNames(client)
      #expect(names == ["P1", "P2", "P3", "P4", "P5", "P6"])
    }
    #expect(transport.count == 6)
  }

  @Test func optionsThatMatterAreHeeded() async throws {
    let client = client()
    for _ in 1...3 { _ = try await client.send(request) }
    var strict = CallOptions()
    strict.decoding = JSONDecoding(unknownKeys: .report, validation: .strict)
    #expect(try await client.send(request, options: strict).first?.nickname == "P1")
    let german = CallOptions(parameters: [ClientParameter("language", "de")])
    #expect(try await client.send(request, options: german).first?.nickname == "P2")
    #expect(
      try await client.send(request, options: CallOptions(policies: [.cache(.ignore)])).first?.nickname
        == "P3")
    #expect(
      try await client.send(request, options: CallOptions(policies: [.cache(.reload)])).first?.nickname
        == "P4")
    #expect(try await client.send(request).first?.nickname == "P4")
    let brief = CallOptions(policies: [.noCache])
    #expect(try await client.send(request, options: brief).first?.nickname == "P5")
    #expect(try await client.send(request).first?.nickname == "P4")
  }

  @Test func ofOtherClientsAreOthers() async throws {
    let cache = ResponseCache()
    let clients = [client([cache]), client([cache], language: "de")]
    for _ in 1...3 {
      for (index, client) in clients.enumerated() {
        #expect(try await client.send(request).first?.nickname == "P\(index + 1)")
      }
    }
    #expect(transport.count == 2)
  }

  @Test func withOtherSecretsAreOthers() async throws {
    let transport = ScriptedTransport.numbered { _, _ in .json(#"{"status": "ok", "data": {}}"#) }
    let cache = ResponseCache(overrides: [.init(PlayerDetails.self, CachePolicy(lifetime: .seconds(60)))])
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"),
      configuration: ClientConfiguration(transport: transport, middleware: [cache], clock: clock))
    let requests = [
      PlayerDetails(nickname: ["gar"], accessToken: "mine"),
      PlayerDetails(nickname: ["gar"], accessToken: "yours"), PlayerDetails(nickname: ["gar"]),
    ]
    for _ in 1...3 {
      for request in requests { _ = try await client.send(request) }
    }
    #expect(transport.count == 3)
  }

  @Test func areSeenByWhatIsBeforeTheCache() async throws {
    let seen = Tally()
    let client = client([Watching(counter: seen), ResponseCache()])
    for _ in 1...4 { _ = try await client.send(request) }
    #expect(seen.value == 4)
    let reports = Tally()
    let observed = self.client(observers: [ClientObserver(onResponse: { _ in reports.add() })])
    for _ in 1...4 { _ = try await observed.send(request) }
    #expect(reports.value == 4)
  }

  @Test func areAllAnswered() async throws {
    let client = client()
    let requests = (0..<1_000).map { SearchPlayers(search: "player \($0)") }
    for _ in 1...2 {
      for (index, request) in requests.enumerated() {
        for _ in 1...2 { #expect(try await client.send(request).first?.nickname == "P\(index + 1)") }
      }
    }
    #expect(transport.count == requests.count)
  }
}

/// Counts the requests that it sees.
private struct Watching: APIMiddleware {
  let counter: Tally

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    counter.add()
    return try await next(request)
  }
}

/// Unchecked: its state is behind the lock.
private final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func add() { lock.withLock { count += 1 } }
}

extension [SearchPlayers] {
  fileprivate func asyncNames(_ client: PlayersClient) async throws -> [String?] {
    var names: [String?] = []
    for request in self { names.append(try await client.send(request).first?.nickname) }
    return names
  }
}
