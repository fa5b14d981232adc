import ArgumentParser
import Diagnostics
import GeneratorKit
import SpecReader
import SwiftEmitter

extension DiagnosticFormat: ExpressibleByArgument {}

/// How to print diagnostics. All commands have these options.
struct ReportingOptions: ParsableArguments {
  @Option(help: "The format of diagnostics on standard error.")
  var diagnostics: DiagnosticFormat = .text

  @Option(help: ArgumentHelp("When to use colours.", valueName: "when"))
  var color: Console.ColorChoice = .auto

  @Flag(name: .customLong("warnings-as-errors"), inversion: .prefixedNo, help: "Treat warnings as errors.")
  var treatsWarningsAsErrors: Bool?

  @Flag(
    name: .customLong("strict"), inversion: .prefixedNo,
    help: """
      Treat these as errors: mistakes in an OpenAPI document, parts of it that are left out, changes to it without effect, \
      and ambiguous unions.
      """)
  var isStrict: Bool?

  private var warningsAsErrors: Bool { treatsWarningsAsErrors ?? false }

  private var strict: Bool { isStrict ?? false }

  /// The options, completed by the settings of a project.
  func completed(by selection: Selection) -> ReportingOptions {
    var options = self
    options.treatsWarningsAsErrors = treatsWarningsAsErrors ?? selection.project?.settings.warningsAsErrors
    options.isStrict = isStrict ?? selection.project?.settings.strict
    return options
  }

  /// The diagnostics with the severities that count.
  func judge(_ found: [Diagnostic]) -> [Diagnostic] {
    Severities(warningsAsErrors: warningsAsErrors, isStrict: strict).judge(found)
  }

  /// Whether there is an error among diagnostics.
  func hasFailed(_ input: Input) -> Bool { judge(input.sink.diagnostics).contains { $0.severity == .error } }

  /// Prints the diagnostics of a run with the lines of source they refer to.
  ///
  /// - Parameter isQuiet: whether to omit warnings and notes.
  func print(_ input: Input, isQuiet: Bool = false) {
    var judged = judge(input.sink.sorted())
    if isQuiet { judged.removeAll { $0.severity != .error } }
    guard !judged.isEmpty || diagnostics == .json else { return }
    if diagnostics == .github { judged = judged.map { $0.withoutPlace(in: input.pathsOfRevision) } }
    let files =
      (input.settings.map { [$0] } ?? []) + input.jobs.flatMap { $0.specs + $0.references.map(\.file) }
    let templates = input.jobs.flatMap(\.templates)
    let specTexts = Dictionary(files.map { ($0.displayPath, $0.bytes) }) { first, _ in first }
    let templateTexts = Dictionary(templates.map { ($0.path, $0.text) }) { first, _ in first }
    let printer = TextDiagnosticPrinter(usesColor: color.isOn(.error)) { path in
      specTexts[path].map { SourceText(bytes: $0) } ?? templateTexts[path].map { SourceText($0) }
    }
    Console.write(
      diagnostics.print(judged, textPrinter: printer, gitHubPrinter: .inWorkspace), to: .error)
    if diagnostics == .text, !isQuiet { Console.write(summaryLine(for: judged) + "\n", to: .error) }
  }

  /// Prints diagnostics without specs.
  func print(_ sink: DiagnosticSink) { print(Input(specs: [], templates: [], sink: sink)) }
}

extension Diagnostic {
  /// The same with the place in the message, if GitHub can't show its file.
  fileprivate func withoutPlace(in files: Set<String>) -> Diagnostic {
    guard let span, files.contains(span.file) else { return self }
    var copy = self
    copy.span = nil
    copy.message = "\(span): \(message)"
    return copy
  }
}
