import ArgumentParser
import Diagnostics
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
      let selection = try Selection(specs)
      let reporting = reporting.completed(by: selection)
      var input = Input(selection)
      let api = input.readAPI()
      reporting.print(input)
      guard let api, !reporting.hasFailed(input) else { throw ExitStatus.failure }
      try writeJSON(api)
    }
  }

  /// `wgnapi-gen dump products <specs>`.
  struct Products: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "products",
      abstract: "Print the products that the targets of the generated modules need, as JSON or Swift.",
      discussion: """
        The output is an object with the modules' names as keys and lists of products as values; with --swift, what to paste \
        into Package.swift.
        """)

    @OptionGroup
    var specs: SpecOptions

    @Option(
      help: ArgumentHelp(
        "A folder with templates that replace the bundled ones of the same name.", valueName: "dir"))
    var templates: String?

    @Flag(help: "Print the dependency and the targets as Package.swift has them.")
    var swift = false

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func run() throws {
      var selection = try Selection(specs)
      if let templates {
        for index in selection.jobs.indices { selection.jobs[index].templates = templates }
      }
      let reporting = reporting.completed(by: selection)
      var input = Input(selection, withTemplates: true)
      let outputs = input.generate(
        withTests: false, threads: Console.processorCount, options: reporting)
      reporting.print(input)
      guard let outputs else { throw ExitStatus.failure }
      if swift {
        let targets = zip(selection.jobs, outputs).flatMap { job, output in
          output.modules.targets(in: job.output.isEmpty ? ProjectStart.outputFolder : job.output)
        }
        let lines = ManifestTexts(targets).lines
        return Console.write(lines.map { visibleText(String($0.dropFirst(2))) + "\n" }.joined())
      }
      let products = outputs.flatMap(\.modules.products).map { ($0.module, Set($0.products)) }
      try writeJSON(
        Dictionary(products) { $0.union($1) }.mapValues { $0.sorted() })
    }
  }
}

private func writeJSON(_ value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  Console.write(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
}
