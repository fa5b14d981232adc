import Foundation
import TerminalText

/// The changes in the battles of a clan since the last look.
struct WatchReport: Report {
  let date: Date
  let new: [Battle]
  let gone: [Battle]
  let total: Int

  func lines(width: Int, now: Date) -> [Line] {
    let heading: Line = [
      Span(dayAndTime(date), .faint), Span("  \(total) battle\(total == 1 ? "" : "s") ahead", bold: true),
      Span(new.isEmpty && gone.isEmpty ? ", nothing new" : "", .faint),
    ]
    return [heading] + new.map { line("+", .green, $0, width, now) }
      + gone.map { line("−", .red, $0, width, now) }
  }

  private func line(_ sign: String, _ tint: Tint, _ battle: Battle, _ width: Int, _ now: Date) -> Line {
    let opponent = battle.opponentTag.map { "[\($0)]" } ?? "\(battle.opponent)"
    return Line([
      Span("\(sign) ", tint, bold: true), Span(opponent, .magenta),
      Span(" \(battle.province), tier \(roman(battle.tier))"),
      Span("  \(relative(battle.time, to: now))", .yellow),
    ]).truncated(toColumns: width)
  }
}
