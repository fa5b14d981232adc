import Foundation
import Testing
import WGNAPIRuntime
import WOTB

/// What isn't plain in the responses of World of Tanks Blitz.
@Suite struct WOTBTests {
  private func client(_ payload: String) -> Client {
    Client(server: .eu, applicationID: "demo", configuration: answering(payload))
  }

  private static let totals = """
    "battles":9,"wins":5,"losses":4,"survived_battles":3,"xp":100,"frags":2,"spotted":1,"shots":20,"hits":10,
    "damage_dealt":7,"damage_received":6,"capture_points":0,"dropped_capture_points":0,"frags8p":0,
    "win_and_survived":2
    """
  private static let vehicle = """
    {"account_id":1,"tank_id":2,"mark_of_mastery":4,"last_battle_time":10,"battle_life_time":600,
    "all":{\(totals),"max_frags":1,"max_xp":50}}
    """

  @Test(arguments: [#"{"1":\#(vehicle)}"#, #"{"1":[\#(vehicle)],"3":null}"#])
  func aVehicleIsAloneOrInAList(payload: String) async throws {
    let value = try await client(payload).vehicleStatistics(accountIDs: [1, 3], tankID: 2)
    let vehicle =
      switch value[1] ?? nil {
      case .single(let only): only
      case .list(let list): try #require(list.first)
      case nil: throw CancellationError()
      }
    #expect(vehicle.markOfMastery == .aceTanker && vehicle.battleLifeTime == 600)
    try expectSame(value, payload)
  }

  @Test func statisticsOfAVehicleMayLackDeprecatedProperties() async throws {
    let whole = Self.vehicle.dropLast() + #","frags":null,"in_garage":null,"in_garage_updated":0}"#
    let value = try await client(#"{"1":[\#(whole)]}"#).playerVehicleStatistics(accountID: 1)
    #expect(value[1]??.first?.all.maxXP == 50)
  }

  /// The reference promises only three properties of a disbanded clan; no response shows what the others are.
  @Test func disbandedClansMayLackAlmostEverything() async throws {
    let clan = """
      {"clan_id":1,"tag":null,"name":null,"members_count":null,"created_at":null,"creator_id":null,
      "creator_name":null,"leader_id":null,"leader_name":null,"description":null,"members_ids":null,"old_name":null,
      "old_tag":null,"renamed_at":null,"updated_at":2,"emblem_set_id":null,"motto":null,"is_clan_disbanded":true,
      "recruiting_policy":null,"recruiting_options":null}
      """
    let value = try await client(#"{"1":\#(clan)}"#).clans(clanIDs: [1])
    #expect(value[1]??.updatedAt == Date(timeIntervalSince1970: 2))
    try expectSame(value, #"{"1":\#(clan)}"#)
  }

  @Test func clansMayLackDeprecatedProperties() async throws {
    let clan = """
      {"clan_id":1,"tag":"A","name":"B","members_count":0,"created_at":1,"emblem_set_id":0,"creator_id":1,
      "creator_name":"","leader_id":1,"leader_name":"","description":"","members_ids":[],"old_name":null,
      "old_tag":null,"renamed_at":null,"updated_at":2,"motto":"","recruiting_policy":"closed",
      "recruiting_options":null,"members":{"5":{"account_id":5,"account_name":"c","role":"x","joined_at":3}}}
      """
    let value = try await client(#"{"1":\#(clan),"2":null}"#).clans(clanIDs: [1, 2])
    #expect(value[1]??.recruitingPolicy?.rawValue == "closed")
    #expect(value[1]??.members?[5]?.role == "x")
    try expectSame(value, #"{"1":\#(clan),"2":null}"#)
  }

  @Test func tournamentsMayLackAlmostEverything() throws {
    let match = """
      {"id":"m","tournament_id":1,"stage_id":2,"group_id":null,"round":1,"state":"upcoming","start_time":null,
      "team_1_id":3,"team_2_id":null,"team_1_score":null,"team_2_score":null,"winner_team_id":null,
      "next_match_for_winner":null,"next_match_for_looser":null}
      """
    let value = try TournamentMatch.decode(Array(match.utf8))
    #expect(value.state == .upcoming && value.team1ID == 3 && value.nextMatchForLoser == nil)
    try expectSame(value, match)
  }
}
