import APIModel
import ArgumentParser
import Diagnostics
import Foundation
import GeneratorKit
import SpecDrift
import SpecReader
import TrafficEvidence

/// `wgnapi-gen drift <traffic>`: what traffic shows, and the spec doesn't say.
struct DriftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Compare HAR files, recordings or JSON responses with the specs.",
    discussion: """
      Reports each difference once, with its count and the edit that fixes the spec. Values of the traffic are never \
      shown, except new values of enumerations and the number farthest from a limit.

      EXIT STATUS:
        0  the traffic matches the specs
        1  it doesn't (with --fix: something is left to change by hand)
        2  mistakes in specs or arguments, nothing to compare, or a file that
           couldn't be read to its end
      """)

  @Argument(
    help: ArgumentHelp(
      "HAR files, and folders with HAR files, recordings or JSON responses.", valueName: "traffic"))
  var traffic: [String]

  @Option(
    help: ArgumentHelp(
      "The folder with the specs, or an OpenAPI document (default: those of wgnapi-gen.yaml).",
      valueName: "specs"))
  var specs: String?

  @Option(help: ArgumentHelp("The settings file.", valueName: "file"))
  var settings: String?

  @Option(
    help: ArgumentHelp("Compare only with the module with this name. Can be repeated.", valueName: "name"))
  var only: [String] = []

  @Option(
    name: .customLong("host"),
    help: ArgumentHelp("Another host to treat as the API's, such as a test system. Can be repeated."))
  var hosts: [String] = []

  @Option(help: "The format of the report on standard output.")
  var format: ReportFormat = .text

  @Flag(help: "Also list keys in the specs that never occur in the traffic.")
  var unseen = false

  @Flag(help: "Change the specs so that they accept what was seen. Everything else in them stays as it is.")
  var fix = false

  @Flag(help: "With --fix, show the difference and write nothing.")
  var dryRun = false

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func validate() throws {
    try TrafficReader.validate(traffic)
    if dryRun, !fix { throw ValidationError("--dry-run belongs to --fix") }
    guard specs == nil, settings == nil, Project.find() == nil else { return }
    // Other commands take the specs without an option.
    let folder = traffic.first { FileManager.default.fileExists(atPath: $0 + "/module.yaml") }
    throw ValidationError(
      "there is neither --specs nor a settings file, \(Project.fileName), in this folder or one above"
        + (folder.map { "; is '\($0)' what belongs to --specs?" } ?? ""))
  }

  func run() throws {
    var arguments = specs.map { [$0] } ?? []
    if let settings { arguments += ["--settings", settings] }
    let selection = try Selection(SpecOptions.parse(arguments))
    let reporting = reporting.completed(by: selection)
    var input = Input(selection)
    let found = input.readAPI(checkingEmission: true)
    reporting.print(input, isQuiet: true)
    guard var api = found, !reporting.hasFailed(input) else { throw ExitStatus.failure }
    try api.keepOnly(only)
    let (check, reader) = read(api, input.places)
    reader.printProblems()
    var report = check.report(reader.collector)
    if fix { try change(&report, input) }
    report.display(input.places)
    print(report, input)
    try finish(report, reader)
  }

  /// Makes the edits, and leaves the other differences in the report.
  private func change(_ report: inout DriftReport, _ input: Input) throws {
    let files = input.jobs.flatMap(\.specs)
    let editor = SpecEditor(Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first })
    let outcome = editor.applying(report.edits) { changed in
      var changedInput = input
      for job in changedInput.jobs.indices {
        for file in changedInput.jobs[job].specs.indices {
          let path = changedInput.jobs[job].specs[file].path
          if let bytes = changed[path] { changedInput.jobs[job].specs[file].bytes = bytes }
        }
      }
      return changedInput.readAPI(checkingEmission: true) != nil && !changedInput.sink.hasErrors
    }
    if !dryRun { report.remove(outcome) }
    var written: [ChangedFile] = []
    for file in files {
      guard let bytes = outcome.files[file.path] else { continue }
      Console.write(
        UnifiedDiff(usesColor: reporting.color.isOn(.error), longestLine: 4000).text(
          old: file.bytes, new: bytes, path: file.displayPath), to: .error)
      written.append(ChangedFile(path: file.displayPath, old: file.bytes, new: bytes))
    }
    if dryRun { return }
    do throws(FileSystemError) {
      try writeTogether(written)
    } catch {
      Console.write(
        "\(visibleText(error.path)): error: \(error.diagnostic.message); no file was changed\n", to: .error)
      throw ExitStatus.failure
    }
  }

  private func read(_ api: API, _ places: SourcePlaces) -> (DriftCheck, TrafficReader) {
    let check = DriftCheck(api, hosts: hosts, isMadeUp: places.isMadeUp)
    var reader = TrafficReader { check.add($0) }
    for path in traffic { reader.read(path) }
    return (check, reader)
  }

  private func print(_ report: DriftReport, _ input: Input) {
    switch format {
    case .json: Console.write(report.json(withUnseen: unseen))
    case .github:
      Console.write(GitHubDiagnosticPrinter.inWorkspace.print(report.diagnostics(withUnseen: unseen)))
    case .text:
      let files = input.jobs.flatMap(\.specs)
      let texts = Dictionary(files.map { ($0.displayPath, $0.bytes) }) { first, _ in first }
      let printer = TextDiagnosticPrinter(usesColor: reporting.color.isOn(.output)) { path in
        texts[path].map { SourceText(bytes: $0) }
      }
      Console.write(printer.print(report.diagnostics(withUnseen: unseen)))
    }
  }

  private func finish(_ report: DriftReport, _ reader: TrafficReader) throws {
    printReasons(reader.collector.evidence.leftOut.merging(report.leftOut, uniquingKeysWith: +))
    printOtherServers(report.otherServers)
    if report.isFull {
      Console.write("warning: there are too many differences; some are left out\n", to: .error)
    }
    let count = report.drift.count
    guard report.exchanges > 0, report.matched > 0 || count > 0 else {
      Console.write(
        "error: there are no exchanges with the APIs of the specs in \(TrafficReader.shown(traffic))\n",
        to: .error)
      throw ExitStatus.failure
    }
    let exchanges = counted(report.matched, "exchange")
    Console.write(
      "\(counted(count, "difference")) in \(exchanges) with \(counted(report.endpoints, "endpoint"))\n",
      to: .error)
    guard reader.unreadFiles == 0 else {
      Console.write(
        "error: \(counted(reader.unreadFiles, "file")) could only be read in part or not at all, so there may be more differences\n",
        to: .error)
      throw ExitStatus.failure
    }
    if count > 0 { throw ExitStatus.stale }
  }
}

/// Says what the traffic has that says nothing about an API, and how much of it.
func printReasons(_ reasons: [String: Int]) {
  for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) {
    Console.write("left out: \(reason) (\(count))\n", to: .error)
  }
}

/// Says which servers' exchanges weren't used.
func printOtherServers(_ names: [String]) {
  guard !names.isEmpty else { return }
  let servers = names.prefix(5).map(visibleText).joined(separator: ", ")
  Console.write("other servers: \(servers); choose with --host\n", to: .error)
}

extension TrafficReader {
  /// Refuses a file that isn't there. Without it, a response would be about less than was asked.
  static func validate(_ paths: [String]) throws {
    if paths.isEmpty || paths.contains("") { throw ValidationError("<traffic> must not be empty") }
    for path in paths where !FileManager.default.fileExists(atPath: path) {
      throw ValidationError("there is no file or folder '\(path)'")
    }
  }

  /// The names of files and folders, for messages.
  static func shown(_ paths: [String]) -> String {
    let names = paths.map { "'\(visibleText($0))'" }
    if names.count > 3 { return names.prefix(2).joined(separator: ", ") + " and \(names.count - 2) more" }
    return wordList(names)
  }

  /// Prints what couldn't be read.
  func printProblems() {
    for problem in problems {
      let line = problem.line.map { ":\($0)" } ?? ""
      Console.write(
        "\(visibleText(problem.file))\(line): warning: \(visibleText(problem.message))\n", to: .error)
    }
    if furtherProblems > 0 { Console.write("\(furtherProblems) further warnings\n", to: .error) }
    if givenAgain > 0 {
      Console.write("given more than once, but counted once: \(counted(givenAgain, "file"))\n", to: .error)
    }
  }
}
