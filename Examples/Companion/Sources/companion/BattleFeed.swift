import Foundation
import WGNAPIFeeds
import WGNAPIRuntime
import WOT

// A clan's news: its planned battles. Its messages are for members only.

/// The identity of a planned battle, by which a feed recognizes it after a refresh.
struct BattleID: Hashable {
  let province: ProvinceID
  let opponent: ClanID
  let time: Date
}

typealias BattleFeed = Feed<ClanBattle, BattleID>

extension WOT.Client {
  /// Returns the planned battles of a clan as a list that can be refreshed.
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
    let tags = try await tags(of: Set(battles.map(\.competitorID)))
    return battles.map { battle in
      Battle(
        province: battle.provinceName, front: battle.frontName, opponent: battle.competitorID,
        opponentTag: tags[battle.competitorID], tier: battle.vehicleLevel, time: battle.time)
    }
  }

  private func tags(of clans: Set<ClanID>) async throws -> [ClanID: String] {
    guard !clans.isEmpty else { return [:] }
    let request = ClansRequest(clanIDs: clans.sorted { $0.rawValue < $1.rawValue }).slice(ClanCard.self)
    do {
      return try await tanks.send(request, options: call).compactMapValues { $0?.tag }
    } catch is APIError {
      // A battle is news even without the opponent's tag.
      return [:]
    }
  }
}
