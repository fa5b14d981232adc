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

    @OptionGroup
    var specs: SpecOptions

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func run() throws {
      var input = Input(specs)
      let api =
        input.sink.hasErrors
        ? nil : readAPI(input.specs, references: input.references, into: &input.sink)
      reporting.print(input.sink, specs: input.specs, references: input.references, templates: [])
      let hasFailed = reporting.judge(input.sink.diagnostics).contains { $0.severity == .error }
      guard let api, !hasFailed else { throw ExitStatus.failure }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      Console.write(String(decoding: try encoder.encode(api), as: UTF8.self) + "\n")
    }
  }
}
