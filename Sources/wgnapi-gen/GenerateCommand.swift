import ArgumentParser
import Diagnostics
import GeneratorKit

/// `wgnapi-gen [generate] <specs> -o <dir>`, the default command.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write the Swift modules that the specs describe (the default).",
    discussion: """
      Files in the output folder that the generator did not write are never touched: if one is in the way, that is an \
      error, and nothing is written. Unchanged files keep their modification time. Generated files that a module of the \
      specs no longer needs are removed; modules that aren't in the specs stay, unless you pass --prune.
      """)

  @OptionGroup
  var specs: SpecOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Also write tests of the modules, to a folder of their own: a test target for each module.",
      valueName: "dir"))
  var tests: String?

  @Flag(help: "Write nothing; show what differs from the output folder, and exit with 1 if anything does.")
  var check = false

  @Flag(help: "Write nothing; show what would be written and removed.")
  var dryRun = false

  @Flag(help: "Also remove the modules in the output folder that are not in the specs.")
  var prune = false

  @Option(
    help: ArgumentHelp(
      "A folder with templates that replace the bundled ones of the same name.", valueName: "dir"))
  var templates: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The number of files to render at once.", valueName: "number"))
  var jobs: Int?

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print what happens to each file.")
  var verbose = false

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func validate() throws {
    if check, dryRun { throw ValidationError("--check and --dry-run can't be used together") }
    if quiet, verbose { throw ValidationError("--quiet and --verbose can't be used together") }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be from 1 to 1024") }
    if output.isEmpty { throw ValidationError("--output must not be empty") }
    if tests?.isEmpty == true { throw ValidationError("--tests must not be empty") }
    if tests == output { throw ValidationError("--tests and --output must be different folders") }
  }

  func run() throws {
    var input = Input(specs, templates: templates)
    let generated = input.generateAll(
      withTests: tests != nil, jobs: jobs ?? Console.processorCount, options: reporting)
    guard let generated else {
      try finish(input)
      return
    }
    var isStale = try run(generated.modules, at: output, &input)
    if let tests, !input.sink.hasErrors {
      isStale = try run(generated.tests, at: tests, &input) || isStale
    }
    if isStale {
      print(input)
      throw input.sink.diagnostics.contains {
        $0.id == .foreignFile && $0.severity == .error || $0.id == .symbolicLink
      }
        ? ExitStatus.failure : ExitStatus.stale
    }
    try finish(input)
  }

  /// Writes a tree, compares it, or shows what would be written.
  ///
  /// - Returns: whether a comparison found a difference.
  private func run(_ tree: OutputTree, at path: String, _ input: inout Input) throws -> Bool {
    let isSilent = quiet || reporting.diagnostics != .text
    var folder = OutputFolder(path) {
      if !isSilent {
        Console.write("waiting for another run that uses \(visibleText(path)) ...\n", to: .error)
      }
    }
    folder.isPruning = prune
    if check { return runCheck(tree, folder, &input) }
    if dryRun {
      runDry(tree, folder, &input)
    } else if let plan = folder.write(tree, into: &input.sink) {
      if verbose { Console.write(OutputReport(plan).list(isVerbose: true)) }
      if !quiet {
        summarize(OutputReport(plan), as: OutputReport(plan).summary())
        if !plan.isUpToDate { Console.write(tree.productSummary) }
        if plan.addsModules, !tree.productSummary.isEmpty { Console.write(OutputTree.productAdvice) }
      }
    }
    return false
  }

  private func runDry(_ tree: OutputTree, _ folder: OutputFolder, _ input: inout Input) {
    guard let plan = folder.plan(for: tree, into: &input.sink) else { return }
    input.sink.append(contentsOf: plan.conflicts)
    guard !input.sink.hasErrors else { return }
    Console.write(OutputReport(plan).list(isVerbose: verbose))
    if !quiet { summarize(OutputReport(plan), as: OutputReport(plan).summary(isDryRun: true)) }
  }

  private func runCheck(_ tree: OutputTree, _ folder: OutputFolder, _ input: inout Input) -> Bool {
    guard let plan = folder.plan(for: tree, into: &input.sink) else { return false }
    let report = OutputReport(plan)
    let diff = UnifiedDiff(usesColor: reporting.color.isOn(.output))
    let differences = report.check(tree, in: folder, diff: quiet ? nil : diff, into: &input.sink)
    // Before the conflicts are added, because outdated output isn't an error of the run.
    let hasFailed = reporting.judge(input.sink.diagnostics).contains { $0.severity == .error }
    input.sink.append(contentsOf: plan.conflicts)
    if reporting.diagnostics != .text {
      input.sink.append(contentsOf: report.checkDiagnostics(tree, in: folder))
    }
    Console.write(differences)
    if !quiet {
      let command =
        "wgnapi-gen \(visibleText(specs.specs)) -o \(visibleText(output))\(testsHint)\(prune ? " --prune" : "")"
      let hint =
        !plan.conflicts.isEmpty
        ? "; the generator can't write until what is in its way is moved or removed"
        : plan.isExact ? "" : plan.isUpToDate ? "; remove the unlisted files" : "; run '\(command)'"
      summarize(report, as: report.checkSummary + hint)
    }
    return !hasFailed && !plan.isExact
  }

  private var testsHint: String { tests.map { " --tests \(visibleText($0))" } ?? "" }

  private func summarize(_ report: OutputReport, as summary: String) {
    Console.write(summary + "\n" + (report.otherModules.map { $0 + "\n" } ?? ""))
  }

  private func print(_ input: Input) {
    reporting.print(
      input.sink, specs: input.specs, references: input.references, templates: input.templates, isQuiet: quiet
    )
  }

  private func finish(_ input: Input) throws {
    print(input)
    if reporting.judge(input.sink.diagnostics).contains(where: { $0.severity == .error }) {
      throw ExitStatus.failure
    }
  }
}
