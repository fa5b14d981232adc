import ArgumentParser
import Diagnostics
import GeneratorKit
import SpecReader

/// `wgnapi-gen convert <document> -o <dir>`: the document in the spec language.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert an OpenAPI document to the spec language, once, to leave OpenAPI behind.",
    discussion: """
      The specs that it writes generate the same code as the document. Parts of the document that a client doesn't \
      need are left out.
      """)

  @OptionGroup
  var specs: SpecOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The specs folder to write to; each module gets a folder in it.", valueName: "dir"))
  var output: String

  @Flag(help: "Replace existing files.")
  var force = false

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output must not be empty") }
  }

  func run() throws {
    let selection = try Selection(specs)
    try selection.onlyJob(for: "'convert'")
    let reporting = reporting.completed(by: selection)
    var input = Input(selection)
    var sink = DiagnosticSink()
    let files = input.sink.hasErrors ? [] : convertSpecs(input.jobs.flatMap(\.specs), into: &sink)
    input.sink.append(contentsOf: reporting.judge(sink.diagnostics))
    if !files.isEmpty, !input.sink.hasErrors {
      let paths = writeConverted(files, into: output, replacing: force, sink: &input.sink)
      Console.write(paths.map { visibleText($0) + "\n" }.joined())
    }
    reporting.print(input)
    if input.sink.hasErrors { throw ExitStatus.failure }
  }
}
