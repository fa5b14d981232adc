import WGNAPIChains
import WGNAPICombine
import WGNAPIFeeds
import WGNAPIPages
import WGNAPIRuntime
import WOT

/// Lists by pages, an endless list, chains, and publishers.
final class ClanList {
  private(set) var names: [String] = []
  private let client: Client
  private let feed: Feed<SearchClansRequest.Response.Element, ClanID>

  init(client: Client) {
    self.client = client
    feed = client.feed(SearchClansRequest(search: "red"), id: \.clanID)
  }

  func load() async throws {
    for try await clan in client.items(SearchClansRequest(search: "red")) { names.append(clan.name) }
    for try await page in client.pages(SearchClansRequest(search: "red")) { names.append("\(page.position)") }
    _ = try await feed.loadNext(atLeast: 20)
    names += await feed.elements.map(\.name)
  }

  func chain() async throws -> [String] {
    let players = SearchPlayersRequest(search: "gar")
      .map { $0.first?.accountID }
      .flatMap { id in PlayersRequest(accountIDs: id.map { [$0] } ?? []) }
      .recover(from: .transport, .timedOut) { _ in [:] }
      .timeout(.seconds(10))
    return try await client.send(players).values.compactMap { $0?.nickname }
  }
}
