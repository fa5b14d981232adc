import TestSupport
import Testing
import WGNAPIRuntime
import WOWS

/// Captured responses of World of Warships are read strictly, and what is written again is the same JSON.
@Suite(.enabled(if: !Captures.all(of: "wows").isEmpty, Comment(rawValue: Captures.skipped)))
struct WOWSCaptureTests {
  @Test func everyCaptureIsListed() {
    #expect(Set(Captures.all(of: "wows")).isSubset(of: Self.known.map(\.file)))
  }

  @Test(arguments: known.filter(\.exists))
  func decodesStrictlyAndWritesTheSame(_ capture: Capture) async throws {
    let bytes = try Captures.bytes(capture.file)
    let client = Client(server: .eu, applicationID: "demo", configuration: answering(bytes))
    #expect(try await capture.roundTrip(client) == JSON(parsing: bytes)["data"])
  }

  struct Capture: Sendable {
    var file: String
    var roundTrip: @Sendable (Client) async throws -> JSON
    var exists: Bool { Captures.all(of: "wows").contains(file) }

    init<Request: APIRequest>(_ file: String, _ request: Request) where Request.Response: JSONValue {
      self.file = file
      roundTrip = { try await JSON(parsing: $0.send(request).encoded()) }
    }
  }

  private static let known: [Capture] = [
    Capture("wows_account_info.json", PlayersRequest(accountIDs: [1])),
    Capture("wows_account_statsbydate.json", PlayerStatisticsByDateRequest(accountID: 1)),
    Capture("wows_clans_info.json", ClansRequest(clanIDs: [1])),
    Capture("wows_encyclopedia_ships.json", ShipsRequest()),
    Capture("wows_seasons_shipstats.json", PlayerRankedShipsRequest(accountID: 1)),
    Capture("wows_ships_stats.json", PlayerShipStatisticsRequest(accountID: 1)),
  ]
}
