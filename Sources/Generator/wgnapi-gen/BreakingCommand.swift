import ArgumentParser
import Diagnostics
import SpecChanges

/// `wgnapi-gen breaking --against <version>`: what a change of the specs does to apps.
struct BreakingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "breaking",
    abstract: "List what no longer compiles since another version of the specs, and what to write.",
    discussion: """
      Compares what is generated from both versions. For each change, prints its place in the specs, the line of an app \
      that no longer compiles, and the line to write; then what behaves otherwise. Reads revisions with git, and never \
      touches the work tree.

      EXIT STATUS:
        0  everything that used the old module compiles with the new one
        1  something doesn't
        2  mistakes in specs or arguments
      """)

  @OptionGroup
  var versions: VersionOptions

  @Option(help: "The format of the report on standard output.")
  var format: ReportFormat = .text

  func run() throws {
    var run = try VersionRun(versions)
    let changes = try run.run(acceptingAllowed: true)
    switch format {
    case .text:
      Console.write(TextReport(usesColor: versions.reporting.color.isOn(.output)).text(changes))
      Console.write(visibleText(changes.summary) + "\n", to: .error)
    case .json: Console.write(changes.json)
    case .github: Console.write(GitHubDiagnosticPrinter().print(changes.diagnostics))
    }
    if !changes.breaking.isEmpty { throw ExitStatus.stale }
  }
}

/// `wgnapi-gen changelog --against <version>`: the same with what is new, for a changelog.
struct ChangelogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changelog",
    abstract: "Write how to upgrade from another version of the specs, and what is new, as Markdown.",
    discussion:
      "The list of 'breaking' as a table, then what behaves otherwise, what is new and what is deprecated.")

  @OptionGroup
  var versions: VersionOptions

  func run() throws {
    var run = try VersionRun(versions)
    Console.write(MarkdownReport(try run.run(acceptingAllowed: false)).text)
  }
}
