import ArgumentParser
import Diagnostics
import GeneratorKit

/// One run of the generator: reads the specs of all jobs, and writes their modules if none has a mistake.
struct GenerationRun {
  let selection: Selection
  let options: GenerateCommand
  let reporting: ReportingOptions
  private(set) var input: Input
  /// What was written, for those who print it themselves.
  private(set) var summaries: [String] = []
  /// Whether `--watch` repeats it, which prints the summaries itself.
  private let isWatching: Bool
  /// Whether there are several folders to tell apart.
  private var namesFolders = false
  /// What all folders get.
  private var trees: [OutputTree] = []

  /// Reads the specs.
  ///
  /// - Parameter isWatching: whether it is one of many, whose summaries aren't printed.
  init(_ selection: Selection, options: GenerateCommand, isWatching: Bool = false) {
    self.selection = selection
    self.options = options
    self.isWatching = isWatching
    reporting = options.reporting.completed(by: selection)
    if options.verbose, let project = selection.project {
      Console.write("settings \(visibleText(project.file.displayPath))\n")
    }
    input = Input(selection, withTemplates: true)
  }

  /// Runs, and prints what happened.
  mutating func run() -> ExitCode {
    let outputs = input.generate(
      threads: options.rendering.threads, options: reporting)
    let isStale = outputs.map { apply($0) } ?? false
    reporting.print(input, isQuiet: options.quiet)
    if isStale {
      let isBlocked = input.sink.diagnostics.contains {
        $0.id == .foreignFile && $0.severity == .error || $0.id == .symbolicLink
      }
      return isBlocked ? ExitStatus.failure : ExitStatus.stale
    }
    return reporting.hasFailed(input) ? ExitStatus.failure : .success
  }

  /// Writes, compares or shows the output of all jobs.
  ///
  /// - Returns: whether a comparison found a difference.
  private mutating func apply(_ outputs: [GeneratedOutput]) -> Bool {
    var folders: [FolderOutput] = []
    for (job, output) in zip(selection.jobs, outputs) {
      folders.append(
        .init(
          job.output, output.modules, isPruning: job.prune && !selection.isShared(job.output), from: job.span)
      )
      if let tests = job.tests {
        folders.append(
          .init(tests, output.tests, isPruning: job.prune && !selection.isShared(tests), from: job.span))
      }
    }
    folders = FolderOutput.merge(folders, into: &input.sink)
    trees = folders.map(\.tree)
    namesFolders = selection.jobs.count > 1 && folders.count > 1
    var isStale = false
    for folder in folders where options.check || !input.sink.hasErrors { isStale = apply(folder) || isStale }
    return isStale
  }

  private mutating func apply(_ output: FolderOutput) -> Bool {
    let isSilent = options.quiet || reporting.diagnostics != .text
    var folder = OutputFolder(output.path) {
      if !isSilent {
        Console.write("waiting for another run that uses \(visibleText(output.path)) ...\n", to: .error)
      }
    }
    folder.isPruning = output.isPruning
    if options.check { return check(output, folder) }
    if options.dryRun {
      preview(output, folder)
    } else if let plan = folder.write(output.tree, into: &input.sink) {
      if options.verbose { Console.write(OutputReport(plan).list(isVerbose: true)) }
      if !options.quiet {
        summarize(OutputReport(plan), of: output, as: OutputReport(plan).summary())
        let added = plan.addedModules
        if !plan.isUpToDate, !isWatching || !added.isEmpty { Console.write(output.tree.productSummary) }
        Console.write(output.tree.manifestBlock(of: added, in: output.path, beside: trees))
      }
    }
    return false
  }

  private mutating func preview(_ output: FolderOutput, _ folder: OutputFolder) {
    guard let plan = folder.plan(for: output.tree, into: &input.sink) else { return }
    input.sink.append(contentsOf: plan.conflicts)
    guard !input.sink.hasErrors else { return }
    Console.write(OutputReport(plan).list(isVerbose: options.verbose))
    if !options.quiet {
      summarize(OutputReport(plan), of: output, as: OutputReport(plan).summary(isDryRun: true))
      if !plan.isUpToDate { Console.write(output.tree.productSummary) }
    }
  }

  private mutating func check(_ output: FolderOutput, _ folder: OutputFolder) -> Bool {
    guard let plan = folder.plan(for: output.tree, into: &input.sink) else { return false }
    let report = OutputReport(plan)
    let diff = UnifiedDiff(usesColor: reporting.color.isOn(.output))
    let differences = report.check(
      output.tree, in: folder, diff: options.quiet ? nil : diff, into: &input.sink)
    // Before the conflicts are added, because outdated output isn't an error of the run.
    let hasFailed = reporting.hasFailed(input)
    input.sink.append(contentsOf: plan.conflicts)
    if reporting.diagnostics != .text {
      input.sink.append(contentsOf: report.checkDiagnostics(output.tree, in: folder))
    }
    Console.write(differences)
    if !options.quiet {
      let hint =
        !plan.conflicts.isEmpty
        ? "; the generator can't write until what is in its way is moved or removed"
        : plan.isExact ? "" : plan.isUpToDate ? "; remove the unlisted files" : "; run '\(command)'"
      if !plan.isUpToDate { Console.write(output.tree.productSummary) }
      summarize(report, of: output, as: report.checkSummary + hint)
    }
    return !hasFailed && !plan.isExact
  }

  /// The command that writes what this run compares.
  private var command: String {
    var words = ["wgnapi-gen"]
    if let settings = options.specs.settings { words.append("--settings \(settings)") }
    if let specs = options.specs.specs { words.append(specs) }
    if let output = options.output { words.append("-o \(output)") }
    if let tests = options.tests { words.append("--tests \(tests)") }
    if let prune = options.prune { words.append(prune ? "--prune" : "--no-prune") }
    if let docc = options.docc { words.append(docc ? "--docc" : "--no-docc") }
    return words.map(visibleText).joined(separator: " ")
  }

  private mutating func summarize(_ report: OutputReport, of output: FolderOutput, as summary: String) {
    summaries.append(summary)
    guard !isWatching else { return }
    let place = namesFolders ? "\(visibleText(output.path)): " : ""
    let others = selection.isShared(output.path) ? nil : report.otherModules
    Console.write(place + summary + "\n" + (others.map { $0 + "\n" } ?? ""))
  }
}
