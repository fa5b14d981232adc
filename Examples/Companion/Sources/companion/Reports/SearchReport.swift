import Foundation
import TerminalText
import WOT

struct SearchReport: Report {
  struct Player: Encodable {
    let id: AccountID
    let name: String
    let rating: Int?
    let battles: Int?
    let wins: Int?
    let lastBattle: Date?

    init(_ match: PlayerMatch, _ card: PlayerCard?) {
      id = match.accountID
      name = match.nickname
      rating = card?.globalRating
      battles = card?.statistics.all.battles
      wins = card?.statistics.all.wins
      lastBattle = card?.lastBattleTime
    }
  }

  let players: [Player]

  func lines(width: Int, now: Date) -> [Line] {
    var table = Table(columns: [
      .init("PLAYER", isFlexible: true), .init("ID", .right, isOptional: true), .init("RATING", .right),
      .init("BATTLES", .right),
      .init("WON", .right), .init("LAST BATTLE", isOptional: true),
    ])
    for player in players {
      let battles = player.battles ?? 0
      table.add(
        Line(player.name, bold: true), Line("\(player.id)", .faint), Line(player.rating.map(grouped) ?? "–"),
        Line(player.battles.map(grouped) ?? "–"), winRate(player.wins ?? 0, of: battles),
        Line(player.lastBattle.map { relative($0, to: now) } ?? "–", .faint))
    }
    return table.lines(width: width)
  }
}

/// Returns the share of victories in a color that rates it.
func winRate(_ wins: Int, of battles: Int) -> Line {
  let share = battles > 0 ? Double(wins) / Double(battles) : 0
  let tint: Tint? = battles == 0 ? .faint : share >= 0.52 ? .green : share < 0.47 ? .red : .yellow
  return Line(percentage(wins, of: battles), tint)
}
