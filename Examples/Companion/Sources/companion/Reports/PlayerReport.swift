import Foundation
import TerminalText
import WGN
import WOT

struct PlayerReport: Report {
  struct Clan: Encodable {
    let id: WOT.ClanID
    let tag: String
    let name: String
    let role: String
    let joined: Date
  }

  let id: WOT.AccountID
  let name: String
  let rating: Int
  let battles: Int
  let wins: Int
  let lastBattle: Date
  let clan: Clan?
  let vehicles: Int
  /// The vehicles with the highest badge of mastery.
  let aces: Int
  /// The battles in vehicles of each tier, from I.
  let battlesByTier: [Int]
  let games: [Game]

  init(
    card: PlayerCard, membership: WOT.MembershipCard?, vehicles: [PlayerVehicle], tiers: [TankID: Int],
    games: [Game]
  ) {
    id = card.accountID
    name = card.nickname
    rating = card.globalRating
    battles = card.statistics.all.battles
    wins = card.statistics.all.wins
    lastBattle = card.lastBattleTime
    clan = membership.map {
      Clan(
        id: $0.clan.clanID, tag: $0.clan.tag, name: $0.clan.name, role: $0.roleI18n, joined: $0.joinedAt)
    }
    self.vehicles = vehicles.count
    aces = vehicles.count { $0.markOfMastery == .aceTanker }
    var byTier = [Int](repeating: 0, count: 10)
    for vehicle in vehicles {
      guard let tier = tiers[vehicle.tankID], (1...byTier.count).contains(tier) else { continue }
      byTier[tier - 1] += vehicle.statistics.battles
    }
    battlesByTier = byTier
    self.games = games
  }

  func lines(width: Int, now: Date) -> [Line] {
    var card = Card([Span(name, .cyan, bold: true), Span("  \(id)", .faint)])
    if let clan {
      card.add(
        "Clan",
        [
          Span("[\(clan.tag)] ", .magenta), Span(clan.name),
          Span(", \(clan.role) since \(day(clan.joined))", .faint),
        ])
    }
    card.add("Rating", Line(grouped(rating), .yellow, bold: true))
    card.add(
      "Battles", Line([Span("\(grouped(battles)), ")] + winRate(wins, of: battles).spans + [Span(" won")]))
    card.add(
      "By tier",
      [Span("I "), Span(sparkline(battlesByTier.map(Double.init), from: 0), .green), Span(" X")])
    card.add("Vehicles", Line("\(vehicles), ace tanker in \(aces)"))
    card.add("Last battle", Line(relative(lastBattle, to: now)))
    let others = games.filter { $0 != .worldOfTanks }
    if !others.isEmpty { card.add("Also plays", Line(others.map(\.title).joined(separator: ", "))) }
    return card.lines(width: width)
  }
}

extension Game {
  /// The name of the game; the key of a game that is newer than the client.
  var title: String {
    switch self {
    case .worldOfTanks: "World of Tanks"
    case .worldOfTanksBlitz: "World of Tanks Blitz"
    case .worldOfWarplanes: "World of Warplanes"
    case .worldOfWarships: "World of Warships"
    default: rawValue
    }
  }
}
