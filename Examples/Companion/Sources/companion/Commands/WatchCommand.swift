import ArgumentParser
import Foundation
import TerminalText
import WGNAPIFeeds
import WGNAPIRuntime
import WOT

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Watches the battles that a clan has ahead, until Ctrl-C.",
    discussion: "With --json, each change is one line.")

  @Argument(help: "A clan's tag or ID.")
  var clan: String

  @Option(help: ArgumentHelp("The time between two looks: 10 or more.", valueName: "seconds"))
  var every = 60

  @Option(help: "The number of looks; by default, there is no end.")
  var times: Int?

  @OptionGroup var service: ServiceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (10...86_400).contains(every) else { throw ValidationError("--every is from 10 to 86400 seconds.") }
    guard !service.offline else { throw ValidationError("Without the service, there is nothing to watch.") }
  }

  func run() async throws {
    try await withSession(service, output) { session in
      try await untilInterrupted { try await watch(session) }
    }
  }

  private func watch(_ session: Session) async throws {
    let feed = session.tanks.battles(of: try await clanID(clan, session), session.call)
    try await show(try await feed.loadNext(), session)
    var looks = 1
    while looks < times ?? .max {
      try await session.clock.sleep(for: .seconds(every))
      looks += 1
      do {
        // The change lists new and removed battles, even if the list has moved.
        try await show(try await feed.refresh(), session)
      } catch let error as APIError where error.isRetryable {
        // The feed is unchanged, and the next look may succeed.
        session.terminal.writeError(
          rendered(FailureReport(error).lines, colors: session.terminal.errorColors))
      }
    }
  }

  private func show(_ change: FeedChange<ClanBattle>, _ session: Session) async throws {
    let report = WatchReport(
      date: session.clock.date, new: try await session.named(change.inserted.map(\.element)),
      gone: try await session.named(change.removed.map(\.element)), total: change.elements.count)
    let lines = report.lines(width: session.terminal.width, now: session.clock.date)
    session.terminal.write(
      output.json ? try report.json(isCompact: true) : rendered(lines, colors: session.terminal.colors))
  }
}
