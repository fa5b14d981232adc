// Written by Tests/Reference/composition.py.
// swift-format-ignore-file

import Foundation
import WGNAPIRuntime
import WOWP

/// Calls of all requests of WOWP, minimal, full, hostile, with empty lists and with long ones.
enum WOWPCalls: Calls {
  static let api = "wowp"

  static func client(_ configuration: ClientConfiguration) -> any APIClient {
    let server = WOWP.Server(url: Sender.server, like: .na)
    return WOWP.Client(
      server: server, applicationID: "demo", language: .polish, configuration: configuration)
  }

  // Some requests are deprecated, which is no matter here.
  @available(*, deprecated)
  static func sendAll(_ send: Sender) async {
    await account(send)
    await clans(send)
    await encyclopedia(send)
    await planes(send)
    await ratings(send)
  }

  @available(*, deprecated)
  static func account(_ send: Sender) async {
    await send("wowp/account/achievements minimal", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wowp/account/achievements full", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wowp/account/achievements hostile", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wowp/account/achievements empty", PlayerAchievementsRequest(accountIDs: []))
    await send("wowp/account/achievements many", PlayerAchievementsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wowp/account/achievements fields", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1)]).selecting([\.accountID, \.achievements]))
    await send("wowp/account/achievements without", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1)]).selecting(.excluding([\.achievements])))
    await send("wowp/account/info2 minimal", PlayersRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wowp/account/info2 full", PlayersRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], accessToken: .init(rawValue: "abc0")))
    await send("wowp/account/info2 hostile", PlayersRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wowp/account/info2 empty", PlayersRequest(accountIDs: [], accessToken: .init(rawValue: "abc0")))
    await send("wowp/account/info2 many", PlayersRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, accessToken: .init(rawValue: "abc0")))
    await send("wowp/account/info2 fields", PlayersRequest(accountIDs: [.init(rawValue: 1)]).selecting([\.accountID, \.updatedAt]))
    await send("wowp/account/info2 without", PlayersRequest(accountIDs: [.init(rawValue: 1)]).selecting(.excluding([\.updatedAt])))
    await send("wowp/account/list minimal", SearchPlayersRequest(search: "abc0"))
    await send("wowp/account/list full", SearchPlayersRequest(search: "abc0", type: .init(rawValue: "startswith"), limit: 100))
    await send("wowp/account/list hostile", SearchPlayersRequest(search: "Ёж & Co+#=%/?я0, 0", type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), limit: 5))
    await send("wowp/account/list fields", SearchPlayersRequest(search: "abc0").selecting([\.accountID, \.nickname]))
    await send("wowp/account/list without", SearchPlayersRequest(search: "abc0").selecting(.excluding([\.nickname])))
  }

  @available(*, deprecated)
  static func clans(_ send: Sender) async {
    await send("wowp/clans/accountinfo minimal", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wowp/clans/accountinfo full", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wowp/clans/accountinfo hostile", ClanMembershipsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wowp/clans/accountinfo empty", ClanMembershipsRequest(accountIDs: []))
    await send("wowp/clans/accountinfo many", ClanMembershipsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wowp/clans/accountinfo fields", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]).selecting([\.accountID, \.role]))
    await send("wowp/clans/accountinfo without", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]).selecting(.excluding([\.role])))
    await send("wowp/clans/accountinfo extra", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]).selecting(.all, extra: [\.clan]))
    await send("wowp/clans/glossary minimal", ClanGlossaryRequest())
    await send("wowp/clans/glossary fields", ClanGlossaryRequest().selecting([\.clansRoles, \.settings]))
    await send("wowp/clans/glossary without", ClanGlossaryRequest().selecting(.excluding([\.settings])))
    await send("wowp/clans/info minimal", ClansRequest(clanIDs: [.init(rawValue: 1)]))
    await send("wowp/clans/info full", ClansRequest(clanIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wowp/clans/info hostile", ClansRequest(clanIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wowp/clans/info empty", ClansRequest(clanIDs: []))
    await send("wowp/clans/info many", ClansRequest(clanIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wowp/clans/info fields", ClansRequest(clanIDs: [.init(rawValue: 1)]).selecting([\.clanID, \.updatedAt]))
    await send("wowp/clans/info without", ClansRequest(clanIDs: [.init(rawValue: 1)]).selecting(.excluding([\.updatedAt])))
    await send("wowp/clans/info extra", ClansRequest(clanIDs: [.init(rawValue: 1)]).selecting(.all, extra: [\.members]))
    await send("wowp/clans/list minimal", SearchClansRequest())
    await send("wowp/clans/list full", SearchClansRequest(search: "abc0", limit: 100, page: 1000000000))
    await send("wowp/clans/list hostile", SearchClansRequest(search: "Ёж & Co+#=%/?я0, 0", limit: 5, page: 5))
    await send("wowp/clans/list many", SearchClansRequest(search: "abc0", limit: 100, page: 500000000))
    await send("wowp/clans/list fields", SearchClansRequest().selecting([\.clanID, \.tag]))
    await send("wowp/clans/list without", SearchClansRequest().selecting(.excluding([\.tag])))
  }

  @available(*, deprecated)
  static func encyclopedia(_ send: Sender) async {
    await send("wowp/encyclopedia/achievements minimal", AchievementsRequest())
    await send("wowp/encyclopedia/achievements fields", AchievementsRequest().selecting([\.achievementID, \.sectionI18n]))
    await send("wowp/encyclopedia/achievements without", AchievementsRequest().selecting(.excluding([\.sectionI18n])))
    await send("wowp/encyclopedia/info minimal", EncyclopediaInfoRequest())
    await send("wowp/encyclopedia/planeinfo minimal", PlaneDetailsRequest(planeIDs: [.init(rawValue: 1)]))
    await send("wowp/encyclopedia/planeinfo full", PlaneDetailsRequest(planeIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wowp/encyclopedia/planeinfo hostile", PlaneDetailsRequest(planeIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wowp/encyclopedia/planeinfo empty", PlaneDetailsRequest(planeIDs: []))
    await send("wowp/encyclopedia/planeinfo many", PlaneDetailsRequest(planeIDs: (500000000...500000999).map { .init(rawValue: $0) }))
    await send("wowp/encyclopedia/planeinfo fields", PlaneDetailsRequest(planeIDs: [.init(rawValue: 1)]).selecting([\.crew, \.type]))
    await send("wowp/encyclopedia/planeinfo without", PlaneDetailsRequest(planeIDs: [.init(rawValue: 1)]).selecting(.excluding([\.type])))
    await send("wowp/encyclopedia/planemodules minimal", PlaneModulesRequest(planeIDs: [.init(rawValue: 1)]))
    await send("wowp/encyclopedia/planemodules full", PlaneModulesRequest(planeIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], types: [.init(rawValue: "engine"), .init(rawValue: "bomb")]))
    await send("wowp/encyclopedia/planemodules hostile", PlaneModulesRequest(planeIDs: [.init(rawValue: 5), .init(rawValue: 6)], types: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")]))
    await send("wowp/encyclopedia/planemodules empty", PlaneModulesRequest(planeIDs: [], types: []))
    await send("wowp/encyclopedia/planemodules many", PlaneModulesRequest(planeIDs: (500000000...500000999).map { .init(rawValue: $0) }, types: [.init(rawValue: "engine"), .init(rawValue: "bomb"), .init(rawValue: "rocket"), .init(rawValue: "turret"), .init(rawValue: "turretfront"), .init(rawValue: "turretupper"), .init(rawValue: "turretlower"), .init(rawValue: "gun"), .init(rawValue: "construction")]))
    await send("wowp/encyclopedia/planemodules fields", PlaneModulesRequest(planeIDs: [.init(rawValue: 1)]).selecting([\.bomb, \.turret]))
    await send("wowp/encyclopedia/planemodules without", PlaneModulesRequest(planeIDs: [.init(rawValue: 1)]).selecting(.excluding([\.turret])))
    await send("wowp/encyclopedia/planes minimal", PlanesRequest())
    await send("wowp/encyclopedia/planes full", PlanesRequest(nations: [.init(rawValue: "ussr"), .init(rawValue: "germany")], types: [.init(rawValue: "fighter"), .init(rawValue: "fighterHeavy")]))
    await send("wowp/encyclopedia/planes hostile", PlanesRequest(nations: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")], types: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")]))
    await send("wowp/encyclopedia/planes empty", PlanesRequest(nations: [], types: []))
    await send("wowp/encyclopedia/planes many", PlanesRequest(nations: [.init(rawValue: "ussr"), .init(rawValue: "germany"), .init(rawValue: "usa"), .init(rawValue: "france"), .init(rawValue: "uk"), .init(rawValue: "china"), .init(rawValue: "japan")], types: [.init(rawValue: "fighter"), .init(rawValue: "fighterHeavy"), .init(rawValue: "assault"), .init(rawValue: "navy"), .init(rawValue: "bomber")]))
    await send("wowp/encyclopedia/planes fields", PlanesRequest().selecting([\.images, \.type]))
    await send("wowp/encyclopedia/planes without", PlanesRequest().selecting(.excluding([\.type])))
    await send("wowp/encyclopedia/planespecification minimal", PlaneSpecificationRequest(planeID: .init(rawValue: 1)))
    await send("wowp/encyclopedia/planespecification full", PlaneSpecificationRequest(planeID: .init(rawValue: 1000000000), moduleIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], bindIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wowp/encyclopedia/planespecification hostile", PlaneSpecificationRequest(planeID: .init(rawValue: 5), moduleIDs: [.init(rawValue: 5), .init(rawValue: 6)], bindIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wowp/encyclopedia/planespecification empty", PlaneSpecificationRequest(planeID: .init(rawValue: 1000000000), moduleIDs: [], bindIDs: []))
    await send("wowp/encyclopedia/planespecification many", PlaneSpecificationRequest(planeID: .init(rawValue: 500000000), moduleIDs: (500000000...500000099).map { .init(rawValue: $0) }, bindIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wowp/encyclopedia/planeupgrades minimal", PlaneUpgradesRequest(planeIDs: [.init(rawValue: 1)]))
    await send("wowp/encyclopedia/planeupgrades full", PlaneUpgradesRequest(planeIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wowp/encyclopedia/planeupgrades hostile", PlaneUpgradesRequest(planeIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wowp/encyclopedia/planeupgrades empty", PlaneUpgradesRequest(planeIDs: []))
    await send("wowp/encyclopedia/planeupgrades many", PlaneUpgradesRequest(planeIDs: (500000000...500000099).map { .init(rawValue: $0) }))
  }

  @available(*, deprecated)
  static func planes(_ send: Sender) async {
    await send("wowp/planes/achievements minimal", PlayerPlaneAchievementsRequest(accountID: .init(rawValue: 1)))
    await send("wowp/planes/achievements full", PlayerPlaneAchievementsRequest(accountID: .init(rawValue: 1000000000), planeIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wowp/planes/achievements hostile", PlayerPlaneAchievementsRequest(accountID: .init(rawValue: 5), planeIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wowp/planes/achievements empty", PlayerPlaneAchievementsRequest(accountID: .init(rawValue: 1000000000), planeIDs: []))
    await send("wowp/planes/achievements many", PlayerPlaneAchievementsRequest(accountID: .init(rawValue: 500000000), planeIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wowp/planes/achievements fields", PlayerPlaneAchievementsRequest(accountID: .init(rawValue: 1)).selecting([\.accountID, \.planeID]))
    await send("wowp/planes/achievements without", PlayerPlaneAchievementsRequest(accountID: .init(rawValue: 1)).selecting(.excluding([\.planeID])))
    await send("wowp/planes/stats minimal", PlayerPlaneStatisticsRequest(accountID: .init(rawValue: 1)))
    await send("wowp/planes/stats full", PlayerPlaneStatisticsRequest(accountID: .init(rawValue: 1000000000), planeIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wowp/planes/stats hostile", PlayerPlaneStatisticsRequest(accountID: .init(rawValue: 5), planeIDs: [.init(rawValue: 5), .init(rawValue: 6)], inGarage: true, accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wowp/planes/stats empty", PlayerPlaneStatisticsRequest(accountID: .init(rawValue: 1000000000), planeIDs: [], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wowp/planes/stats many", PlayerPlaneStatisticsRequest(accountID: .init(rawValue: 500000000), planeIDs: (500000000...500000099).map { .init(rawValue: $0) }, inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wowp/planes/stats fields", PlayerPlaneStatisticsRequest(accountID: .init(rawValue: 1)).selecting([\.accountID, \.updatedAt]))
    await send("wowp/planes/stats without", PlayerPlaneStatisticsRequest(accountID: .init(rawValue: 1)).selecting(.excluding([\.updatedAt])))
  }

  @available(*, deprecated)
  static func ratings(_ send: Sender) async {
    await send("wowp/ratings/accounts minimal", RatingsRequest(accountIDs: [.init(rawValue: 1)], type: .init(rawValue: "abc0")))
    await send("wowp/ratings/accounts full", RatingsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], type: .init(rawValue: "abc0"), date: Date(timeIntervalSince1970: 1750000000)))
    await send("wowp/ratings/accounts hostile", RatingsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), date: Date(timeIntervalSince1970: 1750000000)))
    await send("wowp/ratings/accounts empty", RatingsRequest(accountIDs: [], type: .init(rawValue: "abc0"), date: Date(timeIntervalSince1970: 1750000000)))
    await send("wowp/ratings/accounts many", RatingsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, type: .init(rawValue: "abc0"), date: Date(timeIntervalSince1970: 1750000000)))
    await send("wowp/ratings/accounts fields", RatingsRequest(accountIDs: [.init(rawValue: 1)], type: .init(rawValue: "abc0")).selecting([\.accountID, \.xpMax]))
    await send("wowp/ratings/accounts without", RatingsRequest(accountIDs: [.init(rawValue: 1)], type: .init(rawValue: "abc0")).selecting(.excluding([\.xpMax])))
    await send("wowp/ratings/dates minimal", RatingDatesRequest(type: .init(rawValue: "abc0")))
    await send("wowp/ratings/dates full", RatingDatesRequest(type: .init(rawValue: "abc0"), accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wowp/ratings/dates hostile", RatingDatesRequest(type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), accountIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wowp/ratings/dates empty", RatingDatesRequest(type: .init(rawValue: "abc0"), accountIDs: []))
    await send("wowp/ratings/dates many", RatingDatesRequest(type: .init(rawValue: "abc0"), accountIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wowp/ratings/dates fields", RatingDatesRequest(type: .init(rawValue: "abc0")).selecting([\.dates]))
    await send("wowp/ratings/dates without", RatingDatesRequest(type: .init(rawValue: "abc0")).selecting(.excluding([\.dates])))
    await send("wowp/ratings/neighbors minimal", RatingNeighborsRequest(accountID: .init(rawValue: 1), type: .init(rawValue: "abc0"), rankField: .init(rawValue: "abc0")))
    await send("wowp/ratings/neighbors full", RatingNeighborsRequest(accountID: .init(rawValue: 1000000000), type: .init(rawValue: "abc0"), rankField: .init(rawValue: "abc0"), date: Date(timeIntervalSince1970: 1750000000), limit: 50))
    await send("wowp/ratings/neighbors hostile", RatingNeighborsRequest(accountID: .init(rawValue: 5), type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), rankField: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), date: Date(timeIntervalSince1970: 1750000000), limit: 5))
    await send("wowp/ratings/neighbors many", RatingNeighborsRequest(accountID: .init(rawValue: 500000000), type: .init(rawValue: "abc0"), rankField: .init(rawValue: "abc0"), date: Date(timeIntervalSince1970: 1750000000), limit: 50))
    await send("wowp/ratings/neighbors fields", RatingNeighborsRequest(accountID: .init(rawValue: 1), type: .init(rawValue: "abc0"), rankField: .init(rawValue: "abc0")).selecting([\.accountID, \.xpMax]))
    await send("wowp/ratings/neighbors without", RatingNeighborsRequest(accountID: .init(rawValue: 1), type: .init(rawValue: "abc0"), rankField: .init(rawValue: "abc0")).selecting(.excluding([\.xpMax])))
    await send("wowp/ratings/top minimal", TopPlayersRequest(type: .init(rawValue: "abc0"), rankField: .init(rawValue: "abc0")))
    await send("wowp/ratings/top full", TopPlayersRequest(type: .init(rawValue: "abc0"), rankField: .init(rawValue: "abc0"), date: Date(timeIntervalSince1970: 1750000000), limit: 1000, page: 1000000000))
    await send("wowp/ratings/top hostile", TopPlayersRequest(type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), rankField: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), date: Date(timeIntervalSince1970: 1750000000), limit: 5, page: 5))
    await send("wowp/ratings/top many", TopPlayersRequest(type: .init(rawValue: "abc0"), rankField: .init(rawValue: "abc0"), date: Date(timeIntervalSince1970: 1750000000), limit: 1000, page: 500000000))
    await send("wowp/ratings/top fields", TopPlayersRequest(type: .init(rawValue: "abc0"), rankField: .init(rawValue: "abc0")).selecting([\.accountID, \.xpMax]))
    await send("wowp/ratings/top without", TopPlayersRequest(type: .init(rawValue: "abc0"), rankField: .init(rawValue: "abc0")).selecting(.excluding([\.xpMax])))
    await send("wowp/ratings/types minimal", RatingTypesRequest())
    await send("wowp/ratings/types fields", RatingTypesRequest().selecting([\.rankFields, \.type]))
    await send("wowp/ratings/types without", RatingTypesRequest().selecting(.excluding([\.type])))
  }
}
