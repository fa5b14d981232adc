// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Bench

enum BenchTypes: ModuleTypes {
  static let module = "Bench"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(CompanyTotals.self, [\.spotted, \.battlesOnStunningVehicles, \.trackAssistedDamage, \.xp, \.survivedBattles, \.droppedCapturePoints, \.hitsPercents, \.draws, \.battles, \.damageReceived, \.frags, \.stunNumber, \.capturePoints, \.stunAssistedDamage, \.hits, \.battleAvgXP, \.wins, \.losses, \.damageDealt, \.shots, \.radioAssistedDamage]),
      ModelType(TeamTotals.self, [\.spotted, \.battlesOnStunningVehicles, \.trackAssistedDamage, \.xp, \.survivedBattles, \.droppedCapturePoints, \.hitsPercents, \.draws, \.battles, \.damageReceived, \.frags, \.stunNumber, \.capturePoints, \.stunAssistedDamage, \.hits, \.battleAvgXP, \.wins, \.losses, \.damageDealt, \.shots, \.radioAssistedDamage, \.maxXP, \.maxDamage, \.maxFrags]),
      ModelType(SkirmishTotals.self, [\.spotted, \.battlesOnStunningVehicles, \.trackAssistedDamage, \.xp, \.survivedBattles, \.droppedCapturePoints, \.hitsPercents, \.draws, \.battles, \.damageReceived, \.frags, \.stunNumber, \.capturePoints, \.stunAssistedDamage, \.hits, \.battleAvgXP, \.wins, \.losses, \.damageDealt, \.shots, \.radioAssistedDamage, \.maxXP, \.maxDamage, \.maxFrags, \.directHitsReceived, \.explosionHits, \.piercingsReceived, \.piercings, \.explosionHitsReceived, \.noDamageDirectHitsReceived, \.tankingFactor]),
      ModelType(BattleTotals.self, [\.spotted, \.battlesOnStunningVehicles, \.trackAssistedDamage, \.xp, \.survivedBattles, \.droppedCapturePoints, \.hitsPercents, \.draws, \.battles, \.damageReceived, \.frags, \.stunNumber, \.capturePoints, \.stunAssistedDamage, \.hits, \.battleAvgXP, \.wins, \.losses, \.damageDealt, \.shots, \.radioAssistedDamage, \.directHitsReceived, \.explosionHits, \.piercingsReceived, \.piercings, \.explosionHitsReceived, \.noDamageDirectHitsReceived, \.avgDamageBlocked, \.avgDamageAssisted, \.avgDamageAssistedTrack, \.avgDamageAssistedRadio, \.avgDamageAssistedStun, \.tankingFactor]),
      ModelType(VehicleStatistics.self, [\.clan, \.regularTeam, \.accountID, \.maxXP, \.company, \.maxFrags, \.team, \.frags, \.markOfMastery, \.inGarage, \.tankID]),
      ModelType(Combatant.self, [\.looseEloDelta, \.clanID, \.battleReward, \.winEloDelta]),
      ModelType(ActiveBattle.self, [\.clanB, \.startAt, \.round, \.clanA, \.battleReward]),
      ModelType(Province.self, [\.activeBattles, \.isBordersDisabled, \.frontName, \.maxBets, \.arenaName, \.attackers, \.neighbours, \.lastWonBet, \.provinceName, \.status, \.arenaID, \.primeTime, \.currentMinBet, \.battlesStartAt, \.pillageEndAt, \.worldRedivision, \.provinceID, \.landingType, \.ownerClanID, \.revenueLevel, \.dailyRevenue, \.uri, \.server, \.competitors, \.roundNumber, \.frontID]),
      ModelType(Campaign.self, [\.operations, \.description, \.campaignID, \.name]),
      ModelType(OperationReward.self, [\.slots, \.tanks]),
      ModelType(CampaignOperation.self, [\.reward, \.name, \.missionsInSet, \.image, \.missions, \.setsCount, \.operationID, \.nextID, \.setsToNext, \.description]),
      ModelType(MissionReward.self, [\.berths, \.premium, \.freeXP, \.items, \.tokens, \.credits, \.slots, \.conditions]),
      ModelType(MissionRewards.self, [\.primary, \.secondary]),
      ModelType(Mission.self, [\.minLevel, \.name, \.hint, \.maxLevel, \.tags, \.missionID, \.setID, \.description]),
      ModelType(Message.self, [\.id, \.author, \.title, \.text, \.tags, \.replyTo]),
      ModelType(Track.self, [\.id, \.length, \.points, \.samples]),
      ModelType(PlayerName.self, [\.nickname, \.accountID]),
      ModelType(Meta.self, [\.count]),
      ModelType(StatisticsDocument.self, [\.status, \.meta, \.data]),
      ModelType(ProvincesDocument.self, [\.status, \.meta, \.data]),
      ModelType(MissionsDocument.self, [\.status, \.meta, \.data]),
      ModelType(MessagesDocument.self, [\.status, \.meta, \.data]),
      ModelType(TracksDocument.self, [\.status, \.meta, \.data]),
      ModelType(NamesDocument.self, [\.status, \.meta, \.data]),
    ]
  }
}
