import Foundation
import TerminalText
import WGNAPIPartial
import WGNAPIRuntime
import WOT

struct ClanReport: Report {
  struct Rating: Encodable {
    let date: Date
    let value: Double
    let rank: Int?
  }

  let id: ClanID
  let tag: String
  let name: String
  let motto: String
  let leader: String
  let members: Int
  let created: Date
  let isDisbanded: Bool
  var rating: [Rating] = []
  var battles: [Battle] = []

  /// Creates a report from the requested fields. Reading another field would throw.
  init(_ clan: Partial<Clan>) throws {
    id = try clan.clanID.get()
    tag = try clan.tag.get()
    name = try clan.name.get()
    motto = try clan.motto.get()
    leader = try clan.leaderName.get()
    members = try clan.membersCount.get()
    created = try clan.createdAt.get()
    isDisbanded = try clan.isClanDisbanded.get()
  }

  func lines(width: Int, now: Date) -> [Line] {
    guard !isDisbanded else { return [Line("The clan \(id) has been disbanded.", .yellow)] }
    var card = Card([
      Span("[\(tag)] ", .magenta, bold: true), Span(name, .cyan, bold: true), Span("  \(id)", .faint),
    ])
    if !motto.isEmpty { card.add("Motto", Line("“\(motto)”")) }
    card.add("Leader", Line(leader))
    card.add("Members", Line("\(members)"))
    card.add("Founded", Line("\(day(created)), \(relative(created, to: now))"))
    if let last = rating.last {
      let place = last.rank.map { ", place \(grouped($0))" } ?? ""
      card.add(
        "Rating",
        [
          Span(grouped(Int(last.value.limited)), .yellow, bold: true), Span(place), Span("  "),
          Span(sparkline(rating.map(\.value)), .green), Span("  \(rating.count) days", .faint),
        ])
    }
    return card.lines(width: width) + news(width: width, now: now)
  }

  private func news(width: Int, now: Date) -> [Line] {
    guard !battles.isEmpty else { return [Line("No battles ahead.", .faint)] }
    return ["", Line("Battles ahead", bold: true)] + battleTable(battles, now: now).lines(width: width)
  }
}

/// Returns a table of planned battles.
func battleTable(_ battles: [Battle], now: Date) -> Table {
  var table = Table(columns: [
    .init("WHEN"), .init("(UTC)", isOptional: true), .init("AGAINST"), .init("PROVINCE", isFlexible: true),
    .init("FRONT", isFlexible: true, isOptional: true), .init("TIER", .right),
  ])
  for battle in battles {
    table.add(
      Line(relative(battle.time, to: now), .yellow), Line(dayAndTime(battle.time), .faint),
      Line(battle.opponentTag.map { "[\($0)]" } ?? "\(battle.opponent)", .magenta), Line(battle.province),
      Line(battle.front, .faint), Line(roman(battle.tier)))
  }
  return table
}

extension Double {
  /// The nearest number that an `Int` can hold; 0 if it isn't a number.
  var limited: Double { isNaN ? 0 : Swift.min(Swift.max(rounded(), -1e15), 1e15) }
}
