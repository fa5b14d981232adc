import ArgumentParser
import Diagnostics
import GeneratorKit

/// `wgnapi-gen [generate] [<specs> -o <dir>]`, the default command.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write the Swift modules that the specs describe (the default).",
    discussion: """
      Files in the output folder that the generator did not write are never touched: if one is in the way, that is an \
      error, and nothing is written. Unchanged files keep their modification time. Generated files that a module of the \
      specs no longer needs are removed; modules that aren't in the specs stay, unless you pass --prune.

      Options that you leave out have the values in the project's settings, wgnapi-gen.yaml.
      """)

  @OptionGroup
  var specs: SpecOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder to write to (default: that of wgnapi-gen.yaml).", valueName: "dir"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Also write tests of the modules, to a folder of their own: a test target for each module.",
      valueName: "dir"))
  var tests: String?

  @Flag(help: "Write nothing; show what differs from the output folder, and exit with 1 if anything does.")
  var check = false

  @Flag(help: "Write nothing; show what would be written and removed.")
  var dryRun = false

  @Flag(help: "Write the modules again after each change of the specs, until Control-C.")
  var watch = false

  @Flag(
    inversion: .prefixedNo, help: "Also remove the modules in the output folder that are not in the specs.")
  var prune: Bool?

  @Flag(inversion: .prefixedNo, help: "Also write a DocC catalog for each module: its types by topic.")
  var docc: Bool?

  @OptionGroup
  var rendering: RenderingOptions

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print what happens to each file.")
  var verbose = false

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func validate() throws {
    if check, dryRun { throw ValidationError("--check and --dry-run can't be used together") }
    if watch, check || dryRun {
      throw ValidationError("--watch writes, so it can't be used with \(check ? "--check" : "--dry-run")")
    }
    if watch, reporting.diagnostics != .text {
      throw ValidationError(
        "--watch is for people, and prints diagnostics as text; use --diagnostics without it")
    }
    if quiet, verbose { throw ValidationError("--quiet and --verbose can't be used together") }
    if output?.isEmpty == true { throw ValidationError("--output must not be empty") }
    if tests?.isEmpty == true { throw ValidationError("--tests must not be empty") }
    if let tests, tests == output {
      throw ValidationError("--tests and --output must be different folders")
    }
  }

  func run() throws {
    if watch {
      var loop = try WatchLoop(self)
      return try loop.run()
    }
    var run = GenerationRun(try selection(), options: self)
    let result = run.run()
    if !result.isSuccess { throw result }
  }

  /// What to generate, with the options of this run.
  ///
  /// An output folder on the command line isn't the one that the settings' tests and pruning are meant for.
  func selection() throws -> Selection {
    var selection = try Selection(specs)
    if output != nil { try selection.onlyJob(for: "--output") }
    if tests != nil { try selection.onlyJob(for: "--tests") }
    for index in selection.jobs.indices {
      var job = selection.jobs[index]
      if let output {
        if !isSameFolder(output, job.output) { (job.tests, job.prune) = (nil, false) }
        job.output = output
      }
      job.tests = tests ?? job.tests
      job.prune = prune ?? job.prune
      if let docc { (job.docC, job.docCSpan) = (docc, nil) }
      job.templates = rendering.templates ?? job.templates
      if job.output.isEmpty {
        let reason =
          selection.other.map { "; \($0.file.displayPath) has no line for '\(job.specs)'" } ?? ""
        throw ValidationError("--output is missing: the folder to write to\(reason)")
      }
      if job.tests == job.output {
        throw ValidationError("--tests and --output must be different folders")
      }
      // The settings have been checked; a mistake in them has a place. In a project whose specs are its own folder, there is no
      // other place for the output.
      for (option, folder) in [("--output", output ?? ""), ("--tests", tests ?? "")] where !folder.isEmpty {
        if isFolder(".", in: job.specs), !isSameFolder(folder, job.specs) { continue }
        if isFolder(job.specs), isFolder(folder, in: job.specs) {
          let place = isSameFolder(folder, job.specs) ? "" : "in "
          throw ValidationError(
            "\(option) is \(place)the folder of the specs; write to a folder outside of it")
        }
      }
      selection.jobs[index] = job
    }
    return selection
  }
}
