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

  @Flag(help: "Treat warnings as errors.")
  var warningsAsErrors = false

  @Flag(
    help: """
      Treat mistakes in an OpenAPI document, parts of it that are left out, and ambiguous unions as errors.
      """)
  var strict = false

  /// What is said of documents that somebody else writes.
  private static let ofDocuments: Set<DiagnosticID> = [
    .leftOut, .documentMistake, .unresolvedReference, .unusedOverride, .endlessSchema,
  ]

  /// The diagnostics with the severities that count.
  func judge(_ found: [Diagnostic]) -> [Diagnostic] {
    guard warningsAsErrors || strict else { return found }
    return found.map { diagnostic in
      var diagnostic = diagnostic
      if diagnostic.severity == .warning, warningsAsErrors || Self.ofDocuments.contains(diagnostic.id) {
        diagnostic.severity = .error
      }
      if strict, diagnostic.id == .ambiguousUnion { diagnostic.severity = .error }
      return diagnostic
    }
  }

  /// Prints diagnostics with the lines of source they refer to.
  ///
  /// - Parameter isQuiet: whether to omit warnings and notes.
  func print(
    _ sink: DiagnosticSink, specs: [SpecFile], references: [ReferencedFile] = [],
    templates: [TemplateSource], isQuiet: Bool = false
  ) {
    var judged = judge(sink.sorted())
    if isQuiet { judged.removeAll { $0.severity != .error } }
    guard !judged.isEmpty || diagnostics == .json else { return }
    let files = specs + references.map(\.file)
    let specTexts = Dictionary(files.map { ($0.displayPath, $0.bytes) }) { first, _ in first }
    let templateTexts = Dictionary(templates.map { ($0.path, $0.text) }) { first, _ in first }
    let printer = TextDiagnosticPrinter(usesColor: color.isOn(.error)) { path in
      specTexts[path].map { SourceText(bytes: $0) } ?? templateTexts[path].map { SourceText($0) }
    }
    Console.write(diagnostics.print(judged, textPrinter: printer), to: .error)
    if diagnostics == .text, !isQuiet { Console.write(summaryLine(for: judged) + "\n", to: .error) }
  }
}

/// The input of a run.
struct Input {
  var specs: [SpecFile] = []
  var references: [ReferencedFile] = []
  var templates: [TemplateSource] = []
  var sink = DiagnosticSink()

  /// Reads specs and templates from the disk.
  init(_ options: SpecOptions, templates folder: String? = nil) {
    let loader = SpecLoader()
    specs = loader.load(options.specs, module: options.module, into: &sink)
    for map in options.maps {
      references += loader.loadReferences(from: map.path, as: map.prefix, into: &sink)
    }
    templates = loadTemplates(overlaidBy: folder, into: &sink)
  }

  /// Creates a run's input from values.
  init(specs: [SpecFile], templates: [TemplateSource], sink: DiagnosticSink) {
    self.specs = specs
    self.templates = templates
    self.sink = sink
  }

  /// The output; nil after errors.
  mutating func generate(jobs: Int, options: ReportingOptions) -> OutputTree? {
    generateAll(withTests: false, jobs: jobs, options: options)?.modules
  }

  /// The output, and tests of it; nil after errors.
  mutating func generateAll(withTests: Bool, jobs: Int, options: ReportingOptions) -> GeneratedOutput? {
    guard !sink.hasErrors else { return nil }
    let output = GeneratorKit.generateAll(
      specs: specs, references: references, templates: templates, withTests: withTests, jobs: jobs)
    sink.append(contentsOf: options.judge(output.diagnostics))
    return sink.hasErrors ? nil : output
  }
}
