import ArgumentParser
import Diagnostics
import Foundation
import SpecChanges
import TrafficEvidence

/// `wgnapi-gen breaking --against <version>`: what a change of the specs does to apps.
struct BreakingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "breaking",
    abstract: "List what no longer compiles since another version of the specs, and what to write.",
    discussion: """
      Compares what is generated from both versions. For each change, prints its place in the specs, the line of an app \
      that no longer compiles, and the line to write; then what behaves otherwise. Reads revisions with git, and never \
      touches the work tree.

      With --app, lists only what the app uses, with its lines, by the index store that the compiler wrote when it was built.

      EXIT STATUS:
        0  everything that used the old module compiles with the new one (with
           --app: nothing that breaks concerns the app)
        1  something doesn't, or recorded traffic isn't as the new specs say
        2  mistakes in specs or arguments, or a file that couldn't be read to its end
      """)

  @OptionGroup
  var versions: VersionOptions

  @Option(
    help: ArgumentHelp(
      "The folder of an app that uses the module, which has been built.", valueName: "folder"))
  var app: String?

  @Option(
    help: ArgumentHelp(
      "The app's index store (default: the newest below .build in the app's folder).", valueName: "folder"))
  var indexStore: String?

  @Option(
    help: ArgumentHelp(
      """
      Recorded traffic to read with the new specs: HAR files, folders of recordings or JSON responses, or the evidence that 'infer' \
      stored. Can be repeated.
      """, valueName: "traffic"))
  var traffic: [String] = []

  @Option(
    name: .customLong("host"),
    help: ArgumentHelp("Another host to treat as the API's in the traffic. Can be repeated."))
  var hosts: [String] = []

  @Option(help: "The format of the report on standard output.")
  var format: ReportFormat = .text

  func validate() throws {
    if !traffic.isEmpty { try TrafficReader.validate(traffic) }
    if !hosts.isEmpty, traffic.isEmpty { throw ValidationError("--host belongs to --traffic") }
    if indexStore != nil, app == nil { throw ValidationError("--index-store belongs to --app") }
    for (option, folder) in [("--app", app), ("--index-store", indexStore)] {
      guard let folder else { continue }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
        throw ValidationError("\(option) is a folder, and there is no folder '\(folder)'")
      }
    }
  }

  func run() throws {
    var run = try VersionRun(versions)
    var unreadFiles = 0
    var changes = try run.run(acceptingAllowed: true) { changes, api in
      if !traffic.isEmpty { unreadFiles = try addTraffic(to: &changes, api) }
    }
    if let app { try find(&changes, in: app) }
    switch format {
    case .text:
      Console.write(TextReport(usesColor: versions.reporting.color.isOn(.output)).text(changes))
      Console.write(visibleText(changes.summary) + "\n", to: .error)
      if let traffic = changes.traffic { Console.write(traffic.summary + "\n", to: .error) }
    case .json: Console.write(changes.json)
    case .github: Console.write(GitHubDiagnosticPrinter.inWorkspace.print(changes.diagnostics))
    }
    guard unreadFiles == 0 else {
      Console.write(
        "error: \(counted(unreadFiles, "file")) could only be read in part or not at all, so there may be more differences\n",
        to: .error)
      throw ExitStatus.failure
    }
    if !changes.concerning.isEmpty || changes.traffic?.contradicts == true { throw ExitStatus.stale }
  }

  private func find(_ changes: inout VersionChanges, in app: String) throws {
    do throws(IndexFailure) {
      let indexed = try IndexedApp(of: app, indexStore: indexStore, modules: changes.oldDeclarations)
      for warning in indexed.warnings {
        Console.write("warning: \(visibleText(warning))\n", to: .error)
      }
      changes.find(in: indexed)
    } catch {
      Console.write("error: \(visibleText(error.message))\n", to: .error)
      throw ExitStatus.failure
    }
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
