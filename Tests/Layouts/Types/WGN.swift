// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import WGN

enum WGNTypes: ModuleTypes {
  static let module = "WGN"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Envelope.self, [\.status, \.error, \.meta]),
      ModelType(Envelope.Error.self, [\.code, \.message, \.field, \.value]),
      ModelType(Account.self, [\.accountID, \.nickname, \.createdAt, \.games, \.`private`]),
      ModelType(Account.Private.self, [\.freeXP, \.gold, \.premiumExpiresAt]),
      ModelType(AccountCard.self, [\.accountID, \.nickname, \.games]),
      ModelType(AccountSummary.self, [\.accountID, \.nickname, \.createdAt, \.games]),
      ModelType(Wallet.self, [\.accountID, \.`private`]),
      ModelType(Wallet.Private.self, [\.freeXP, \.gold, \.premiumExpiresAt]),
      ModelType(ClanCard.self, [\.clanID, \.tag, \.name, \.membersCount, \.color, \.emblems, \.game]),
      ModelType(ClanCard.EmblemsValue.self, [\.x64]),
      ModelType(GameClan.self, [\.clanID, \.tag, \.name, \.membersCount, \.createdAt, \.color, \.emblems, \.creatorID, \.creatorName, \.leaderID, \.leaderName, \.motto, \.description, \.descriptionHTML, \.acceptsJoinRequests, \.isClanDisbanded, \.members, \.oldName, \.oldTag, \.renamedAt, \.updatedAt, \.`private`, \.game]),
      ModelType(GameClanGlossary.self, [\.game, \.clansRoles]),
      ModelType(GameClanMembership.self, [\.accountID, \.accountName, \.joinedAt, \.role, \.roleI18n, \.clan]),
      ModelType(GameClanSummary.self, [\.clanID, \.tag, \.name, \.membersCount, \.createdAt, \.color, \.emblems, \.game]),
      ModelType(MembershipCard.self, [\.accountID, \.joinedAt, \.role, \.roleI18n, \.clan]),
      ModelType(MembershipCard.ClanValue.self, [\.clanID, \.tag, \.name, \.color, \.emblems]),
      ModelType(MembershipCard.ClanValue.EmblemsValue.self, [\.x64]),
      ModelType(ClanMember.self, [\.accountID, \.accountName, \.joinedAt, \.role, \.roleI18n]),
      UnionType(ClanMembers.self),
      ModelType(ClanMessage.self, [\.message, \.authorID, \.createdAt, \.editorID, \.updatedAt, \.isRead]),
      ModelType(ClanPrivateData.self, [\.clanTreasury, \.onlineMembers]),
      ModelType(ClanPrivateData.ClanTreasury.self, [\.credits, \.gold, \.crystal]),
      ModelType(Emblems.self, [\.x24, \.x32, \.x64, \.x195, \.x256]),
      ModelType(PastMembership.self, [\.accountID, \.clanID, \.role, \.joinedAt, \.leftAt]),
      ModelType(GameServer.self, [\.server, \.playersOnline]),
      ModelType(Meta.self, [\.count, \.total, \.page, \.pageTotal, \.limit, \.hidden]),
      UnionType(ClanGlossaryRequest.Response.self),
    ]
  }
}
