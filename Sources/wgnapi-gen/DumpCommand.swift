import ArgumentParser
import GeneratorKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `wgnapi-gen dump …`: what the generator sees, for finding out why it makes what it makes.
struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", abstract: "Print what the generator makes of the specs on its way.",
    subcommands: [IR.self])

  /// `wgnapi-gen dump ir <specs>`.
  struct IR: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "ir",
      abstract: "Print the intermediate representation of the specs as JSON.",
      discussion: "This is what templates and emission start from. Its form may change with every version.")

    @Argument(help: ArgumentHelp("The folder with the specs.", valueName: "specs"))
    var specs: String

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func run() throws {
      var input = Input(specs: specs, templates: nil)
      let api = input.sink.hasErrors ? nil : readAPI(input.specs, into: &input.sink)
      reporting.print(input.sink, specs: input.specs, templates: [])
      let hasFailed = reporting.judge(input.sink.diagnostics).contains { $0.severity == .error }
      guard let api, !hasFailed else { throw ExitStatus.failure }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      Console.write(String(decoding: try encoder.encode(api), as: UTF8.self) + "\n")
    }
  }
}
