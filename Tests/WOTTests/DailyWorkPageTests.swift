import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPIChains
import WGNAPIFeeds
import WGNAPILimits
import WGNAPIPages
import WGNAPIRuntime
import WGNAPITesting
import WOT

/// The code of the section "Everyday tasks" of `docs/runtime.md`, word for word.
@Suite struct DailyWorkPageTests {
  /// Answers with one player, or with nothing.
  private struct Service: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let path = request.path ?? ""
      let player = #"{"account_id": 1, "nickname": "gar"}"#
      let card = #"""
        {"account_id": 1, "nickname": "gar", "clan_id": null, "global_rating": 1, "last_battle_time": 0,
        "statistics": {"all": {"battles": 9, "wins": 5}}}
        """#
      let data =
        if path.contains("account_id=1&") { #"{"1": \#(card)}"# } else if path.contains("/account/list/") {
          "[\(player)]"
        } else { path.contains("/info/") ? "{}" : "[]" }
      return TransportResponse(
        response: HTTPResponse(status: .ok), body: Array(#"{"status":"ok","data":\#(data)}"#.utf8))
    }
  }

  private let client = Client(
    server: .eu, applicationID: "demo",
    configuration: ClientConfiguration(
      transport: Service(), middleware: .standard(limiter: RateLimiter()), clock: ManualClock()))
  private let ids: [AccountID] = [1]
  private let manyIDs = (1...250).map { AccountID(rawValue: $0) }

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("runtime.md", section: "Everyday tasks")
    #expect(page.blocks.count == 12)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func caches() async throws {
    let request = SearchPlayersRequest(search: "gar")
    let fresh = try await client.send(request, options: [.cache(.reload)])
    let kept = try await client.response(to: request, options: [.cache(.cacheOnly)])
    print(kept.origin, kept.age)
    let brief = try await client.send(request, options: [.cache(.seconds(60))])
    #expect(kept.origin == .cache)
    #expect(fresh == brief)

    try await client.removeCached(request)
    await client.removeCached(of: PlayersRequest.self)
    await client.removeAllCached()
    await #expect(throws: APIError.self) {
      try await client.send(request, options: [.cache(.cacheOnly)])
    }
  }

  @Test func cachesOfOnesOwn() {
    let cache = ResponseCache(
      staleIfError: .seconds(24 * 3_600),
      overrides: [.init(VehiclesRequest.self, CachePolicy(lifetime: .seconds(7 * 24 * 3_600)))])
    let patient = Client(
      server: .eu, applicationID: "demo",
      configuration: ClientConfiguration(middleware: Client.middleware.replacing(cache)))
    #expect(patient.core.middleware.count == 3)
  }

  @Test func partialResponses() async throws {
    let some = try await client.send(
      PlayersRequest(accountIDs: ids), fields: [\.nickname, \.statistics.all.wins])
    let wins = try some[1]??.statistics.all.wins.get()
    #expect(wins == 5)

    let light = PlayersRequest(accountIDs: ids).selecting(.excluding([\.statistics]))
    let epic = PlayersRequest(accountIDs: ids).selecting(.all, extra: [\.statistics.epic])
    #expect(try light.query.map(\.value) == ["1", "-statistics"])
    #expect(try epic.query.map(\.value) == ["1", "statistics.epic"])
  }

  @Test func slices() async throws {
    let cards = try await client.send(PlayersRequest(accountIDs: ids).slice(PlayerCard.self))
    let card = cards.value(for: 1)?.nickname
    #expect(card == "gar")
  }

  @Test func chains() async throws {
    let profile = SearchPlayersRequest(search: "gar", limit: 1)
      .flatMap { found in PlayersRequest(accountIDs: found.map(\.accountID)).slice(PlayerCard.self) }
      .zip(ClansRequest(clanIDs: [500_001_400]))
      .timeout(.seconds(10))
    let (players, clans) = try await client.send(profile)
    #expect(players.count == 1 && clans.isEmpty)
  }

  @Test func batches() async throws {
    let all = try await client.send(PlayersRequest(accountIDs: manyIDs).batched())
    let most = try await client.send(PlayersRequest(accountIDs: manyIDs).batchedPartially())
    print(most.value.count, most.failures.count)
    #expect(all.isEmpty && most.failures.isEmpty)
  }

  // Compiled only: the service above doesn't know so much.
  private func atOnce() async throws {
    async let ranks = client.clanGlossary()
    async let badges = client.badges()
    print(try await ranks, try await badges.count)
  }

  @Test func otherLanguagesAndServers() throws {
    let german = client.with(language: .german)
    let american = client.with(server: .na)
    let once = CallOptions(parameters: [ClientParameter("language", Language.polish)])
    let request = SearchPlayersRequest(search: "gar")
    #expect(try german.httpRequest(for: request).url.contains("language=de"))
    #expect(try american.httpRequest(for: request).url.hasPrefix("https://api.worldoftanks.com/"))
    #expect(try german.httpRequest(for: request, options: once).url.hasSuffix("language=pl"))
  }

  @Test func pages() async throws {
    for try await clan in client.items(SearchClansRequest(search: "red")) { print(clan.name) }
  }

  @Test func feeds() async throws {
    let feed = client.feed(TopClansRequest(rankField: .gmEloRating), id: \.clanID)
    let first = try await feed.loadNext()  // the first page, then the next one
    let top = try await feed.refresh()  // what is new on top, what has changed
    print(top.inserted.count, top.removed.count, top.updated.count, top.moved.count)
    #expect(first.isEmpty && top.isEmpty)
  }

  @Test func feedsOfAllKinds() async throws {
    // What the table says.
    let request = SearchClansRequest(search: "red")
    let shown = client.feed(request, id: \.clanID, filter: { $0.membersCount > 50 })
    _ = try await shown.loadNext(atLeast: 10)
    let saved = await shown.state
    let again = client.feed(request, id: \.clanID, state: saved)
    #expect(await again.elements.isEmpty)
    let watchful = client.feed(request, id: \.clanID, options: FeedOptions(detectsReordering: true))
    #expect(await watchful.elements.isEmpty)
  }

  @Test func composedRequests() throws {
    let composed = try client.httpRequest(for: SearchPlayersRequest(search: "gar", limit: 10))
    print(composed)  // GET https://api.worldoftanks.eu/…?search=gar&limit=10&application_id=<redacted>…
    let query = try SearchPlayersRequest(search: "gar").query.map { "\($0.name)=\($0.value)" }
    #expect(query == ["search=gar"])
  }

  @Test func clocks() async throws {
    let stubs = Stubs()
    stubs.on(SearchPlayersRequest.self, .networkError(.offline))
    let clock = ManualClock(jumps: true)
    let offline = Client(
      server: .eu, applicationID: "demo",
      configuration: ClientConfiguration(clock: clock, random: .seeded(1)).using(stubs))
    let error = await #expect(throws: APIError.self) { try await offline.searchPlayers(search: "gar") }
    #expect(error?.attempt == 3)
  }
}
