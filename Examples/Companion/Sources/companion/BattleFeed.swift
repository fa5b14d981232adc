import Foundation
import WGNAPIFeeds
import WGNAPIRuntime
import WOT

// A clan's news: the battles that it has ahead.

/// What makes a planned battle the same one when the list is asked for again.
struct BattleID: Hashable {
  let province: ProvinceID
  let opponent: ClanID
  let time: Date
}

typealias BattleFeed = Feed<ClanBattle, BattleID>

extension WOT.Client {
  /// Returns the battles that a clan has ahead, as a list that can be refreshed.
  func battles(of clan: ClanID, _ call: CallOptions) -> BattleFeed {
    feed(
      ClanBattlesRequest(clanID: clan),
      id: { BattleID(province: $0.provinceID, opponent: $0.competitorID, time: $0.time) },
      options: FeedOptions(call: call))
  }
}

/// A planned battle with the opponent's tag.
struct Battle: Encodable {
  let province: String
  let front: String
  let opponent: ClanID
  let opponentTag: String?
  let tier: Int
  let time: Date
}

extension Session {
  /// Returns battles with the tags of the opponents: one request for all of them, which the cache answers next time.
  func named(_ battles: [ClanBattle]) async throws -> [Battle] {
    let opponents = Set(battles.map(\.competitorID)).sorted { $0.rawValue < $1.rawValue }
    let cards =
      opponents.isEmpty
      ? [:] : try await tanks.send(ClansRequest(clanIDs: opponents).slice(ClanCard.self), options: call)
    return battles.map { battle in
      Battle(
        province: battle.provinceName, front: battle.frontName, opponent: battle.competitorID,
        opponentTag: cards[battle.competitorID]??.tag, tier: battle.vehicleLevel, time: battle.time)
    }
  }
}
