import HTTPTypes
import TestSupport
import Testing
import WGNAPIPartial
import WGNAPIRuntime
import WOT

/// The code of the section "Partial responses" of `docs/lists-and-chains.md`, word for word.
@Suite struct PartialResponsesPageTests {
  /// Knows one player, in parts.
  private struct Service: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let player = #"""
        {"account_id": 1, "nickname": "Garden_Gnome", "clan_id": null, "global_rating": 1, "last_battle_time": 0,
        "statistics": {"all": {"battles": 9, "wins": 5}}, "private": null}
        """#
      return TransportResponse(
        response: HTTPResponse(status: .ok), body: Array(#"{"status":"ok","data":{"1":\#(player)}}"#.utf8))
    }
  }

  private let client = Client(
    server: .eu, applicationID: "demo",
    configuration: ClientConfiguration(transport: Service(), middleware: []))
  private let ids: [AccountID] = [1, 2]

  private func sent(_ request: some APIRequest) throws -> String {
    try request.query.dropFirst().map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("lists-and-chains.md", section: "Partial responses")
    #expect(page.blocks.count == 5)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func somePlayers() async throws {
    let players = try await client.send(
      PlayersRequest(accountIDs: ids), fields: [\.nickname, \.clanID, \.statistics.all.wins, \.private.gold])
    // GET …/account/info/?account_id=1%2C2&fields=nickname%2Cclan_id%2Cstatistics.all.wins%2Cprivate.gold
    try await confirmation { isRead in
      guard let player = players[1] ?? nil else { return }
      let name = player.nickname  // .value("Garden_Gnome")
      let wins = player.statistics.all.wins  // .value(5)
      let clan = player.clanID  // .value(nil): asked for, and null
      let rating = player.globalRating  // .notRequested
      let gold = player.private.gold  // .value(nil), as `private` is null
      let credits = player.private.credits  // .notRequested, although `private` is null
      #expect(name == .value("Garden_Gnome") && wins == .value(5) && clan == .value(nil))
      #expect(rating == .notRequested && gold == .value(nil) && credits == .notRequested)

      let text = try name.get()  // "Garden_Gnome"
      let number = wins.ifRequested  // Int?
      switch clan.ifRequested {
      case let id??: print("in the clan", id)
      case .some(nil): print("in no clan")
      case nil: print("who knows")
      }
      #expect(text == "Garden_Gnome" && number == 5)
      isRead()
    }
  }

  /// What the table says is sent.
  @Test func theTable() throws {
    func sent(fields: Fields<Player>, extra: FieldPaths<Player> = []) throws -> String {
      try self.sent(PlayersRequest(accountIDs: ids).selecting(fields, extra: extra))
    }
    let rows = [
      try sent(fields: [\.nickname, \.statistics]), try sent(fields: .excluding([\.statistics.all])),
      try sent(fields: [\.nickname, \.statistics.epic.wins]),
      try sent(fields: .all, extra: [\.statistics.epic]),
    ]
    #expect(
      rows == [
        "fields=nickname,statistics", "fields=-statistics.all",
        "fields=nickname,statistics.epic.wins extra=statistics.epic", "extra=statistics.epic",
      ])
    let page = try PageCode("lists-and-chains.md", section: "Partial responses")
    #expect(try page.cellsMissing(in: #filePath) == [])
  }

  @Test func aRequestOfItsOwn() async throws {
    let request = PlayersRequest(accountIDs: ids).selecting([\.nickname])
    let response = try await client.response(to: request)
    #expect(try response.value[1]??.nickname.get() == "Garden_Gnome")
    // A model that was asked for as a whole is there as that.
    let match = try Partial<PlayerMatch>.decode(
      Array(#"{"account_id": 1, "nickname": "a"}"#.utf8), fields: .all)
    #expect(try Requested.value(match).get().model?.nickname == "a")
  }

  @Test func slices() async throws {
    let cards = try await client.send(PlayersRequest(accountIDs: ids).slice(PlayerCard.self))
    let winsOfOne = cards[1]??.statistics.all.wins  // Int?
    print(PlayerCard.fields)  // ["account_id", "nickname", …]
    #expect(winsOfOne == 5)
    #expect(PlayerCard.fields.starts(with: ["account_id", "nickname"]))
  }
}
