// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import WGN

enum WGNTypes: ModuleTypes {
  static let module = "WGN"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(AccountSummary.self, [\.accountID, \.nickname, \.createdAt, \.games]),
      ModelType(Account.self, [\.accountID, \.nickname, \.createdAt, \.games, \.`private`]),
      ModelType(Account.Private.self, [\.freeXP, \.gold, \.premiumExpiresAt]),
      ModelType(AccountCard.self, [\.accountID, \.nickname, \.games]),
      ModelType(Wallet.self, [\.accountID, \.`private`]),
      ModelType(Wallet.Private.self, [\.freeXP, \.gold, \.premiumExpiresAt]),
      UnionType(ClanGlossaryRequest.Response.self),
      ModelType(GameClanSummary.self, [\.clanID, \.tag, \.name, \.membersCount, \.createdAt, \.color, \.emblems, \.game]),
      ModelType(GameClan.self, [\.clanID, \.tag, \.name, \.membersCount, \.createdAt, \.color, \.emblems, \.creatorID, \.creatorName, \.leaderID, \.leaderName, \.motto, \.description, \.descriptionHTML, \.acceptsJoinRequests, \.isClanDisbanded, \.members, \.oldName, \.oldTag, \.renamedAt, \.updatedAt, \.`private`, \.game]),
      ModelType(GameClanMembership.self, [\.accountID, \.accountName, \.joinedAt, \.role, \.roleI18n, \.clan]),
      ModelType(GameClanGlossary.self, [\.game, \.clansRoles]),
      ModelType(ClanCard.self, [\.clanID, \.tag, \.name, \.membersCount, \.color, \.emblems, \.game]),
      ModelType(ClanCard.EmblemsValue.self, [\.x64]),
      ModelType(MembershipCard.self, [\.accountID, \.joinedAt, \.role, \.roleI18n, \.clan]),
      ModelType(MembershipCard.ClanValue.self, [\.clanID, \.tag, \.name, \.color, \.emblems]),
      ModelType(MembershipCard.ClanValue.EmblemsValue.self, [\.x64]),
      ModelType(Envelope.self, [\.status, \.error, \.meta]),
      ModelType(Envelope.Error.self, [\.code, \.message, \.field, \.value]),
      ModelType(GameServer.self, [\.server, \.playersOnline]),
      UnionType(ClanMembers.self),
      ModelType(ClanMember.self, [\.accountID, \.accountName, \.joinedAt, \.role, \.roleI18n]),
      ModelType(ClanPrivateData.self, [\.clanTreasury, \.onlineMembers]),
      ModelType(ClanPrivateData.ClanTreasury.self, [\.credits, \.gold, \.crystal]),
      ModelType(Emblems.self, [\.x24, \.x32, \.x64, \.x195, \.x256]),
      ModelType(PastMembership.self, [\.accountID, \.clanID, \.role, \.joinedAt, \.leftAt]),
      ModelType(ClanMessage.self, [\.message, \.authorID, \.createdAt, \.editorID, \.updatedAt, \.isRead]),
      ModelType(Meta.self, [\.count, \.total, \.page, \.pageTotal, \.limit, \.hidden]),
    ]
  }
}
