import TestSupport
import Testing
import WGNAPIChains
import WGNAPIRuntime
import WGNAPITesting
import WOT

/// The code of the sections "Chains" and "Batches" of `docs/lists-and-chains.md`, word for word.
@Suite struct ChainsPageTests {
  private let client: Client
  private let accountIDs = (1...250).map { AccountID(rawValue: $0) }

  /// Nobody is found.
  init() {
    let stubs = Stubs()
    stubs.on(SearchPlayersRequest.self, .value([]))
    stubs.on(PlayersRequest.self, .value([:]))
    stubs.on(ClansRequest.self, .value([:]))
    client = Client(server: .eu, applicationID: "demo", configuration: .stubbed(stubs))
  }

  @Test func thePageIsCompiled() throws {
    let pages = try ["Chains", "Batches"].map { try PageCode("lists-and-chains.md", section: $0) }
    #expect(pages.map(\.blocks.count) == [2, 2])
    #expect(try pages.flatMap { try $0.blocksMissing(in: #filePath) } == [])
  }

  @Test func chains() async throws {
    let profile = SearchPlayersRequest(search: "gar", limit: 1)
      .map { $0.first?.accountID }
      .flatMap { id in PlayersRequest(accountIDs: id.map { [$0] } ?? []) }
      .zip(ClansRequest(clanIDs: [500_001_400]))
      .timeout(.seconds(10))
      .retry(2)
    let (players, clans) = try await client.send(profile)
    #expect(players.isEmpty && clans.isEmpty)
  }

  @Test func steps() async throws {
    let names = PlayersRequest(accountIDs: [500_001_415])
      .with([.cache(.reload)])
      .map { players in players.values.compactMap { $0?.nickname } }
      .recover(from: .transport, .timedOut) { _ in [] }
    let found = SearchPlayersRequest(search: "gar").flatMap { matches in
      matches.isEmpty ? .value([:]) : PlayersRequest(accountIDs: matches.map(\.accountID)).batched()
    }
    #expect(try await client.send(names).isEmpty)
    #expect(try await client.send(found).isEmpty)
  }

  @Test func batches() async throws {
    let all = try await client.send(PlayersRequest(accountIDs: accountIDs).batched())
    #expect(all.isEmpty)
    let result = try await client.send(PlayersRequest(accountIDs: accountIDs).batchedPartially())
    for failure in result.failures {
      print(failure.request.accountIDs.count, "players are missing:", failure.error)
    }
    let missing = Chain.all(result.failures.map(\.request))  // sends just these again
    #expect(try await client.send(missing).isEmpty)
  }
}
