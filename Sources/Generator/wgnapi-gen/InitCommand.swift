import ArgumentParser
import Diagnostics
import GeneratorKit

/// `wgnapi-gen init [document]`: the start of a project.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Start a project here: settings, a spec, generated code, and Package.swift.",
    discussion: """
      In an empty folder, writes a package with an example that 'swift run' runs. In a package, adds a target and a \
      dependency to Package.swift, and shows the difference. With an OpenAPI document, writes settings for it.

      Asks nothing and replaces nothing. If a file that it would write exists, reports an error and writes nothing. \
      --dry-run shows what would be written.
      """)

  @Argument(help: ArgumentHelp("An OpenAPI document (default: write an example).", valueName: "document"))
  var document: String?

  @Option(
    help: ArgumentHelp(
      "The name of the module (default: taken from the folder or document).", valueName: "name"))
  var module: String?

  @Option(
    help: ArgumentHelp(
      "The URL of the package wgnapi-gen, or the path of a clone.", valueName: "url"))
  var package = ManifestTexts.defaultPackage

  @Option(
    help: ArgumentHelp(
      "Also write a skill for coding agents to this folder, such as .agents/skills; see 'help skill'.",
      valueName: "dir"))
  var skill: String?

  @Flag(help: "Write nothing; show what would be written.")
  var dryRun = false

  @Flag(help: "Also print a step for a GitHub Actions workflow.")
  var ci = false

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func validate() throws {
    for (name, value) in [
      ("<document>", document), ("--module", module), ("--package", package), ("--skill", skill),
    ]
    where value?.isEmpty == true {
      throw ValidationError("\(name) must not be empty")
    }
  }

  func run() throws {
    var sink = DiagnosticSink()
    let start = ProjectStart(.init(document: document, module: module, package: package), into: &sink)
    // Before anything is written.
    if let skill { checkSkill(in: skill, into: &sink) }
    let hasFailed = reporting.judge(sink.diagnostics).contains { $0.severity == .error }
    if !hasFailed, !dryRun { start.write(into: &sink) }
    if !sink.hasErrors, !hasFailed {
      show(start)
      addSkill(into: &sink)
    }
    reporting.print(sink)
    if hasFailed || sink.hasErrors { throw ExitStatus.failure }
  }

  private func show(_ start: ProjectStart) {
    let diff = UnifiedDiff(usesColor: reporting.color.isOn(.output))
    for file in start.files {
      if let old = file.old {
        Console.write("\(dryRun ? "would change" : "changed") \(visibleText(file.path))\n")
        Console.write(diff.text(old: old, new: Array(file.text.utf8), path: file.path))
      } else {
        Console.write("\(dryRun ? "would write" : "wrote") \(visibleText(file.path))\n")
        if dryRun { Console.write(file.text.split(separator: "\n").map { "  \($0)\n" }.joined()) }
      }
    }
    let folders = start.output.modules.sorted().map { "Generated/\($0)" }.joined(separator: ", ")
    Console.write("\(dryRun ? "would write" : "wrote") \(visibleText(folders))\n")
    for hint in start.hints { Console.write("\(visibleText(hint))\n") }
    if start.files.contains(where: { $0.path == "Package.swift" && $0.old == nil }) {
      Console.write("now run 'wgnapi-gen mock', and in another terminal 'swift run'\n")
    }
    if ci { Console.write(Self.step) }
  }

  private func addSkill(into sink: inout DiagnosticSink) {
    guard let skill else {
      return Console.write("for coding agents: 'wgnapi-gen skill -o .agents/skills' writes a skill\n")
    }
    let paths = dryRun ? skillPaths(in: skill) : writeSkill(into: skill, sink: &sink)
    for path in paths { Console.write("\(dryRun ? "would write" : "wrote") \(visibleText(path))\n") }
  }

  /// How the tool gets there differs, so this is only the check.
  private static let step = """
    a step for CI, where wgnapi-gen is installed:
      - name: Generated code is up to date
        run: wgnapi-gen --check --diagnostics github

    """
}
