import ArgumentParser
import Diagnostics
import GeneratorKit

/// `wgnapi-gen skill -o <dir>`: instructions for coding agents.
struct SkillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "skill",
    abstract: "Write a skill for coding agents: how to write specs, repair them, call, and find the Swift.",
    discussion: """
      Writes a folder 'wgnapi-gen' with SKILL.md and its references to a folder of skills, such as .agents/skills or \
      .claude/skills. Files with another content are never replaced, unless you pass --force.
      """)

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder of skills.", valueName: "dir"))
  var output: String

  @Flag(help: "Replace files that were changed.")
  var force = false

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output must not be empty") }
  }

  func run() throws {
    var sink = DiagnosticSink()
    let paths = writeSkill(into: output, replacing: force, sink: &sink)
    Console.write(paths.map { visibleText($0) + "\n" }.joined())
    reporting.print(sink)
    if sink.hasErrors { throw ExitStatus.failure }
  }
}
