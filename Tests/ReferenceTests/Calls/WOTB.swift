// Written by Tests/Reference/composition.py.
// swift-format-ignore-file

import Foundation
import WGNAPIRuntime
import WOTB

/// Calls of all requests of WOTB, minimal, full, hostile, with empty lists and with long ones.
enum WOTBCalls: Calls {
  static let api = "wotb"

  static func client(_ configuration: ClientConfiguration) -> any APIClient {
    let server = WOTB.Server(url: Sender.server, like: .na)
    return WOTB.Client(
      server: server, applicationID: "demo", language: .polish, configuration: configuration)
  }

  // Some requests are deprecated, which is no matter here.
  @available(*, deprecated)
  static func sendAll(_ send: Sender) async {
    await account(send)
    await clans(send)
    await encyclopedia(send)
    await tanks(send)
    await tournaments(send)
  }

  @available(*, deprecated)
  static func account(_ send: Sender) async {
    await send("wotb/account/achievements minimal", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wotb/account/achievements full", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wotb/account/achievements hostile", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wotb/account/achievements empty", PlayerAchievementsRequest(accountIDs: []))
    await send("wotb/account/achievements many", PlayerAchievementsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wotb/account/info minimal", PlayersRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wotb/account/info full", PlayersRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], accessToken: .init(rawValue: "abc0")))
    await send("wotb/account/info hostile", PlayersRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wotb/account/info empty", PlayersRequest(accountIDs: [], accessToken: .init(rawValue: "abc0")))
    await send("wotb/account/info many", PlayersRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, accessToken: .init(rawValue: "abc0")))
    await send("wotb/account/list minimal", SearchPlayersRequest(search: "abc0"))
    await send("wotb/account/list full", SearchPlayersRequest(search: "abc0", type: .init(rawValue: "startswith"), limit: 100))
    await send("wotb/account/list hostile", SearchPlayersRequest(search: "Ёж & Co+#=%/?я0, 0", type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), limit: 5))
    await send("wotb/account/tankstats minimal", VehicleStatisticsRequest(accountIDs: [.init(rawValue: 1)], tankID: .init(rawValue: 1)))
    await send("wotb/account/tankstats full", VehicleStatisticsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], tankID: .init(rawValue: 1000000000)))
    await send("wotb/account/tankstats hostile", VehicleStatisticsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], tankID: .init(rawValue: 5)))
    await send("wotb/account/tankstats empty", VehicleStatisticsRequest(accountIDs: [], tankID: .init(rawValue: 1000000000)))
    await send("wotb/account/tankstats many", VehicleStatisticsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, tankID: .init(rawValue: 500000000)))
  }

  @available(*, deprecated)
  static func clans(_ send: Sender) async {
    await send("wotb/clans/accountinfo minimal", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wotb/clans/accountinfo full", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wotb/clans/accountinfo hostile", ClanMembershipsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wotb/clans/accountinfo empty", ClanMembershipsRequest(accountIDs: []))
    await send("wotb/clans/accountinfo many", ClanMembershipsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wotb/clans/glossary minimal", ClanGlossaryRequest())
    await send("wotb/clans/info minimal", ClansRequest(clanIDs: [.init(rawValue: 1)]))
    await send("wotb/clans/info full", ClansRequest(clanIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wotb/clans/info hostile", ClansRequest(clanIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wotb/clans/info empty", ClansRequest(clanIDs: []))
    await send("wotb/clans/info many", ClansRequest(clanIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wotb/clans/list minimal", SearchClansRequest())
    await send("wotb/clans/list full", SearchClansRequest(search: "abc0", limit: 100, page: 1000000000))
    await send("wotb/clans/list hostile", SearchClansRequest(search: "Ёж & Co+#=%/?я0, 0", limit: 5, page: 5))
    await send("wotb/clans/list many", SearchClansRequest(search: "abc0", limit: 100, page: 500000000))
  }

  @available(*, deprecated)
  static func encyclopedia(_ send: Sender) async {
    await send("wotb/encyclopedia/achievements minimal", AchievementsRequest())
    await send("wotb/encyclopedia/crewskills minimal", CrewSkillsRequest())
    await send("wotb/encyclopedia/crewskills full", CrewSkillsRequest(skillIDs: ["abc0", "abc1"], vehicleTypes: [.init(rawValue: "abc0"), .init(rawValue: "abc1")]))
    await send("wotb/encyclopedia/crewskills hostile", CrewSkillsRequest(skillIDs: ["Ёж & Co+#=%/?я0", "Ёж & Co+#=%/?я1"], vehicleTypes: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")]))
    await send("wotb/encyclopedia/crewskills empty", CrewSkillsRequest(skillIDs: [], vehicleTypes: []))
    await send("wotb/encyclopedia/crewskills many", CrewSkillsRequest(skillIDs: ["abc0", "abc1", "abc2", "abc3", "abc4", "abc5", "abc6", "abc7", "abc8", "abc9", "abc10", "abc11", "abc12", "abc13", "abc14", "abc15", "abc16", "abc17", "abc18", "abc19", "abc20", "abc21", "abc22", "abc23", "abc24", "abc25", "abc26", "abc27", "abc28", "abc29", "abc30", "abc31", "abc32", "abc33", "abc34", "abc35", "abc36", "abc37", "abc38", "abc39", "abc40", "abc41", "abc42", "abc43", "abc44", "abc45", "abc46", "abc47", "abc48", "abc49", "abc50", "abc51", "abc52", "abc53", "abc54", "abc55", "abc56", "abc57", "abc58", "abc59", "abc60", "abc61", "abc62", "abc63", "abc64", "abc65", "abc66", "abc67", "abc68", "abc69", "abc70", "abc71", "abc72", "abc73", "abc74", "abc75", "abc76", "abc77", "abc78", "abc79", "abc80", "abc81", "abc82", "abc83", "abc84", "abc85", "abc86", "abc87", "abc88", "abc89", "abc90", "abc91", "abc92", "abc93", "abc94", "abc95", "abc96", "abc97", "abc98", "abc99"], vehicleTypes: [.init(rawValue: "abc0"), .init(rawValue: "abc1"), .init(rawValue: "abc2"), .init(rawValue: "abc3"), .init(rawValue: "abc4"), .init(rawValue: "abc5"), .init(rawValue: "abc6"), .init(rawValue: "abc7"), .init(rawValue: "abc8"), .init(rawValue: "abc9"), .init(rawValue: "abc10"), .init(rawValue: "abc11"), .init(rawValue: "abc12"), .init(rawValue: "abc13"), .init(rawValue: "abc14"), .init(rawValue: "abc15"), .init(rawValue: "abc16"), .init(rawValue: "abc17"), .init(rawValue: "abc18"), .init(rawValue: "abc19"), .init(rawValue: "abc20"), .init(rawValue: "abc21"), .init(rawValue: "abc22"), .init(rawValue: "abc23"), .init(rawValue: "abc24"), .init(rawValue: "abc25"), .init(rawValue: "abc26"), .init(rawValue: "abc27"), .init(rawValue: "abc28"), .init(rawValue: "abc29"), .init(rawValue: "abc30"), .init(rawValue: "abc31"), .init(rawValue: "abc32"), .init(rawValue: "abc33"), .init(rawValue: "abc34"), .init(rawValue: "abc35"), .init(rawValue: "abc36"), .init(rawValue: "abc37"), .init(rawValue: "abc38"), .init(rawValue: "abc39"), .init(rawValue: "abc40"), .init(rawValue: "abc41"), .init(rawValue: "abc42"), .init(rawValue: "abc43"), .init(rawValue: "abc44"), .init(rawValue: "abc45"), .init(rawValue: "abc46"), .init(rawValue: "abc47"), .init(rawValue: "abc48"), .init(rawValue: "abc49"), .init(rawValue: "abc50"), .init(rawValue: "abc51"), .init(rawValue: "abc52"), .init(rawValue: "abc53"), .init(rawValue: "abc54"), .init(rawValue: "abc55"), .init(rawValue: "abc56"), .init(rawValue: "abc57"), .init(rawValue: "abc58"), .init(rawValue: "abc59"), .init(rawValue: "abc60"), .init(rawValue: "abc61"), .init(rawValue: "abc62"), .init(rawValue: "abc63"), .init(rawValue: "abc64"), .init(rawValue: "abc65"), .init(rawValue: "abc66"), .init(rawValue: "abc67"), .init(rawValue: "abc68"), .init(rawValue: "abc69"), .init(rawValue: "abc70"), .init(rawValue: "abc71"), .init(rawValue: "abc72"), .init(rawValue: "abc73"), .init(rawValue: "abc74"), .init(rawValue: "abc75"), .init(rawValue: "abc76"), .init(rawValue: "abc77"), .init(rawValue: "abc78"), .init(rawValue: "abc79"), .init(rawValue: "abc80"), .init(rawValue: "abc81"), .init(rawValue: "abc82"), .init(rawValue: "abc83"), .init(rawValue: "abc84"), .init(rawValue: "abc85"), .init(rawValue: "abc86"), .init(rawValue: "abc87"), .init(rawValue: "abc88"), .init(rawValue: "abc89"), .init(rawValue: "abc90"), .init(rawValue: "abc91"), .init(rawValue: "abc92"), .init(rawValue: "abc93"), .init(rawValue: "abc94"), .init(rawValue: "abc95"), .init(rawValue: "abc96"), .init(rawValue: "abc97"), .init(rawValue: "abc98"), .init(rawValue: "abc99")]))
    await send("wotb/encyclopedia/crewskills commas", CrewSkillsRequest(skillIDs: ["abc0, 0", "abc1, 1"], vehicleTypes: [.init(rawValue: "abc0, 0"), .init(rawValue: "abc1, 1")]))
    await send("wotb/encyclopedia/info minimal", EncyclopediaInfoRequest())
    await send("wotb/encyclopedia/modules minimal", ModulesRequest())
    await send("wotb/encyclopedia/modules full", ModulesRequest(moduleIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], nation: .init(rawValue: "abc0"), type: .init(rawValue: "vehicleEngine")))
    await send("wotb/encyclopedia/modules hostile", ModulesRequest(moduleIDs: [.init(rawValue: 5), .init(rawValue: 6)], nation: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), type: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wotb/encyclopedia/modules empty", ModulesRequest(moduleIDs: [], nation: .init(rawValue: "abc0"), type: .init(rawValue: "vehicleEngine")))
    await send("wotb/encyclopedia/modules many", ModulesRequest(moduleIDs: (500000000...500000099).map { .init(rawValue: $0) }, nation: .init(rawValue: "abc0"), type: .init(rawValue: "vehicleEngine")))
    await send("wotb/encyclopedia/provisions minimal", ProvisionsRequest())
    await send("wotb/encyclopedia/provisions full", ProvisionsRequest(provisionIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], type: .init(rawValue: "equipment")))
    await send("wotb/encyclopedia/provisions hostile", ProvisionsRequest(provisionIDs: [.init(rawValue: 5), .init(rawValue: 6)], tankIDs: [.init(rawValue: 5), .init(rawValue: 6)], type: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wotb/encyclopedia/provisions empty", ProvisionsRequest(provisionIDs: [], tankIDs: [], type: .init(rawValue: "equipment")))
    await send("wotb/encyclopedia/provisions many", ProvisionsRequest(provisionIDs: (500000000...500000099).map { .init(rawValue: $0) }, tankIDs: (500000000...500000099).map { .init(rawValue: $0) }, type: .init(rawValue: "equipment")))
    await send("wotb/encyclopedia/vehicleprofile minimal", VehicleProfileRequest(tankID: .init(rawValue: 1)))
    await send("wotb/encyclopedia/vehicleprofile full", VehicleProfileRequest(tankID: .init(rawValue: 1000000000), profileID: .init(rawValue: "abc0"), engineID: .init(rawValue: 1000000000), gunID: .init(rawValue: 1000000000), suspensionID: .init(rawValue: 1000000000), turretID: .init(rawValue: 1000000000)))
    await send("wotb/encyclopedia/vehicleprofile hostile", VehicleProfileRequest(tankID: .init(rawValue: 5), profileID: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), engineID: .init(rawValue: 5), gunID: .init(rawValue: 5), suspensionID: .init(rawValue: 5), turretID: .init(rawValue: 5)))
    await send("wotb/encyclopedia/vehicleprofile many", VehicleProfileRequest(tankID: .init(rawValue: 500000000), profileID: .init(rawValue: "abc0"), engineID: .init(rawValue: 500000000), gunID: .init(rawValue: 500000000), suspensionID: .init(rawValue: 500000000), turretID: .init(rawValue: 500000000)))
    await send("wotb/encyclopedia/vehicleprofiles minimal", VehicleProfilesRequest(tankIDs: [.init(rawValue: 1)]))
    await send("wotb/encyclopedia/vehicleprofiles full", VehicleProfilesRequest(tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], orderBy: .init(rawValue: "price_credit")))
    await send("wotb/encyclopedia/vehicleprofiles hostile", VehicleProfilesRequest(tankIDs: [.init(rawValue: 5), .init(rawValue: 6)], orderBy: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wotb/encyclopedia/vehicleprofiles empty", VehicleProfilesRequest(tankIDs: [], orderBy: .init(rawValue: "price_credit")))
    await send("wotb/encyclopedia/vehicleprofiles many", VehicleProfilesRequest(tankIDs: (500000000...500000024).map { .init(rawValue: $0) }, orderBy: .init(rawValue: "price_credit")))
    await send("wotb/encyclopedia/vehicles minimal", VehiclesRequest())
    await send("wotb/encyclopedia/vehicles full", VehiclesRequest(tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], nations: [.init(rawValue: "abc0"), .init(rawValue: "abc1")]))
    await send("wotb/encyclopedia/vehicles hostile", VehiclesRequest(tankIDs: [.init(rawValue: 5), .init(rawValue: 6)], nations: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")]))
    await send("wotb/encyclopedia/vehicles empty", VehiclesRequest(tankIDs: [], nations: []))
    await send("wotb/encyclopedia/vehicles many", VehiclesRequest(tankIDs: (500000000...500000099).map { .init(rawValue: $0) }, nations: [.init(rawValue: "abc0"), .init(rawValue: "abc1"), .init(rawValue: "abc2"), .init(rawValue: "abc3"), .init(rawValue: "abc4"), .init(rawValue: "abc5"), .init(rawValue: "abc6"), .init(rawValue: "abc7"), .init(rawValue: "abc8"), .init(rawValue: "abc9"), .init(rawValue: "abc10"), .init(rawValue: "abc11"), .init(rawValue: "abc12"), .init(rawValue: "abc13"), .init(rawValue: "abc14"), .init(rawValue: "abc15"), .init(rawValue: "abc16"), .init(rawValue: "abc17"), .init(rawValue: "abc18"), .init(rawValue: "abc19"), .init(rawValue: "abc20"), .init(rawValue: "abc21"), .init(rawValue: "abc22"), .init(rawValue: "abc23"), .init(rawValue: "abc24"), .init(rawValue: "abc25"), .init(rawValue: "abc26"), .init(rawValue: "abc27"), .init(rawValue: "abc28"), .init(rawValue: "abc29"), .init(rawValue: "abc30"), .init(rawValue: "abc31"), .init(rawValue: "abc32"), .init(rawValue: "abc33"), .init(rawValue: "abc34"), .init(rawValue: "abc35"), .init(rawValue: "abc36"), .init(rawValue: "abc37"), .init(rawValue: "abc38"), .init(rawValue: "abc39"), .init(rawValue: "abc40"), .init(rawValue: "abc41"), .init(rawValue: "abc42"), .init(rawValue: "abc43"), .init(rawValue: "abc44"), .init(rawValue: "abc45"), .init(rawValue: "abc46"), .init(rawValue: "abc47"), .init(rawValue: "abc48"), .init(rawValue: "abc49"), .init(rawValue: "abc50"), .init(rawValue: "abc51"), .init(rawValue: "abc52"), .init(rawValue: "abc53"), .init(rawValue: "abc54"), .init(rawValue: "abc55"), .init(rawValue: "abc56"), .init(rawValue: "abc57"), .init(rawValue: "abc58"), .init(rawValue: "abc59"), .init(rawValue: "abc60"), .init(rawValue: "abc61"), .init(rawValue: "abc62"), .init(rawValue: "abc63"), .init(rawValue: "abc64"), .init(rawValue: "abc65"), .init(rawValue: "abc66"), .init(rawValue: "abc67"), .init(rawValue: "abc68"), .init(rawValue: "abc69"), .init(rawValue: "abc70"), .init(rawValue: "abc71"), .init(rawValue: "abc72"), .init(rawValue: "abc73"), .init(rawValue: "abc74"), .init(rawValue: "abc75"), .init(rawValue: "abc76"), .init(rawValue: "abc77"), .init(rawValue: "abc78"), .init(rawValue: "abc79"), .init(rawValue: "abc80"), .init(rawValue: "abc81"), .init(rawValue: "abc82"), .init(rawValue: "abc83"), .init(rawValue: "abc84"), .init(rawValue: "abc85"), .init(rawValue: "abc86"), .init(rawValue: "abc87"), .init(rawValue: "abc88"), .init(rawValue: "abc89"), .init(rawValue: "abc90"), .init(rawValue: "abc91"), .init(rawValue: "abc92"), .init(rawValue: "abc93"), .init(rawValue: "abc94"), .init(rawValue: "abc95"), .init(rawValue: "abc96"), .init(rawValue: "abc97"), .init(rawValue: "abc98"), .init(rawValue: "abc99")]))
    await send("wotb/encyclopedia/vehicles commas", VehiclesRequest(tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], nations: [.init(rawValue: "abc0, 0"), .init(rawValue: "abc1, 1")]))
  }

  @available(*, deprecated)
  static func tanks(_ send: Sender) async {
    await send("wotb/tanks/achievements minimal", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 1)))
    await send("wotb/tanks/achievements full", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 1000000000), tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotb/tanks/achievements hostile", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 5), tankIDs: [.init(rawValue: 5), .init(rawValue: 6)], inGarage: true, accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wotb/tanks/achievements empty", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 1000000000), tankIDs: [], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotb/tanks/achievements many", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 500000000), tankIDs: (500000000...500000099).map { .init(rawValue: $0) }, inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotb/tanks/stats minimal", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 1)))
    await send("wotb/tanks/stats full", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 1000000000), tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotb/tanks/stats hostile", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 5), tankIDs: [.init(rawValue: 5), .init(rawValue: 6)], inGarage: true, accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wotb/tanks/stats empty", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 1000000000), tankIDs: [], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotb/tanks/stats many", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 500000000), tankIDs: (500000000...500000099).map { .init(rawValue: $0) }, inGarage: true, accessToken: .init(rawValue: "abc0")))
  }

  @available(*, deprecated)
  static func tournaments(_ send: Sender) async {
    await send("wotb/tournaments/info minimal", TournamentsRequest(tournamentIDs: [.init(rawValue: 1)]))
    await send("wotb/tournaments/info full", TournamentsRequest(tournamentIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wotb/tournaments/info hostile", TournamentsRequest(tournamentIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wotb/tournaments/info empty", TournamentsRequest(tournamentIDs: []))
    await send("wotb/tournaments/info many", TournamentsRequest(tournamentIDs: (500000000...500000024).map { .init(rawValue: $0) }))
    await send("wotb/tournaments/list minimal", SearchTournamentsRequest())
    await send("wotb/tournaments/list full", SearchTournamentsRequest(search: "abc0", statuses: [.init(rawValue: "upcoming"), .init(rawValue: "registration_started")], limit: 25, page: 1000000000))
    await send("wotb/tournaments/list hostile", SearchTournamentsRequest(search: "Ёж & Co+#=%/?я0, 0", statuses: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")], limit: 5, page: 5))
    await send("wotb/tournaments/list empty", SearchTournamentsRequest(search: "abc0", statuses: [], limit: 25, page: 1000000000))
    await send("wotb/tournaments/list many", SearchTournamentsRequest(search: "abc0", statuses: [.init(rawValue: "upcoming"), .init(rawValue: "registration_started"), .init(rawValue: "registration_finished"), .init(rawValue: "running"), .init(rawValue: "finished"), .init(rawValue: "complete")], limit: 25, page: 500000000))
    await send("wotb/tournaments/matches minimal", TournamentMatchesRequest(tournamentID: .init(rawValue: 1), stageID: .init(rawValue: 1)))
    await send("wotb/tournaments/matches full", TournamentMatchesRequest(tournamentID: .init(rawValue: 1000000000), stageID: .init(rawValue: 1000000000), groupIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], roundNumbers: [1000000000, 1000000001], teamIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], limit: 25, page: 1000000000))
    await send("wotb/tournaments/matches hostile", TournamentMatchesRequest(tournamentID: .init(rawValue: 5), stageID: .init(rawValue: 5), groupIDs: [.init(rawValue: 5), .init(rawValue: 6)], roundNumbers: [5, 6], teamIDs: [.init(rawValue: 5), .init(rawValue: 6)], limit: 5, page: 5))
    await send("wotb/tournaments/matches empty", TournamentMatchesRequest(tournamentID: .init(rawValue: 1000000000), stageID: .init(rawValue: 1000000000), groupIDs: [], roundNumbers: [], teamIDs: [], limit: 25, page: 1000000000))
    await send("wotb/tournaments/matches many", TournamentMatchesRequest(tournamentID: .init(rawValue: 500000000), stageID: .init(rawValue: 500000000), groupIDs: (500000000...500000009).map { .init(rawValue: $0) }, roundNumbers: Array(500000000...500000009), teamIDs: (500000000...500000009).map { .init(rawValue: $0) }, limit: 25, page: 500000000))
    await send("wotb/tournaments/stages minimal", TournamentStagesRequest(tournamentID: .init(rawValue: 1)))
    await send("wotb/tournaments/stages full", TournamentStagesRequest(tournamentID: .init(rawValue: 1000000000), limit: 25, page: 1000000000))
    await send("wotb/tournaments/stages hostile", TournamentStagesRequest(tournamentID: .init(rawValue: 5), limit: 5, page: 5))
    await send("wotb/tournaments/stages many", TournamentStagesRequest(tournamentID: .init(rawValue: 500000000), limit: 25, page: 500000000))
    await send("wotb/tournaments/standings minimal", TournamentStandingsRequest(tournamentID: .init(rawValue: 1)))
    await send("wotb/tournaments/standings full", TournamentStandingsRequest(tournamentID: .init(rawValue: 1000000000), teamIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], fromPosition: 1000000000, toPosition: 1000000000, limit: 25, page: 1000000000))
    await send("wotb/tournaments/standings hostile", TournamentStandingsRequest(tournamentID: .init(rawValue: 5), teamIDs: [.init(rawValue: 5), .init(rawValue: 6)], fromPosition: 5, toPosition: 5, limit: 5, page: 5))
    await send("wotb/tournaments/standings empty", TournamentStandingsRequest(tournamentID: .init(rawValue: 1000000000), teamIDs: [], fromPosition: 1000000000, toPosition: 1000000000, limit: 25, page: 1000000000))
    await send("wotb/tournaments/standings many", TournamentStandingsRequest(tournamentID: .init(rawValue: 500000000), teamIDs: (500000000...500000009).map { .init(rawValue: $0) }, fromPosition: 500000000, toPosition: 500000000, limit: 25, page: 500000000))
    await send("wotb/tournaments/tables minimal", TournamentTablesRequest(tournamentID: .init(rawValue: 1), stageID: .init(rawValue: 1)))
    await send("wotb/tournaments/tables full", TournamentTablesRequest(tournamentID: .init(rawValue: 1000000000), stageID: .init(rawValue: 1000000000), groupIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], limit: 25, page: 1000000000))
    await send("wotb/tournaments/tables hostile", TournamentTablesRequest(tournamentID: .init(rawValue: 5), stageID: .init(rawValue: 5), groupIDs: [.init(rawValue: 5), .init(rawValue: 6)], limit: 5, page: 5))
    await send("wotb/tournaments/tables empty", TournamentTablesRequest(tournamentID: .init(rawValue: 1000000000), stageID: .init(rawValue: 1000000000), groupIDs: [], limit: 25, page: 1000000000))
    await send("wotb/tournaments/tables many", TournamentTablesRequest(tournamentID: .init(rawValue: 500000000), stageID: .init(rawValue: 500000000), groupIDs: (500000000...500000009).map { .init(rawValue: $0) }, limit: 25, page: 500000000))
    await send("wotb/tournaments/teams minimal", TournamentTeamsRequest(tournamentID: .init(rawValue: 1)))
    await send("wotb/tournaments/teams full", TournamentTeamsRequest(tournamentID: .init(rawValue: 1000000000), teamIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], clanIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], search: "abc0", statuses: [.init(rawValue: "forming"), .init(rawValue: "confirmed")], limit: 100, page: 1000000000))
    await send("wotb/tournaments/teams hostile", TournamentTeamsRequest(tournamentID: .init(rawValue: 5), teamIDs: [.init(rawValue: 5), .init(rawValue: 6)], clanIDs: [.init(rawValue: 5), .init(rawValue: 6)], accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], search: "Ёж & Co+#=%/?я0, 0", statuses: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")], limit: 5, page: 5))
    await send("wotb/tournaments/teams empty", TournamentTeamsRequest(tournamentID: .init(rawValue: 1000000000), teamIDs: [], clanIDs: [], accountIDs: [], search: "abc0", statuses: [], limit: 100, page: 1000000000))
    await send("wotb/tournaments/teams many", TournamentTeamsRequest(tournamentID: .init(rawValue: 500000000), teamIDs: (500000000...500000024).map { .init(rawValue: $0) }, clanIDs: (500000000...500000099).map { .init(rawValue: $0) }, accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, search: "abc0", statuses: [.init(rawValue: "forming"), .init(rawValue: "confirmed"), .init(rawValue: "disqualified")], limit: 100, page: 500000000))
  }
}
