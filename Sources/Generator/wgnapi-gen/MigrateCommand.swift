import ArgumentParser
import Diagnostics
import GeneratorKit

/// `wgnapi-gen migrate`: from another generator to this one.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Write the settings of another generator as a module.yaml.",
    subcommands: [SwiftOpenAPI.self])
}

extension MigrateCommand {
  /// `wgnapi-gen migrate soag [target]`: from Apple's swift-openapi-generator.
  struct SwiftOpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "soag",
      abstract: "Write a module.yaml from swift-openapi-generator's openapi-generator-config.yaml.",
      discussion: """
        Reads the configuration in the target's folder, and the OpenAPI document beside it: openapi.yaml, openapi.yml or \
        openapi.json. Settings without a counterpart are printed, each with its line and what to do instead. An existing \
        module.yaml is never changed: the difference is shown, and the exit status is 1.

        EXIT STATUS:
          0  module.yaml was written, or is up to date
          1  module.yaml exists and differs
          2  mistakes in the configuration, document or arguments; nothing was written
        """)

    @Argument(
      help: ArgumentHelp(
        "The folder of a target, such as Sources/Shop, or the configuration (default: this folder).",
        valueName: "target"))
    var target = "."

    @Option(help: ArgumentHelp("The OpenAPI document, if it isn't in the target.", valueName: "file"))
    var document: String?

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "The folder of the module, where module.yaml is written (default: that of the document).",
        valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp("The name of the module (default: that of its folder).", valueName: "name"))
    var module: String?

    @Flag(help: "Write nothing; show what would be written.")
    var dryRun = false

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func validate() throws {
      for (name, value) in [
        ("<target>", target), ("--document", document), ("--output", output), ("--module", module),
      ] where value?.isEmpty == true {
        throw ValidationError("\(name) must not be empty")
      }
    }

    func run() throws {
      var sink = DiagnosticSink()
      let migration = Migration(
        .init(path: target, document: document, output: output, module: module), into: &sink)
      let hasFailed = reporting.judge(sink.diagnostics).contains { $0.severity == .error }
      if !hasFailed, !dryRun, !migration.isDifferent { migration.write(into: &sink) }
      reporting.print(Input(specs: migration.files, sink: sink))
      if hasFailed || sink.hasErrors { throw ExitStatus.failure }
      try show(migration)
    }

    private func show(_ migration: Migration) throws {
      let path = visibleText(migration.path)
      if migration.isDifferent, let old = migration.old {
        let diff = UnifiedDiff(usesColor: reporting.color.isOn(.output))
        Console.write(diff.text(old: old, new: Array(migration.text.utf8), path: migration.path))
        Console.write(
          "\(path) exists and differs, so nothing was written; move it away, or take the lines that you want\n",
          to: .error)
        throw ExitStatus.stale
      }
      if migration.old != nil {
        Console.write("\(path) is there already\n")
      } else {
        Console.write("\(dryRun ? "would write" : "wrote") \(path)\n")
        if dryRun { Console.write(migration.text.split(separator: "\n").map { "  \($0)\n" }.joined()) }
      }
      for hint in migration.hints { Console.write("\(visibleText(hint))\n") }
    }
  }
}
