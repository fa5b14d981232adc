import APIModel
import ArgumentParser
import Diagnostics
import Foundation
import GeneratorKit
import SpecDrift
import SpecInference
import SpecReader
import TrafficEvidence

/// `wgnapi-gen infer <traffic> -o <dir>`: the first version of a spec, from traffic.
struct InferCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "infer",
    abstract: "Write the first version of a spec from HAR files, recordings or JSON responses.",
    discussion: """
      Values of the traffic never reach the spec, except words that form an enumeration or an error code. Existing \
      files are never changed: the difference is shown, and the exit status is 1.

      --merge widens the existing spec until it accepts the traffic, and adds missing endpoints. Everything else in the \
      spec stays as it is. The difference is shown; all files are written, or none.

      EXAMPLES:
        wgnapi-gen infer shop.har -o Specs/Shop
        wgnapi-gen infer more.har -o Specs/Shop --merge
        wgnapi-gen infer more.har -o Specs/Shop --merge --evidence shop.evidence.json

      EXIT STATUS:
        0  the spec says what the traffic shows
        1  files exist and differ
           (with --merge: something is left to change by hand;
           with --dry-run: the spec would change)
        2  mistakes in the spec or arguments, or nothing to describe
      """)

  @Argument(
    help: ArgumentHelp(
      "HAR files, and folders with HAR files, recordings or JSON responses.", valueName: "traffic"))
  var traffic: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the module, such as Specs/Shop.", valueName: "dir"))
  var output: String

  @Option(
    name: .customLong("host"),
    help: "A host to describe (default: the one with most JSON). Can be repeated.")
  var hosts: [String] = []

  @Option(help: "The module's name (default: the name of the folder).")
  var module: String?

  @Flag(help: "Widen the spec in the folder, and add endpoints to it. Everything else in it stays as it is.")
  var merge = false

  @Flag(help: "With --merge, show the difference and write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "A file of earlier observations; this run adds to it. It has no secrets, and only words that may make an enumeration.",
      valueName: "file"))
  var evidence: String?

  @Flag(help: "Print each guess with the number of samples behind it.")
  var report = false

  @Option(help: ArgumentHelp("When to use colours.", valueName: "when"))
  var color: Console.ColorChoice = .auto

  func validate() throws {
    try TrafficReader.validate(traffic)
    if output.isEmpty { throw ValidationError("--output must not be empty") }
    if let module, !InferredModule.isName(module) {
      throw ValidationError("--module must be letters and digits, beginning with a letter")
    }
    if dryRun, !merge { throw ValidationError("--dry-run belongs to --merge") }
    if merge, module != nil { throw ValidationError("--merge takes the module's name from its folder") }
    if evidence == "" { throw ValidationError("--evidence must not be empty") }
  }

  func run() throws {
    let stored = try evidence.map { try StoredFile($0) }
    if merge, ModuleFolder.hasSpec(output) { return try mergeIntoSpec(stored) }
    if merge, let similar = similarModule {
      throw ValidationError(
        "there is no spec in '\(visibleText(output))'; did you mean '\(visibleText(similar))'? Without --merge, a new one is written"
      )
    }
    if dryRun { throw ValidationError("there is no spec in '\(visibleText(output))' yet") }
    let folder = try checkedFolder()
    let module = module ?? folder
    let traffic = traffic
    let reader = onLargeStack {
      var reader = TrafficReader(stored?.collector ?? Collector(), remembersFiles: stored != nil)
      for path in traffic { reader.read(path) }
      return reader
    }
    reader.printProblems()
    let spec = inferSpec(from: reader.collector, module: module, hosts: hosts)
    guard spec.endpoints > 0 else {
      printFailed(spec)
      Console.write(
        "error: there are no requests to describe in \(TrafficReader.shown(traffic))\n", to: .error)
      printLeftOut(reader, spec, before: stored)
      throw ExitStatus.failure
    }
    if report {
      for note in spec.notes { Console.write(visibleText("\(note.place): \(note.text)") + "\n") }
    }
    try write(spec, reader, stored)
    if merge {
      Console.write(
        "note: there was no spec in '\(visibleText(output))' to merge into, so this is a new one\n",
        to: .error)
    }
    printFailed(spec)
    printLeftOut(reader, spec, before: stored)
    Console.write(
      "\(counted(spec.endpoints, "endpoint")) and \(counted(spec.schemas, "schema")) from "
        + "\(counted(spec.exchanges, "exchange"))\n",
      to: .error)
    for diagnostic in spec.diagnostics where diagnostic.severity != .note {
      let place = diagnostic.span.map { "\(visibleText($0.file)):\($0.start.line): " } ?? ""
      let severity = diagnostic.severity == .error ? "error" : "warning"
      Console.write(
        "\(place)\(severity): the generator says: \(visibleText(diagnostic.message))\n", to: .error)
    }
    // The files are a first version nevertheless, which is easier to mend than to write.
    if spec.diagnostics.contains(where: { $0.severity == .error }) { throw ExitStatus.failure }
  }

  /// The folder of a module beside the output that is called almost like it.
  private var similarModule: String? {
    let url = URL(fileURLWithPath: output).standardizedFileURL
    let parent = url.deletingLastPathComponent()
    return closestMatch(to: url.lastPathComponent, in: ModuleFolder.modules(in: parent.path))
      .map { parent.appendingPathComponent($0).relativePath }
  }

  /// The name of the folder, which the module will have.
  private func checkedFolder() throws -> String {
    let name = InferredModule.folder(output)
    let modules = ModuleFolder.modules(in: output)
    if let first = modules.first {
      throw ValidationError(
        "'\(visibleText(output))' is a folder of modules: name one in it, such as '\(visibleText(first))', or a new one"
      )
    }
    var sink = DiagnosticSink()
    checkModuleName(Name(name, span: .unknown(file: output)), into: &sink)
    if !InferredModule.isName(name) || sink.hasErrors {
      throw ValidationError(
        "a module is called like its folder, and can't be called '\(visibleText(name))': write a name of letters and digits, "
          + "such as '\(InferredModule.name(of: name))'")
    }
    return name
  }

  private func printFailed(_ spec: InferredSpec) {
    printWarnings(spec.failed)
    printWarnings(spec.crowded)
  }

  func printWarnings(_ notes: [InferenceNote]) {
    let most = 20
    for note in notes.prefix(most) {
      Console.write("warning: \(visibleText("\(note.place): \(note.text)"))\n", to: .error)
    }
    if notes.count > most {
      Console.write("warning: and \(notes.count - most) more like these\n", to: .error)
    }
  }

  private func write(_ spec: InferredSpec, _ reader: TrafficReader, _ stored: StoredFile?) throws {
    switch writeInferred(
      spec, into: output, diff: UnifiedDiff(usesColor: color.isOn(.output), longestLine: 4000))
    {
    case .written(let paths):
      Console.write(paths.map { visibleText($0) + "\n" }.joined())
      try stored?.write(reader)
    case .differs(let text):
      Console.write(text)
      Console.write(
        "error: files exist and differ, so nothing was written; to keep what is there, write '--merge'\n",
        to: .error)
      throw ExitStatus.stale
    case .failed(let diagnostics):
      for diagnostic in diagnostics {
        Console.write("error: \(visibleText(diagnostic.message))\n", to: .error)
      }
      throw ExitStatus.failure
    }
  }

  private func printLeftOut(_ reader: TrafficReader, _ spec: InferredSpec, before stored: StoredFile?) {
    printUnused(reader, before: stored)
    if hosts.isEmpty, spec.servers.count > 1 {
      let servers = spec.servers.prefix(5).map(visibleText).joined(separator: ", ")
      Console.write(
        "\(spec.servers.count) servers are described as one API, because they have endpoints in common: \(servers); "
          + "choose with --host\n", to: .error)
    }
    printOtherServers(spec.otherServers)
    if reader.collector.isFull {
      Console.write("warning: there are too many different paths and keys; some are left out\n", to: .error)
    }
  }
}
