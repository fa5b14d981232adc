// Written by Tests/Reference/composition.py.
// swift-format-ignore-file

import Foundation
import WGNAPIRuntime
import WOWS

/// Calls of all requests of WOWS, minimal, full, hostile, with empty lists and with long ones.
enum WOWSCalls: Calls {
  static let api = "wows"

  static func client(_ configuration: ClientConfiguration) -> any APIClient {
    let server = WOWS.Server(url: Sender.server, like: .na)
    return WOWS.Client(
      server: server, applicationID: "demo", language: .polish, configuration: configuration)
  }

  // Some requests are deprecated, which is no matter here.
  @available(*, deprecated)
  static func sendAll(_ send: Sender) async {
    await account(send)
    await clans(send)
    await encyclopedia(send)
    await seasons(send)
    await ships(send)
  }

  @available(*, deprecated)
  static func account(_ send: Sender) async {
    await send("wows/account/achievements minimal", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wows/account/achievements full", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], accessToken: .init(rawValue: "abc0")))
    await send("wows/account/achievements hostile", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wows/account/achievements empty", PlayerAchievementsRequest(accountIDs: [], accessToken: .init(rawValue: "abc0")))
    await send("wows/account/achievements many", PlayerAchievementsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, accessToken: .init(rawValue: "abc0")))
    await send("wows/account/info minimal", PlayersRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wows/account/info full", PlayersRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], accessToken: .init(rawValue: "abc0")))
    await send("wows/account/info hostile", PlayersRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wows/account/info empty", PlayersRequest(accountIDs: [], accessToken: .init(rawValue: "abc0")))
    await send("wows/account/info many", PlayersRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, accessToken: .init(rawValue: "abc0")))
    await send("wows/account/list minimal", SearchPlayersRequest(search: "abc0"))
    await send("wows/account/list full", SearchPlayersRequest(search: "abc0", type: .init(rawValue: "startswith"), limit: 100))
    await send("wows/account/list hostile", SearchPlayersRequest(search: "Ёж & Co+#=%/?я0, 0", type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), limit: 5))
    await send("wows/account/statsbydate minimal", PlayerStatisticsByDateRequest(accountID: .init(rawValue: 1)))
    await send("wows/account/statsbydate full", PlayerStatisticsByDateRequest(accountID: .init(rawValue: 1000000000), dates: ["abc0", "abc1"], accessToken: .init(rawValue: "abc0")))
    await send("wows/account/statsbydate hostile", PlayerStatisticsByDateRequest(accountID: .init(rawValue: 5), dates: ["Ёж & Co+#=%/?я0", "Ёж & Co+#=%/?я1"], accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wows/account/statsbydate empty", PlayerStatisticsByDateRequest(accountID: .init(rawValue: 1000000000), dates: [], accessToken: .init(rawValue: "abc0")))
    await send("wows/account/statsbydate many", PlayerStatisticsByDateRequest(accountID: .init(rawValue: 500000000), dates: ["abc0", "abc1", "abc2", "abc3", "abc4", "abc5", "abc6", "abc7", "abc8", "abc9"], accessToken: .init(rawValue: "abc0")))
    await send("wows/account/statsbydate commas", PlayerStatisticsByDateRequest(accountID: .init(rawValue: 1000000000), dates: ["abc0, 0", "abc1, 1"], accessToken: .init(rawValue: "abc0")))
  }

  @available(*, deprecated)
  static func clans(_ send: Sender) async {
    await send("wows/clans/accountinfo minimal", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wows/clans/accountinfo full", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wows/clans/accountinfo hostile", ClanMembershipsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wows/clans/accountinfo empty", ClanMembershipsRequest(accountIDs: []))
    await send("wows/clans/accountinfo many", ClanMembershipsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wows/clans/glossary minimal", ClanGlossaryRequest())
    await send("wows/clans/info minimal", ClansRequest(clanIDs: [.init(rawValue: 1)]))
    await send("wows/clans/info full", ClansRequest(clanIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wows/clans/info hostile", ClansRequest(clanIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wows/clans/info empty", ClansRequest(clanIDs: []))
    await send("wows/clans/info many", ClansRequest(clanIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wows/clans/list minimal", SearchClansRequest())
    await send("wows/clans/list full", SearchClansRequest(search: "abc0", limit: 100, page: 1000000000))
    await send("wows/clans/list hostile", SearchClansRequest(search: "Ёж & Co+#=%/?я0, 0", limit: 5, page: 5))
    await send("wows/clans/list many", SearchClansRequest(search: "abc0", limit: 100, page: 500000000))
    await send("wows/clans/season minimal", ClanSeasonsRequest())
    await send("wows/clans/seasonstats minimal", PlayerClanSeasonsRequest(accountID: .init(rawValue: 1)))
    await send("wows/clans/seasonstats full", PlayerClanSeasonsRequest(accountID: .init(rawValue: 1000000000), accessToken: .init(rawValue: "abc0")))
    await send("wows/clans/seasonstats hostile", PlayerClanSeasonsRequest(accountID: .init(rawValue: 5), accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wows/clans/seasonstats many", PlayerClanSeasonsRequest(accountID: .init(rawValue: 500000000), accessToken: .init(rawValue: "abc0")))
  }

  @available(*, deprecated)
  static func encyclopedia(_ send: Sender) async {
    await send("wows/encyclopedia/accountlevels minimal", AccountLevelsRequest())
    await send("wows/encyclopedia/achievements minimal", AchievementsRequest())
    await send("wows/encyclopedia/battlearenas minimal", ArenasRequest())
    await send("wows/encyclopedia/battletypes minimal", BattleTypesRequest())
    await send("wows/encyclopedia/collectioncards minimal", CollectionItemsRequest())
    await send("wows/encyclopedia/collections minimal", CollectionsRequest())
    await send("wows/encyclopedia/consumables minimal", ConsumablesRequest())
    await send("wows/encyclopedia/consumables full", ConsumablesRequest(consumableIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], type: .init(rawValue: "Camouflage"), limit: 100, page: 1000000000))
    await send("wows/encyclopedia/consumables hostile", ConsumablesRequest(consumableIDs: [.init(rawValue: 5), .init(rawValue: 6)], type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), limit: 5, page: 5))
    await send("wows/encyclopedia/consumables empty", ConsumablesRequest(consumableIDs: [], type: .init(rawValue: "Camouflage"), limit: 100, page: 1000000000))
    await send("wows/encyclopedia/consumables many", ConsumablesRequest(consumableIDs: (500000000...500000099).map { .init(rawValue: $0) }, type: .init(rawValue: "Camouflage"), limit: 100, page: 500000000))
    await send("wows/encyclopedia/crewranks minimal", CommanderRanksRequest())
    await send("wows/encyclopedia/crewranks full", CommanderRanksRequest(nation: .init(rawValue: "abc0")))
    await send("wows/encyclopedia/crewranks hostile", CommanderRanksRequest(nation: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wows/encyclopedia/crews minimal", CommandersRequest())
    await send("wows/encyclopedia/crews full", CommandersRequest(commanderIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wows/encyclopedia/crews hostile", CommandersRequest(commanderIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wows/encyclopedia/crews empty", CommandersRequest(commanderIDs: []))
    await send("wows/encyclopedia/crews many", CommandersRequest(commanderIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wows/encyclopedia/crewskills minimal", CommanderSkillsRequest())
    await send("wows/encyclopedia/crewskills full", CommanderSkillsRequest(skillIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wows/encyclopedia/crewskills hostile", CommanderSkillsRequest(skillIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wows/encyclopedia/crewskills empty", CommanderSkillsRequest(skillIDs: []))
    await send("wows/encyclopedia/crewskills many", CommanderSkillsRequest(skillIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wows/encyclopedia/info minimal", EncyclopediaInfoRequest())
    await send("wows/encyclopedia/modules minimal", ModulesRequest())
    await send("wows/encyclopedia/modules full", ModulesRequest(moduleIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], type: .init(rawValue: "Artillery"), limit: 100, page: 1000000000))
    await send("wows/encyclopedia/modules hostile", ModulesRequest(moduleIDs: [.init(rawValue: 5), .init(rawValue: 6)], type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), limit: 5, page: 5))
    await send("wows/encyclopedia/modules empty", ModulesRequest(moduleIDs: [], type: .init(rawValue: "Artillery"), limit: 100, page: 1000000000))
    await send("wows/encyclopedia/modules many", ModulesRequest(moduleIDs: (500000000...500000099).map { .init(rawValue: $0) }, type: .init(rawValue: "Artillery"), limit: 100, page: 500000000))
    await send("wows/encyclopedia/shipprofile minimal", ShipProfileRequest(shipID: .init(rawValue: 1)))
    await send("wows/encyclopedia/shipprofile full", ShipProfileRequest(shipID: .init(rawValue: 1000000000), artilleryID: .init(rawValue: 1000000000), diveBomberID: .init(rawValue: 1000000000), engineID: .init(rawValue: 1000000000), fighterID: .init(rawValue: 1000000000), fireControlID: .init(rawValue: 1000000000), flightControlID: .init(rawValue: 1000000000), hullID: .init(rawValue: 1000000000), submarineSonarID: .init(rawValue: 1000000000), torpedoBomberID: .init(rawValue: 1000000000), torpedoesID: .init(rawValue: 1000000000)))
    await send("wows/encyclopedia/shipprofile hostile", ShipProfileRequest(shipID: .init(rawValue: 5), artilleryID: .init(rawValue: 5), diveBomberID: .init(rawValue: 5), engineID: .init(rawValue: 5), fighterID: .init(rawValue: 5), fireControlID: .init(rawValue: 5), flightControlID: .init(rawValue: 5), hullID: .init(rawValue: 5), submarineSonarID: .init(rawValue: 5), torpedoBomberID: .init(rawValue: 5), torpedoesID: .init(rawValue: 5)))
    await send("wows/encyclopedia/shipprofile many", ShipProfileRequest(shipID: .init(rawValue: 500000000), artilleryID: .init(rawValue: 500000000), diveBomberID: .init(rawValue: 500000000), engineID: .init(rawValue: 500000000), fighterID: .init(rawValue: 500000000), fireControlID: .init(rawValue: 500000000), flightControlID: .init(rawValue: 500000000), hullID: .init(rawValue: 500000000), submarineSonarID: .init(rawValue: 500000000), torpedoBomberID: .init(rawValue: 500000000), torpedoesID: .init(rawValue: 500000000)))
    await send("wows/encyclopedia/ships minimal", ShipsRequest())
    await send("wows/encyclopedia/ships full", ShipsRequest(shipIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], nations: [.init(rawValue: "abc0"), .init(rawValue: "abc1")], types: [.init(rawValue: "AirCarrier"), .init(rawValue: "Battleship")], limit: 100, page: 1000000000))
    await send("wows/encyclopedia/ships hostile", ShipsRequest(shipIDs: [.init(rawValue: 5), .init(rawValue: 6)], nations: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")], types: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")], limit: 5, page: 5))
    await send("wows/encyclopedia/ships empty", ShipsRequest(shipIDs: [], nations: [], types: [], limit: 100, page: 1000000000))
    await send("wows/encyclopedia/ships many", ShipsRequest(shipIDs: (500000000...500000099).map { .init(rawValue: $0) }, nations: [.init(rawValue: "abc0"), .init(rawValue: "abc1"), .init(rawValue: "abc2"), .init(rawValue: "abc3"), .init(rawValue: "abc4"), .init(rawValue: "abc5"), .init(rawValue: "abc6"), .init(rawValue: "abc7"), .init(rawValue: "abc8"), .init(rawValue: "abc9"), .init(rawValue: "abc10"), .init(rawValue: "abc11"), .init(rawValue: "abc12"), .init(rawValue: "abc13"), .init(rawValue: "abc14"), .init(rawValue: "abc15"), .init(rawValue: "abc16"), .init(rawValue: "abc17"), .init(rawValue: "abc18"), .init(rawValue: "abc19"), .init(rawValue: "abc20"), .init(rawValue: "abc21"), .init(rawValue: "abc22"), .init(rawValue: "abc23"), .init(rawValue: "abc24"), .init(rawValue: "abc25"), .init(rawValue: "abc26"), .init(rawValue: "abc27"), .init(rawValue: "abc28"), .init(rawValue: "abc29"), .init(rawValue: "abc30"), .init(rawValue: "abc31"), .init(rawValue: "abc32"), .init(rawValue: "abc33"), .init(rawValue: "abc34"), .init(rawValue: "abc35"), .init(rawValue: "abc36"), .init(rawValue: "abc37"), .init(rawValue: "abc38"), .init(rawValue: "abc39"), .init(rawValue: "abc40"), .init(rawValue: "abc41"), .init(rawValue: "abc42"), .init(rawValue: "abc43"), .init(rawValue: "abc44"), .init(rawValue: "abc45"), .init(rawValue: "abc46"), .init(rawValue: "abc47"), .init(rawValue: "abc48"), .init(rawValue: "abc49"), .init(rawValue: "abc50"), .init(rawValue: "abc51"), .init(rawValue: "abc52"), .init(rawValue: "abc53"), .init(rawValue: "abc54"), .init(rawValue: "abc55"), .init(rawValue: "abc56"), .init(rawValue: "abc57"), .init(rawValue: "abc58"), .init(rawValue: "abc59"), .init(rawValue: "abc60"), .init(rawValue: "abc61"), .init(rawValue: "abc62"), .init(rawValue: "abc63"), .init(rawValue: "abc64"), .init(rawValue: "abc65"), .init(rawValue: "abc66"), .init(rawValue: "abc67"), .init(rawValue: "abc68"), .init(rawValue: "abc69"), .init(rawValue: "abc70"), .init(rawValue: "abc71"), .init(rawValue: "abc72"), .init(rawValue: "abc73"), .init(rawValue: "abc74"), .init(rawValue: "abc75"), .init(rawValue: "abc76"), .init(rawValue: "abc77"), .init(rawValue: "abc78"), .init(rawValue: "abc79"), .init(rawValue: "abc80"), .init(rawValue: "abc81"), .init(rawValue: "abc82"), .init(rawValue: "abc83"), .init(rawValue: "abc84"), .init(rawValue: "abc85"), .init(rawValue: "abc86"), .init(rawValue: "abc87"), .init(rawValue: "abc88"), .init(rawValue: "abc89"), .init(rawValue: "abc90"), .init(rawValue: "abc91"), .init(rawValue: "abc92"), .init(rawValue: "abc93"), .init(rawValue: "abc94"), .init(rawValue: "abc95"), .init(rawValue: "abc96"), .init(rawValue: "abc97"), .init(rawValue: "abc98"), .init(rawValue: "abc99")], types: [.init(rawValue: "AirCarrier"), .init(rawValue: "Battleship"), .init(rawValue: "Destroyer"), .init(rawValue: "Cruiser"), .init(rawValue: "Submarine")], limit: 100, page: 500000000))
    await send("wows/encyclopedia/ships commas", ShipsRequest(shipIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], nations: [.init(rawValue: "abc0, 0"), .init(rawValue: "abc1, 1")], types: [.init(rawValue: "AirCarrier"), .init(rawValue: "Battleship")], limit: 100, page: 1000000000))
  }

  @available(*, deprecated)
  static func seasons(_ send: Sender) async {
    await send("wows/seasons/accountinfo minimal", PlayerRankedSeasonsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wows/seasons/accountinfo full", PlayerRankedSeasonsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], seasonIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], accessToken: .init(rawValue: "abc0")))
    await send("wows/seasons/accountinfo hostile", PlayerRankedSeasonsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], seasonIDs: [.init(rawValue: 5), .init(rawValue: 6)], accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wows/seasons/accountinfo empty", PlayerRankedSeasonsRequest(accountIDs: [], seasonIDs: [], accessToken: .init(rawValue: "abc0")))
    await send("wows/seasons/accountinfo many", PlayerRankedSeasonsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, seasonIDs: (500000000...500000099).map { .init(rawValue: $0) }, accessToken: .init(rawValue: "abc0")))
    await send("wows/seasons/info minimal", RankedSeasonsRequest())
    await send("wows/seasons/info full", RankedSeasonsRequest(seasonIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wows/seasons/info hostile", RankedSeasonsRequest(seasonIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wows/seasons/info empty", RankedSeasonsRequest(seasonIDs: []))
    await send("wows/seasons/info many", RankedSeasonsRequest(seasonIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wows/seasons/shipstats minimal", PlayerRankedShipsRequest(accountID: .init(rawValue: 1)))
    await send("wows/seasons/shipstats full", PlayerRankedShipsRequest(accountID: .init(rawValue: 1000000000), shipIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], seasonIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], accessToken: .init(rawValue: "abc0")))
    await send("wows/seasons/shipstats hostile", PlayerRankedShipsRequest(accountID: .init(rawValue: 5), shipIDs: [.init(rawValue: 5), .init(rawValue: 6)], seasonIDs: [.init(rawValue: 5), .init(rawValue: 6)], accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wows/seasons/shipstats empty", PlayerRankedShipsRequest(accountID: .init(rawValue: 1000000000), shipIDs: [], seasonIDs: [], accessToken: .init(rawValue: "abc0")))
    await send("wows/seasons/shipstats many", PlayerRankedShipsRequest(accountID: .init(rawValue: 500000000), shipIDs: (500000000...500000099).map { .init(rawValue: $0) }, seasonIDs: (500000000...500000099).map { .init(rawValue: $0) }, accessToken: .init(rawValue: "abc0")))
  }

  @available(*, deprecated)
  static func ships(_ send: Sender) async {
    await send("wows/ships/badges minimal", PlayerShipBadgesRequest(accountID: .init(rawValue: 1)))
    await send("wows/ships/badges full", PlayerShipBadgesRequest(accountID: .init(rawValue: 1000000000), shipIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wows/ships/badges hostile", PlayerShipBadgesRequest(accountID: .init(rawValue: 5), shipIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wows/ships/badges empty", PlayerShipBadgesRequest(accountID: .init(rawValue: 1000000000), shipIDs: []))
    await send("wows/ships/badges many", PlayerShipBadgesRequest(accountID: .init(rawValue: 500000000), shipIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wows/ships/stats minimal", PlayerShipStatisticsRequest(accountID: .init(rawValue: 1)))
    await send("wows/ships/stats full", PlayerShipStatisticsRequest(accountID: .init(rawValue: 1000000000), shipIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wows/ships/stats hostile", PlayerShipStatisticsRequest(accountID: .init(rawValue: 5), shipIDs: [.init(rawValue: 5), .init(rawValue: 6)], inGarage: true, accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wows/ships/stats empty", PlayerShipStatisticsRequest(accountID: .init(rawValue: 1000000000), shipIDs: [], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wows/ships/stats many", PlayerShipStatisticsRequest(accountID: .init(rawValue: 500000000), shipIDs: (500000000...500000099).map { .init(rawValue: $0) }, inGarage: true, accessToken: .init(rawValue: "abc0")))
  }
}
