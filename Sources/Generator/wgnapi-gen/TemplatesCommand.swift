import ArgumentParser
import Diagnostics
import GeneratorKit
import SpecExplanation

/// `wgnapi-gen templates …`: the bundled templates, and replacements for them.
struct TemplatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates", abstract: "List, copy and check templates.",
    subcommands: [List.self, Eject.self, Check.self])

  /// `wgnapi-gen templates list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the names of the bundled templates.")

    func run() { Console.write(bundledTemplateNames.map { $0 + "\n" }.joined()) }
  }

  /// `wgnapi-gen templates eject [names…] -o <dir>`.
  struct Eject: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copy bundled templates into a folder, to customize them.",
      discussion: """
        Keep only those that you change: each file replaces the bundled template of the same name. All others come \
        with the generator, and improve with it.
        """)

    @Argument(help: "The templates to copy (default: all).")
    var names: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder to copy to.", valueName: "dir"))
    var output: String

    @Flag(help: "Replace files that were changed.")
    var force = false

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func run() throws {
      var sink = DiagnosticSink()
      let paths = ejectTemplates(names, into: output, replacing: force, sink: &sink)
      Console.write(paths.map { visibleText($0) + "\n" }.joined())
      reporting.print(sink)
      if sink.hasErrors { throw ExitStatus.failure }
    }
  }

  /// `wgnapi-gen templates check --templates <dir>`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find mistakes in your templates.",
      discussion: "Uses the folder's templates to render a built-in sample with every kind of declaration.")

    @Option(help: ArgumentHelp("The folder with your templates.", valueName: "dir"))
    var templates: String

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func run() throws {
      var sink = DiagnosticSink()
      let sources = loadTemplates(overlaidBy: templates, into: &sink)
      var input = Input(specs: templateSample, templates: sources, sink: sink)
      let output = input.generate(withTests: true, threads: 1, options: reporting)
      checkPages(of: &input)
      reporting.print(input)
      guard output != nil, !input.sink.hasErrors else { throw ExitStatus.failure }
      Console.write("the templates are well-formed, and every name in them has a value\n")
    }

    /// Renders the pages of the sample.
    private func checkPages(of input: inout Input) {
      // Mistakes in the folder have been reported.
      var known = DiagnosticSink()
      let pages = loadTemplates(overlaidBy: templates, of: .html, into: &known)
      guard let api = input.readAPI() else { return }
      _ = makePages(of: api, templates: pages, version: generatorVersion, threads: 1, into: &input.sink)
    }
  }
}
