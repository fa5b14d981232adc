import ArgumentParser
import Foundation
import TerminalText

/// A command that asks the service and prints a report.
protocol ReportCommand: AsyncParsableCommand {
  associatedtype Found: Report

  var service: ServiceOptions { get }
  var output: OutputOptions { get }

  func report(_ session: Session) async throws -> Found
}

extension ReportCommand {
  func run() async throws {
    try await withSession(service, output) { session in
      let now = session.clock.date
      let report = try await report(session)
      guard !output.json else { return session.terminal.write(try report.json()) }
      var lines = report.lines(width: session.terminal.width, now: now)
      if let age = await session.oldestResponse.age {
        let date = now.addingTimeInterval(-Double(age.components.seconds))
        lines.append(
          Line("Stored responses, the oldest from \(relative(date, to: now)).", .faint))
      }
      session.terminal.write(rendered(lines, colors: session.terminal.colors))
    }
  }
}

/// Runs the work of a command. Errors end the program with a message and a status that scripts can rely on.
func withSession(
  _ service: ServiceOptions, _ output: OutputOptions, _ work: (Session) async throws -> Void
) async throws {
  let terminal = Terminal(output)
  do {
    try await work(try Session(service, on: terminal))
  } catch {
    let report = FailureReport(error)
    terminal.writeError(rendered(report.lines, colors: terminal.errorColors))
    throw report.code
  }
}
