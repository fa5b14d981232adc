// Written by Tests/Reference/composition.py.
// swift-format-ignore-file

import Foundation
import WGNAPIRuntime
import WOTX

/// Calls of all requests of WOTX, minimal, full, hostile, with empty lists and with long ones.
enum WOTXCalls: Calls {
  static let api = "wotx"

  static func client(_ configuration: ClientConfiguration) -> any APIClient {
    let server = WOTX.Server(url: Sender.server, like: .console)
    return WOTX.Client(
      server: server, applicationID: "demo", language: .polish, configuration: configuration)
  }

  // Some requests are deprecated, which is no matter here.
  @available(*, deprecated)
  static func sendAll(_ send: Sender) async {
    await account(send)
    await auth(send)
    await clans(send)
    await encyclopedia(send)
    await tanks(send)
  }

  @available(*, deprecated)
  static func account(_ send: Sender) async {
    await send("wotx/account/achievements minimal", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wotx/account/achievements full", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wotx/account/achievements hostile", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wotx/account/achievements empty", PlayerAchievementsRequest(accountIDs: []))
    await send("wotx/account/achievements many", PlayerAchievementsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wotx/account/achievements fields", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1)]).selecting([\.achievements, \.ribbons]))
    await send("wotx/account/achievements without", PlayerAchievementsRequest(accountIDs: [.init(rawValue: 1)]).selecting(.excluding([\.ribbons])))
    await send("wotx/account/info minimal", PlayersRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wotx/account/info full", PlayersRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], accessToken: .init(rawValue: "abc0")))
    await send("wotx/account/info hostile", PlayersRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wotx/account/info empty", PlayersRequest(accountIDs: [], accessToken: .init(rawValue: "abc0")))
    await send("wotx/account/info many", PlayersRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, accessToken: .init(rawValue: "abc0")))
    await send("wotx/account/info fields", PlayersRequest(accountIDs: [.init(rawValue: 1)]).selecting([\.accountID, \.updatedAt]))
    await send("wotx/account/info without", PlayersRequest(accountIDs: [.init(rawValue: 1)]).selecting(.excluding([\.updatedAt])))
    await send("wotx/account/list minimal", SearchPlayersRequest(search: "abc0"))
    await send("wotx/account/list full", SearchPlayersRequest(search: "abc0", type: .init(rawValue: "startswith"), limit: 100))
    await send("wotx/account/list hostile", SearchPlayersRequest(search: "Ёж & Co+#=%/?я0, 0", type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), limit: 5))
    await send("wotx/account/list fields", SearchPlayersRequest(search: "abc0").selecting([\.accountID, \.nickname]))
    await send("wotx/account/list without", SearchPlayersRequest(search: "abc0").selecting(.excluding([\.nickname])))
    await send("wotx/account/psninfo minimal", PlayStationPlayersRequest(psnIDs: ["abc0"]))
    await send("wotx/account/psninfo full", PlayStationPlayersRequest(psnIDs: ["abc0", "abc1"]))
    await send("wotx/account/psninfo hostile", PlayStationPlayersRequest(psnIDs: ["Ёж & Co+#=%/?я0", "Ёж & Co+#=%/?я1"]))
    await send("wotx/account/psninfo empty", PlayStationPlayersRequest(psnIDs: []))
    await send("wotx/account/psninfo many", PlayStationPlayersRequest(psnIDs: ["abc0", "abc1", "abc2", "abc3", "abc4", "abc5", "abc6", "abc7", "abc8", "abc9", "abc10", "abc11", "abc12", "abc13", "abc14", "abc15", "abc16", "abc17", "abc18", "abc19", "abc20", "abc21", "abc22", "abc23", "abc24", "abc25", "abc26", "abc27", "abc28", "abc29", "abc30", "abc31", "abc32", "abc33", "abc34", "abc35", "abc36", "abc37", "abc38", "abc39", "abc40", "abc41", "abc42", "abc43", "abc44", "abc45", "abc46", "abc47", "abc48", "abc49", "abc50", "abc51", "abc52", "abc53", "abc54", "abc55", "abc56", "abc57", "abc58", "abc59", "abc60", "abc61", "abc62", "abc63", "abc64", "abc65", "abc66", "abc67", "abc68", "abc69", "abc70", "abc71", "abc72", "abc73", "abc74", "abc75", "abc76", "abc77", "abc78", "abc79", "abc80", "abc81", "abc82", "abc83", "abc84", "abc85", "abc86", "abc87", "abc88", "abc89", "abc90", "abc91", "abc92", "abc93", "abc94", "abc95", "abc96", "abc97", "abc98", "abc99"]))
    await send("wotx/account/psninfo commas", PlayStationPlayersRequest(psnIDs: ["abc0, 0", "abc1, 1"]))
    await send("wotx/account/xuidinfo minimal", XboxPlayersRequest(xuids: [1]))
    await send("wotx/account/xuidinfo full", XboxPlayersRequest(xuids: [1000000000, 1000000001]))
    await send("wotx/account/xuidinfo hostile", XboxPlayersRequest(xuids: [5, 6]))
    await send("wotx/account/xuidinfo empty", XboxPlayersRequest(xuids: []))
    await send("wotx/account/xuidinfo many", XboxPlayersRequest(xuids: Array(500000000...500000099)))
  }

  @available(*, deprecated)
  static func auth(_ send: Sender) async {
    await send("wotx/auth/login minimal", LoginRequest())
    await send("wotx/auth/login full", LoginRequest(redirectURI: url("https://example.com/a?b=1&c=+%20#d"), expiresAt: Date(timeIntervalSince1970: 1750000000), display: .init(rawValue: "page"), nofollow: true))
    await send("wotx/auth/login hostile", LoginRequest(redirectURI: url("https://example.com/a?b=1&c=+%20#d"), expiresAt: Date(timeIntervalSince1970: 1750000000), display: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), nofollow: true))
    await send("wotx/auth/logout minimal", LogoutRequest(accessToken: .init(rawValue: "abc0")))
    await send("wotx/auth/logout hostile", LogoutRequest(accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wotx/auth/prolongate minimal", ProlongateTokenRequest(accessToken: .init(rawValue: "abc0")))
    await send("wotx/auth/prolongate full", ProlongateTokenRequest(accessToken: .init(rawValue: "abc0"), expiresAt: Date(timeIntervalSince1970: 1750000000)))
    await send("wotx/auth/prolongate hostile", ProlongateTokenRequest(accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), expiresAt: Date(timeIntervalSince1970: 1750000000)))
  }

  @available(*, deprecated)
  static func clans(_ send: Sender) async {
    await send("wotx/clans/accountinfo minimal", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wotx/clans/accountinfo full", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wotx/clans/accountinfo hostile", ClanMembershipsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wotx/clans/accountinfo empty", ClanMembershipsRequest(accountIDs: []))
    await send("wotx/clans/accountinfo many", ClanMembershipsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wotx/clans/accountinfo fields", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]).selecting([\.accountID, \.role]))
    await send("wotx/clans/accountinfo without", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]).selecting(.excluding([\.role])))
    await send("wotx/clans/accountinfo extra", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]).selecting(.all, extra: [\.clan]))
    await send("wotx/clans/glossary minimal", ClanGlossaryRequest())
    await send("wotx/clans/glossary fields", ClanGlossaryRequest().selecting([\.clansRoles, \.settings]))
    await send("wotx/clans/glossary without", ClanGlossaryRequest().selecting(.excluding([\.settings])))
    await send("wotx/clans/info minimal", ClansRequest(clanIDs: [.init(rawValue: 1)]))
    await send("wotx/clans/info full", ClansRequest(clanIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wotx/clans/info hostile", ClansRequest(clanIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wotx/clans/info empty", ClansRequest(clanIDs: []))
    await send("wotx/clans/info many", ClansRequest(clanIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wotx/clans/info fields", ClansRequest(clanIDs: [.init(rawValue: 1)]).selecting([\.clanID, \.updatedAt]))
    await send("wotx/clans/info without", ClansRequest(clanIDs: [.init(rawValue: 1)]).selecting(.excluding([\.updatedAt])))
    await send("wotx/clans/info extra", ClansRequest(clanIDs: [.init(rawValue: 1)]).selecting(.all, extra: [\.members]))
    await send("wotx/clans/list minimal", SearchClansRequest())
    await send("wotx/clans/list full", SearchClansRequest(search: "abc0", limit: 100, page: 1000000000))
    await send("wotx/clans/list hostile", SearchClansRequest(search: "Ёж & Co+#=%/?я0, 0", limit: 5, page: 5))
    await send("wotx/clans/list many", SearchClansRequest(search: "abc0", limit: 100, page: 500000000))
    await send("wotx/clans/list fields", SearchClansRequest().selecting([\.clanID, \.tag]))
    await send("wotx/clans/list without", SearchClansRequest().selecting(.excluding([\.tag])))
  }

  @available(*, deprecated)
  static func encyclopedia(_ send: Sender) async {
    await send("wotx/encyclopedia/achievements minimal", AchievementsRequest())
    await send("wotx/encyclopedia/achievements full", AchievementsRequest(categories: [.init(rawValue: "achievements"), .init(rawValue: "ribbons")]))
    await send("wotx/encyclopedia/achievements hostile", AchievementsRequest(categories: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")]))
    await send("wotx/encyclopedia/achievements empty", AchievementsRequest(categories: []))
    await send("wotx/encyclopedia/achievements fields", AchievementsRequest().selecting([\.category, \.weight]))
    await send("wotx/encyclopedia/achievements without", AchievementsRequest().selecting(.excluding([\.weight])))
    await send("wotx/encyclopedia/arenas minimal", ArenasRequest())
    await send("wotx/encyclopedia/arenas fields", ArenasRequest().selecting([\.arenaID, \.nameI18n]))
    await send("wotx/encyclopedia/arenas without", ArenasRequest().selecting(.excluding([\.nameI18n])))
    await send("wotx/encyclopedia/crewroles minimal", CrewRolesRequest())
    await send("wotx/encyclopedia/crewroles fields", CrewRolesRequest().selecting([\.name, \.skills]))
    await send("wotx/encyclopedia/crewroles without", CrewRolesRequest().selecting(.excluding([\.skills])))
    await send("wotx/encyclopedia/info minimal", EncyclopediaInfoRequest())
    await send("wotx/encyclopedia/info fields", EncyclopediaInfoRequest().selecting([\.achievementSections, \.vehicleTypes]))
    await send("wotx/encyclopedia/info without", EncyclopediaInfoRequest().selecting(.excluding([\.vehicleTypes])))
    await send("wotx/encyclopedia/modules minimal", ModulesRequest())
    await send("wotx/encyclopedia/modules full", ModulesRequest(moduleIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], nations: [.init(rawValue: "abc0"), .init(rawValue: "abc1")], types: [.init(rawValue: "vehicleRadio"), .init(rawValue: "vehicleEngine")], limit: 100, page: 1000000000))
    await send("wotx/encyclopedia/modules hostile", ModulesRequest(moduleIDs: [.init(rawValue: 5), .init(rawValue: 6)], nations: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")], types: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")], limit: 5, page: 5))
    await send("wotx/encyclopedia/modules empty", ModulesRequest(moduleIDs: [], nations: [], types: [], limit: 100, page: 1000000000))
    await send("wotx/encyclopedia/modules many", ModulesRequest(moduleIDs: (500000000...500000099).map { .init(rawValue: $0) }, nations: [.init(rawValue: "abc0"), .init(rawValue: "abc1"), .init(rawValue: "abc2"), .init(rawValue: "abc3"), .init(rawValue: "abc4"), .init(rawValue: "abc5"), .init(rawValue: "abc6"), .init(rawValue: "abc7"), .init(rawValue: "abc8"), .init(rawValue: "abc9"), .init(rawValue: "abc10"), .init(rawValue: "abc11"), .init(rawValue: "abc12"), .init(rawValue: "abc13"), .init(rawValue: "abc14"), .init(rawValue: "abc15"), .init(rawValue: "abc16"), .init(rawValue: "abc17"), .init(rawValue: "abc18"), .init(rawValue: "abc19"), .init(rawValue: "abc20"), .init(rawValue: "abc21"), .init(rawValue: "abc22"), .init(rawValue: "abc23"), .init(rawValue: "abc24"), .init(rawValue: "abc25"), .init(rawValue: "abc26"), .init(rawValue: "abc27"), .init(rawValue: "abc28"), .init(rawValue: "abc29"), .init(rawValue: "abc30"), .init(rawValue: "abc31"), .init(rawValue: "abc32"), .init(rawValue: "abc33"), .init(rawValue: "abc34"), .init(rawValue: "abc35"), .init(rawValue: "abc36"), .init(rawValue: "abc37"), .init(rawValue: "abc38"), .init(rawValue: "abc39"), .init(rawValue: "abc40"), .init(rawValue: "abc41"), .init(rawValue: "abc42"), .init(rawValue: "abc43"), .init(rawValue: "abc44"), .init(rawValue: "abc45"), .init(rawValue: "abc46"), .init(rawValue: "abc47"), .init(rawValue: "abc48"), .init(rawValue: "abc49"), .init(rawValue: "abc50"), .init(rawValue: "abc51"), .init(rawValue: "abc52"), .init(rawValue: "abc53"), .init(rawValue: "abc54"), .init(rawValue: "abc55"), .init(rawValue: "abc56"), .init(rawValue: "abc57"), .init(rawValue: "abc58"), .init(rawValue: "abc59"), .init(rawValue: "abc60"), .init(rawValue: "abc61"), .init(rawValue: "abc62"), .init(rawValue: "abc63"), .init(rawValue: "abc64"), .init(rawValue: "abc65"), .init(rawValue: "abc66"), .init(rawValue: "abc67"), .init(rawValue: "abc68"), .init(rawValue: "abc69"), .init(rawValue: "abc70"), .init(rawValue: "abc71"), .init(rawValue: "abc72"), .init(rawValue: "abc73"), .init(rawValue: "abc74"), .init(rawValue: "abc75"), .init(rawValue: "abc76"), .init(rawValue: "abc77"), .init(rawValue: "abc78"), .init(rawValue: "abc79"), .init(rawValue: "abc80"), .init(rawValue: "abc81"), .init(rawValue: "abc82"), .init(rawValue: "abc83"), .init(rawValue: "abc84"), .init(rawValue: "abc85"), .init(rawValue: "abc86"), .init(rawValue: "abc87"), .init(rawValue: "abc88"), .init(rawValue: "abc89"), .init(rawValue: "abc90"), .init(rawValue: "abc91"), .init(rawValue: "abc92"), .init(rawValue: "abc93"), .init(rawValue: "abc94"), .init(rawValue: "abc95"), .init(rawValue: "abc96"), .init(rawValue: "abc97"), .init(rawValue: "abc98"), .init(rawValue: "abc99")], types: [.init(rawValue: "vehicleRadio"), .init(rawValue: "vehicleEngine"), .init(rawValue: "vehicleGun"), .init(rawValue: "vehicleChassis"), .init(rawValue: "vehicleTurret")], limit: 100, page: 500000000))
    await send("wotx/encyclopedia/modules commas", ModulesRequest(moduleIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], nations: [.init(rawValue: "abc0, 0"), .init(rawValue: "abc1, 1")], types: [.init(rawValue: "vehicleRadio"), .init(rawValue: "vehicleEngine")], limit: 100, page: 1000000000))
    await send("wotx/encyclopedia/modules fields", ModulesRequest().selecting([\.era, \.weight]))
    await send("wotx/encyclopedia/modules without", ModulesRequest().selecting(.excluding([\.weight])))
    await send("wotx/encyclopedia/modules extra", ModulesRequest().selecting(.all, extra: [\.defaultProfile]))
    await send("wotx/encyclopedia/vehicleprofile minimal", VehicleProfileRequest(tankID: .init(rawValue: 1)))
    await send("wotx/encyclopedia/vehicleprofile full", VehicleProfileRequest(tankID: .init(rawValue: 1000000000), profileID: .init(rawValue: "abc0"), engineID: .init(rawValue: 1000000000), gunID: .init(rawValue: 1000000000), radioID: .init(rawValue: 1000000000), suspensionID: .init(rawValue: 1000000000), turretID: .init(rawValue: 1000000000)))
    await send("wotx/encyclopedia/vehicleprofile hostile", VehicleProfileRequest(tankID: .init(rawValue: 5), profileID: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), engineID: .init(rawValue: 5), gunID: .init(rawValue: 5), radioID: .init(rawValue: 5), suspensionID: .init(rawValue: 5), turretID: .init(rawValue: 5)))
    await send("wotx/encyclopedia/vehicleprofile many", VehicleProfileRequest(tankID: .init(rawValue: 500000000), profileID: .init(rawValue: "abc0"), engineID: .init(rawValue: 500000000), gunID: .init(rawValue: 500000000), radioID: .init(rawValue: 500000000), suspensionID: .init(rawValue: 500000000), turretID: .init(rawValue: 500000000)))
    await send("wotx/encyclopedia/vehicleprofile fields", VehicleProfileRequest(tankID: .init(rawValue: 1)).selecting([\.ammo, \.weight]))
    await send("wotx/encyclopedia/vehicleprofile without", VehicleProfileRequest(tankID: .init(rawValue: 1)).selecting(.excluding([\.weight])))
    await send("wotx/encyclopedia/vehicles minimal", VehiclesRequest())
    await send("wotx/encyclopedia/vehicles full", VehiclesRequest(tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], nations: [.init(rawValue: "abc0"), .init(rawValue: "abc1")], tiers: [1000000000, 1000000001], limit: 100, page: 1000000000))
    await send("wotx/encyclopedia/vehicles hostile", VehiclesRequest(tankIDs: [.init(rawValue: 5), .init(rawValue: 6)], nations: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")], tiers: [5, 6], limit: 5, page: 5))
    await send("wotx/encyclopedia/vehicles empty", VehiclesRequest(tankIDs: [], nations: [], tiers: [], limit: 100, page: 1000000000))
    await send("wotx/encyclopedia/vehicles many", VehiclesRequest(tankIDs: (500000000...500000099).map { .init(rawValue: $0) }, nations: [.init(rawValue: "abc0"), .init(rawValue: "abc1"), .init(rawValue: "abc2"), .init(rawValue: "abc3"), .init(rawValue: "abc4"), .init(rawValue: "abc5"), .init(rawValue: "abc6"), .init(rawValue: "abc7"), .init(rawValue: "abc8"), .init(rawValue: "abc9"), .init(rawValue: "abc10"), .init(rawValue: "abc11"), .init(rawValue: "abc12"), .init(rawValue: "abc13"), .init(rawValue: "abc14"), .init(rawValue: "abc15"), .init(rawValue: "abc16"), .init(rawValue: "abc17"), .init(rawValue: "abc18"), .init(rawValue: "abc19"), .init(rawValue: "abc20"), .init(rawValue: "abc21"), .init(rawValue: "abc22"), .init(rawValue: "abc23"), .init(rawValue: "abc24"), .init(rawValue: "abc25"), .init(rawValue: "abc26"), .init(rawValue: "abc27"), .init(rawValue: "abc28"), .init(rawValue: "abc29"), .init(rawValue: "abc30"), .init(rawValue: "abc31"), .init(rawValue: "abc32"), .init(rawValue: "abc33"), .init(rawValue: "abc34"), .init(rawValue: "abc35"), .init(rawValue: "abc36"), .init(rawValue: "abc37"), .init(rawValue: "abc38"), .init(rawValue: "abc39"), .init(rawValue: "abc40"), .init(rawValue: "abc41"), .init(rawValue: "abc42"), .init(rawValue: "abc43"), .init(rawValue: "abc44"), .init(rawValue: "abc45"), .init(rawValue: "abc46"), .init(rawValue: "abc47"), .init(rawValue: "abc48"), .init(rawValue: "abc49"), .init(rawValue: "abc50"), .init(rawValue: "abc51"), .init(rawValue: "abc52"), .init(rawValue: "abc53"), .init(rawValue: "abc54"), .init(rawValue: "abc55"), .init(rawValue: "abc56"), .init(rawValue: "abc57"), .init(rawValue: "abc58"), .init(rawValue: "abc59"), .init(rawValue: "abc60"), .init(rawValue: "abc61"), .init(rawValue: "abc62"), .init(rawValue: "abc63"), .init(rawValue: "abc64"), .init(rawValue: "abc65"), .init(rawValue: "abc66"), .init(rawValue: "abc67"), .init(rawValue: "abc68"), .init(rawValue: "abc69"), .init(rawValue: "abc70"), .init(rawValue: "abc71"), .init(rawValue: "abc72"), .init(rawValue: "abc73"), .init(rawValue: "abc74"), .init(rawValue: "abc75"), .init(rawValue: "abc76"), .init(rawValue: "abc77"), .init(rawValue: "abc78"), .init(rawValue: "abc79"), .init(rawValue: "abc80"), .init(rawValue: "abc81"), .init(rawValue: "abc82"), .init(rawValue: "abc83"), .init(rawValue: "abc84"), .init(rawValue: "abc85"), .init(rawValue: "abc86"), .init(rawValue: "abc87"), .init(rawValue: "abc88"), .init(rawValue: "abc89"), .init(rawValue: "abc90"), .init(rawValue: "abc91"), .init(rawValue: "abc92"), .init(rawValue: "abc93"), .init(rawValue: "abc94"), .init(rawValue: "abc95"), .init(rawValue: "abc96"), .init(rawValue: "abc97"), .init(rawValue: "abc98"), .init(rawValue: "abc99")], tiers: Array(500000000...500000099), limit: 100, page: 500000000))
    await send("wotx/encyclopedia/vehicles commas", VehiclesRequest(tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], nations: [.init(rawValue: "abc0, 0"), .init(rawValue: "abc1, 1")], tiers: [1000000000, 1000000001], limit: 100, page: 1000000000))
    await send("wotx/encyclopedia/vehicles fields", VehiclesRequest().selecting([\.description, \.totalTurrets]))
    await send("wotx/encyclopedia/vehicles without", VehiclesRequest().selecting(.excluding([\.totalTurrets])))
    await send("wotx/encyclopedia/vehicleupgrades minimal", VehicleUpgradesRequest(tankIDs: [.init(rawValue: 1)]))
    await send("wotx/encyclopedia/vehicleupgrades full", VehicleUpgradesRequest(tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)]))
    await send("wotx/encyclopedia/vehicleupgrades hostile", VehicleUpgradesRequest(tankIDs: [.init(rawValue: 5), .init(rawValue: 6)]))
    await send("wotx/encyclopedia/vehicleupgrades empty", VehicleUpgradesRequest(tankIDs: []))
    await send("wotx/encyclopedia/vehicleupgrades many", VehicleUpgradesRequest(tankIDs: (500000000...500000099).map { .init(rawValue: $0) }))
    await send("wotx/encyclopedia/vehicleupgrades fields", VehicleUpgradesRequest(tankIDs: [.init(rawValue: 1)]).selecting([\.consumables, \.equipment]))
    await send("wotx/encyclopedia/vehicleupgrades without", VehicleUpgradesRequest(tankIDs: [.init(rawValue: 1)]).selecting(.excluding([\.equipment])))
  }

  @available(*, deprecated)
  static func tanks(_ send: Sender) async {
    await send("wotx/tanks/achievements minimal", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 0)))
    await send("wotx/tanks/achievements full", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 1000000000), tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotx/tanks/achievements hostile", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 4), tankIDs: [.init(rawValue: 5), .init(rawValue: 6)], inGarage: true, accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wotx/tanks/achievements empty", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 1000000000), tankIDs: [], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotx/tanks/achievements many", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 500000000), tankIDs: (500000000...500000099).map { .init(rawValue: $0) }, inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotx/tanks/achievements fields", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 0)).selecting([\.accountID, \.tankID]))
    await send("wotx/tanks/achievements without", PlayerVehicleAchievementsRequest(accountID: .init(rawValue: 0)).selecting(.excluding([\.tankID])))
    await send("wotx/tanks/stats minimal", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 0)))
    await send("wotx/tanks/stats full", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 1000000000), tankIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotx/tanks/stats hostile", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 4), tankIDs: [.init(rawValue: 5), .init(rawValue: 6)], inGarage: true, accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wotx/tanks/stats empty", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 1000000000), tankIDs: [], inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotx/tanks/stats many", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 500000000), tankIDs: (500000000...500000099).map { .init(rawValue: $0) }, inGarage: true, accessToken: .init(rawValue: "abc0")))
    await send("wotx/tanks/stats fields", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 0)).selecting([\.accountID, \.marksOnGunBattlesCount]))
    await send("wotx/tanks/stats without", PlayerVehicleStatisticsRequest(accountID: .init(rawValue: 0)).selecting(.excluding([\.marksOnGunBattlesCount])))
  }
}
