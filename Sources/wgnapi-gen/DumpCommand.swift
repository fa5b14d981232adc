import ArgumentParser
import GeneratorKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `wgnapi-gen dump …`: prints what the generator has understood.
struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", abstract: "Print intermediate results, or the products that modules need.",
    subcommands: [IR.self, Products.self])

  /// `wgnapi-gen dump ir <specs>`.
  struct IR: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "ir",
      abstract: "Print the intermediate representation of the specs as JSON.",
      discussion: "The later stages start from it. Its format may change with every version.")

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
      try writeJSON(api)
    }
  }

  /// `wgnapi-gen dump products <specs>`.
  struct Products: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "products",
      abstract: "Print the products that the targets of the generated modules need, as JSON.",
      discussion: "The output is an object with the modules' names as keys and lists of products as values.")

    @OptionGroup
    var specs: SpecOptions

    @Option(
      help: ArgumentHelp(
        "A folder with templates that replace the bundled ones of the same name.", valueName: "dir"))
    var templates: String?

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func run() throws {
      var input = Input(specs, templates: templates)
      let tree = input.generate(jobs: Console.processorCount, options: reporting)
      reporting.print(
        input.sink, specs: input.specs, references: input.references, templates: input.templates)
      guard let tree else { throw ExitStatus.failure }
      try writeJSON(Dictionary(tree.products.map { ($0.module, $0.products) }) { first, _ in first })
    }
  }
}

private func writeJSON(_ value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  Console.write(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
}
