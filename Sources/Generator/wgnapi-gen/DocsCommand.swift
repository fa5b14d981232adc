import APIModel
import ArgumentParser
import Diagnostics
import Foundation
import GeneratorKit
import SpecExplanation
import SpecReader
import SwiftEmitter

/// `wgnapi-gen docs <specs> -o <dir>`: pages about the modules.
struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract:
      "Write pages about the modules: endpoints with Swift and curl, types, limits, failures, policies.",
    discussion: """
      Writes a page for each module, a page with all of them, a style sheet and a script. They need no server and no \
      network: open index.html. 'Try it' sends requests to 'wgnapi-gen mock <specs> --cors', if that is running.

      The pages are made by templates, whose names begin with 'docs-'; 'templates eject' copies them. The folder belongs \
      to the command: pages of modules that aren't in the specs are removed, and files of others are never touched.
      """)

  @OptionGroup
  var specs: SpecOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Write the page of this module only, and leave those of others. Can be repeated.", valueName: "name"))
  var only: [String] = []

  @Flag(help: "Write nothing; show what differs from the folder, and exit with 1 if anything does.")
  var check = false

  @OptionGroup
  var rendering: RenderingOptions

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output must not be empty") }
  }

  func run() throws {
    let selection = try Selection(specs)
    // If the project's folder is the folder of the specs, every output is inside it.
    for job in selection.jobs
    where isFolder(job.specs) && isFolder(output, in: job.specs)
      && (!isFolder(".", in: job.specs) || isSameFolder(output, job.specs))
    {
      throw ValidationError("--output is in the folder of the specs; write to a folder outside of it")
    }
    let reporting = reporting.completed(by: selection)
    var input = Input(selection)
    guard let tree = try pages(selection, &input), !reporting.hasFailed(input) else {
      reporting.print(input, isQuiet: quiet)
      throw ExitStatus.failure
    }
    let result = apply(tree, &input, reporting)
    // 'generate' reports warnings.
    reporting.print(input, isQuiet: true)
    if !result.isSuccess { throw result }
  }

  /// The pages; nil after errors.
  private func pages(_ selection: Selection, _ input: inout Input) throws -> OutputTree? {
    guard let api = input.readAPI(distinctModules: true) else { return nil }
    try api.requireModules(only)
    let sources = try templates(selection, &input.sink)
    // Pages that are there already stay, and so do the links to them.
    let others = only.isEmpty ? [] : api.modules.map(\.name.text).filter { !only.contains($0) }
    let kept = others.filter { name in
      FileManager.default.fileExists(atPath: "\(output)/\(pageFile(ofModule: name))")
    }
    guard !input.sink.hasErrors else { return nil }
    let files = makePages(
      of: api, choice: PageChoice(only: only, kept: kept), templates: sources,
      places: input.places, version: generatorVersion, threads: rendering.threads,
      into: &input.sink)
    guard !input.sink.hasErrors else { return nil }
    var tree = OutputTree(emitted: files, [""], sources, into: &input.sink)
    tree.kept = Set(kept.map(pageFile))
    return input.sink.hasErrors ? nil : tree
  }

  /// The templates of pages, which are the same for all jobs.
  private func templates(_ selection: Selection, _ sink: inout DiagnosticSink) throws -> [TemplateSource] {
    if let folder = rendering.templates { return loadTemplates(overlaidBy: folder, of: .html, into: &sink) }
    var folders: [String?] = []
    for job in selection.jobs where !folders.contains(job.templates) { folders.append(job.templates) }
    let sources = folders.map { loadTemplates(overlaidBy: $0, of: .html, into: &sink) }
    guard sources.allSatisfy({ $0 == sources.first }) else {
      throw ValidationError(
        "the jobs have different templates of pages, but all pages have the same; choose their folder with --templates"
      )
    }
    return sources.first ?? loadTemplates(overlaidBy: nil, of: .html, into: &sink)
  }

  // MARK: The folder

  private func apply(_ tree: OutputTree, _ input: inout Input, _ reporting: ReportingOptions) -> ExitCode {
    let isSilent = quiet || reporting.diagnostics != .text
    let folder = OutputFolder(output) {
      if !isSilent {
        Console.write("waiting for another run that uses \(visibleText(output)) ...\n", to: .error)
      }
    }
    guard check else {
      guard let plan = folder.write(tree, into: &input.sink) else { return ExitStatus.failure }
      if !quiet { Console.write(OutputReport(plan).summary() + "\n") }
      return .success
    }
    guard let plan = folder.plan(for: tree, into: &input.sink) else { return ExitStatus.failure }
    let report = OutputReport(plan)
    let differences = report.check(tree, in: folder, diff: nil, into: &input.sink)
    input.sink.append(contentsOf: plan.conflicts)
    if reporting.diagnostics != .text {
      input.sink.append(contentsOf: report.checkDiagnostics(tree, in: folder))
    }
    if !quiet { Console.write(differences + report.checkSummary + "\n") }
    return plan.isExact ? .success : plan.conflicts.isEmpty ? ExitStatus.stale : ExitStatus.failure
  }
}
