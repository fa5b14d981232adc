import TestSupport
import Testing
import WGNAPIRuntime
import WOTB

/// Captured responses of World of Tanks Blitz are read strictly, and what is written again is the same JSON.
@Suite(.enabled(if: !Captures.all(of: "wotb").isEmpty, Comment(rawValue: Captures.skipped)))
struct WOTBCaptureTests {
  @Test func everyCaptureIsListed() {
    #expect(Set(Captures.all(of: "wotb")).isSubset(of: Self.known.map(\.file)))
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
    var exists: Bool { Captures.all(of: "wotb").contains(file) }

    init<Request: APIRequest>(_ file: String, _ request: Request) where Request.Response: JSONValue {
      self.file = file
      roundTrip = { try await JSON(parsing: $0.send(request).encoded()) }
    }
  }

  private static let known: [Capture] = [
    Capture("wotb_account_info.json", PlayersRequest(accountIDs: [1])),
    Capture("wotb_clans_glossary.json", ClanGlossaryRequest()),
    Capture("wotb_clans_info.json", ClansRequest(clanIDs: [1])),
    Capture("wotb_encyclopedia_vehicleprofile.json", VehicleProfileRequest(tankID: 1)),
    Capture("wotb_tanks_achievements.json", PlayerVehicleAchievementsRequest(accountID: 1)),
  ]
}
