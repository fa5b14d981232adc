// Written by Tests/Reference/composition.py.
// swift-format-ignore-file

import Foundation
import WGN
import WGNAPIRuntime

/// Calls of all requests of WGN, minimal, full, hostile, with empty lists and with long ones.
enum WGNCalls: Calls {
  static let api = "wgn"

  static func client(_ configuration: ClientConfiguration) -> any APIClient {
    let server = WGN.Server(url: Sender.server, like: .na)
    return WGN.Client(
      server: server, applicationID: "demo", language: .polish, configuration: configuration)
  }

  // Some requests are deprecated, which is no matter here.
  @available(*, deprecated)
  static func sendAll(_ send: Sender) async {
    await account(send)
    await clans(send)
    await servers(send)
  }

  @available(*, deprecated)
  static func account(_ send: Sender) async {
    await send("wgn/account/info minimal", AccountsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wgn/account/info full", AccountsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], accessToken: .init(rawValue: "abc0")))
    await send("wgn/account/info hostile", AccountsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wgn/account/info empty", AccountsRequest(accountIDs: [], accessToken: .init(rawValue: "abc0")))
    await send("wgn/account/info many", AccountsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, accessToken: .init(rawValue: "abc0")))
    await send("wgn/account/info fields", AccountsRequest(accountIDs: [.init(rawValue: 1)]).selecting([\.accountID, \.private.premiumExpiresAt, \.private.freeXP]))
    await send("wgn/account/info without", AccountsRequest(accountIDs: [.init(rawValue: 1)]).selecting(.excluding([\.private.premiumExpiresAt])))
    await send("wgn/account/list minimal", SearchAccountsRequest(search: "abc0"))
    await send("wgn/account/list full", SearchAccountsRequest(search: "abc0", type: .init(rawValue: "startswith"), games: [.init(rawValue: "wotb"), .init(rawValue: "wot")], limit: 100))
    await send("wgn/account/list hostile", SearchAccountsRequest(search: "Ёж & Co+#=%/?я0, 0", type: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), games: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")], limit: 5))
    await send("wgn/account/list empty", SearchAccountsRequest(search: "abc0", type: .init(rawValue: "startswith"), games: [], limit: 100))
    await send("wgn/account/list many", SearchAccountsRequest(search: "abc0", type: .init(rawValue: "startswith"), games: [.init(rawValue: "wotb"), .init(rawValue: "wot"), .init(rawValue: "wows"), .init(rawValue: "wowp")], limit: 100))
    await send("wgn/account/list fields", SearchAccountsRequest(search: "abc0").selecting([\.accountID, \.nickname]))
    await send("wgn/account/list without", SearchAccountsRequest(search: "abc0").selecting(.excluding([\.nickname])))
  }

  @available(*, deprecated)
  static func clans(_ send: Sender) async {
    await send("wgn/clans/glossary minimal", ClanGlossaryRequest())
    await send("wgn/clans/glossary full", ClanGlossaryRequest(game: .init(rawValue: "wot")))
    await send("wgn/clans/glossary hostile", ClanGlossaryRequest(game: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wgn/clans/info minimal", ClansRequest(clanIDs: [.init(rawValue: 1)]))
    await send("wgn/clans/info full", ClansRequest(clanIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], game: .init(rawValue: "wot"), membersKey: .init(rawValue: "id"), accessToken: .init(rawValue: "abc0")))
    await send("wgn/clans/info hostile", ClansRequest(clanIDs: [.init(rawValue: 5), .init(rawValue: 6)], game: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), membersKey: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wgn/clans/info empty", ClansRequest(clanIDs: [], game: .init(rawValue: "wot"), membersKey: .init(rawValue: "id"), accessToken: .init(rawValue: "abc0")))
    await send("wgn/clans/info many", ClansRequest(clanIDs: (500000000...500000099).map { .init(rawValue: $0) }, game: .init(rawValue: "wot"), membersKey: .init(rawValue: "id"), accessToken: .init(rawValue: "abc0")))
    await send("wgn/clans/info fields", ClansRequest(clanIDs: [.init(rawValue: 1)]).selecting([\.acceptsJoinRequests, \.updatedAt]))
    await send("wgn/clans/info without", ClansRequest(clanIDs: [.init(rawValue: 1)]).selecting(.excluding([\.updatedAt])))
    await send("wgn/clans/info extra", ClansRequest(clanIDs: [.init(rawValue: 1)]).selecting(.all, extra: [\.private.onlineMembers]))
    await send("wgn/clans/list minimal", SearchClansRequest())
    await send("wgn/clans/list full", SearchClansRequest(search: "abc0", games: [.init(rawValue: "wot"), .init(rawValue: "wowp")], limit: 100, page: 1000000000))
    await send("wgn/clans/list hostile", SearchClansRequest(search: "Ёж & Co+#=%/?я0, 0", games: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")], limit: 5, page: 5))
    await send("wgn/clans/list empty", SearchClansRequest(search: "abc0", games: [], limit: 100, page: 1000000000))
    await send("wgn/clans/list many", SearchClansRequest(search: "abc0", games: [.init(rawValue: "wot"), .init(rawValue: "wowp")], limit: 100, page: 500000000))
    await send("wgn/clans/list fields", SearchClansRequest().selecting([\.clanID, \.tag]))
    await send("wgn/clans/list without", SearchClansRequest().selecting(.excluding([\.tag])))
    await send("wgn/clans/memberhistory minimal", ClanMemberHistoryRequest(accountID: .init(rawValue: 1)))
    await send("wgn/clans/memberhistory full", ClanMemberHistoryRequest(accountID: .init(rawValue: 1000000000), game: .init(rawValue: "wot")))
    await send("wgn/clans/memberhistory hostile", ClanMemberHistoryRequest(accountID: .init(rawValue: 5), game: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wgn/clans/memberhistory many", ClanMemberHistoryRequest(accountID: .init(rawValue: 500000000), game: .init(rawValue: "wot")))
    await send("wgn/clans/memberhistory fields", ClanMemberHistoryRequest(accountID: .init(rawValue: 1)).selecting([\.accountID, \.role]))
    await send("wgn/clans/memberhistory without", ClanMemberHistoryRequest(accountID: .init(rawValue: 1)).selecting(.excluding([\.role])))
    await send("wgn/clans/membersinfo minimal", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]))
    await send("wgn/clans/membersinfo full", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1000000000), .init(rawValue: 1000000001)], game: .init(rawValue: "wot")))
    await send("wgn/clans/membersinfo hostile", ClanMembershipsRequest(accountIDs: [.init(rawValue: 5), .init(rawValue: 6)], game: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wgn/clans/membersinfo empty", ClanMembershipsRequest(accountIDs: [], game: .init(rawValue: "wot")))
    await send("wgn/clans/membersinfo many", ClanMembershipsRequest(accountIDs: (500000000...500000099).map { .init(rawValue: $0) }, game: .init(rawValue: "wot")))
    await send("wgn/clans/membersinfo fields", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]).selecting([\.accountID, \.roleI18n]))
    await send("wgn/clans/membersinfo without", ClanMembershipsRequest(accountIDs: [.init(rawValue: 1)]).selecting(.excluding([\.roleI18n])))
    await send("wgn/clans/messageboard minimal", ClanMessagesRequest(accessToken: .init(rawValue: "abc0")))
    await send("wgn/clans/messageboard full", ClanMessagesRequest(accessToken: .init(rawValue: "abc0"), game: .init(rawValue: "wot")))
    await send("wgn/clans/messageboard hostile", ClanMessagesRequest(accessToken: .init(rawValue: "Ёж & Co+#=%/?я0, 0"), game: .init(rawValue: "Ёж & Co+#=%/?я0, 0")))
    await send("wgn/clans/messageboard fields", ClanMessagesRequest(accessToken: .init(rawValue: "abc0")).selecting([\.authorID, \.updatedAt]))
    await send("wgn/clans/messageboard without", ClanMessagesRequest(accessToken: .init(rawValue: "abc0")).selecting(.excluding([\.updatedAt])))
  }

  @available(*, deprecated)
  static func servers(_ send: Sender) async {
    await send("wgn/servers/info minimal", GameServersRequest())
    await send("wgn/servers/info full", GameServersRequest(games: [.init(rawValue: "wotb"), .init(rawValue: "wot")]))
    await send("wgn/servers/info hostile", GameServersRequest(games: [.init(rawValue: "Ёж & Co+#=%/?я0"), .init(rawValue: "Ёж & Co+#=%/?я1")]))
    await send("wgn/servers/info empty", GameServersRequest(games: []))
    await send("wgn/servers/info many", GameServersRequest(games: [.init(rawValue: "wotb"), .init(rawValue: "wot"), .init(rawValue: "wows")]))
    await send("wgn/servers/info fields", GameServersRequest().selecting([\.playersOnline, \.server]))
    await send("wgn/servers/info without", GameServersRequest().selecting(.excluding([\.server])))
  }
}
