import ArgumentParser
import Diagnostics
import GeneratorKit
import SpecInference

/// `wgnapi-gen infer <traffic> -o <dir>`: the first version of a spec, from traffic.
struct InferCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "infer",
    abstract: "Write the first version of a spec from HAR files, recordings or JSON answers.",
    discussion: """
      Values of the traffic never reach the spec, except words that make an enumeration or an error's code. Files that \
      exist are never changed: the difference is shown, and the exit status is 1.
      """)

  @Argument(
    help: ArgumentHelp(
      "HAR files, and folders with HAR files, recordings or JSON answers.", valueName: "traffic"))
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
  }

  func run() throws {
    let module = module ?? InferredModule.name(of: output)
    let traffic = traffic
    let reader = onLargeStack {
      var reader = TrafficReader()
      for path in traffic { reader.read(path) }
      return reader
    }
    reader.printProblems()
    let spec = inferSpec(from: reader.collector, module: module, hosts: hosts)
    guard spec.endpoints > 0 else {
      Console.write("error: the traffic has no requests to describe\n", to: .error)
      printLeftOut(reader, spec)
      throw ExitStatus.failure
    }
    if report {
      for note in spec.notes { Console.write(visibleText("\(note.place): \(note.text)") + "\n") }
    }
    try write(spec)
    printLeftOut(reader, spec)
    Console.write(
      "\(counted(spec.endpoints, "endpoint")) and \(counted(spec.schemas, "schema")) from "
        + "\(counted(reader.collector.evidence.exchanges, "exchange"))\n",
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

  private func write(_ spec: InferredSpec) throws {
    switch writeInferred(spec, into: output, diff: UnifiedDiff(usesColor: color.isOn(.output))) {
    case .written(let paths): Console.write(paths.map { visibleText($0) + "\n" }.joined())
    case .differs(let text):
      Console.write(text)
      Console.write("error: files exist and differ, so nothing was written\n", to: .error)
      throw ExitStatus.stale
    case .failed(let diagnostics):
      for diagnostic in diagnostics {
        Console.write("error: \(visibleText(diagnostic.message))\n", to: .error)
      }
      throw ExitStatus.failure
    }
  }

  private func printLeftOut(_ reader: TrafficReader, _ spec: InferredSpec) {
    printReasons(reader.collector.evidence.leftOut)
    if hosts.isEmpty, spec.servers.count > 1 {
      let servers = spec.servers.prefix(5).map(visibleText).joined(separator: ", ")
      Console.write(
        "\(spec.servers.count) servers are described as one API, because they have endpoints in common: \(servers); "
          + "choose with --host\n", to: .error)
    }
    if !spec.otherServers.isEmpty {
      let servers = spec.otherServers.prefix(5).map(visibleText).joined(separator: ", ")
      Console.write("other servers: \(servers); choose with --host\n", to: .error)
    }
    if reader.collector.isFull {
      Console.write("warning: there are too many different paths and keys; some are left out\n", to: .error)
    }
  }
}
