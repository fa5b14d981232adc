import ArgumentParser
import Diagnostics
import Foundation
import GeneratorKit
import SpecExport

extension DocumentFormat: ExpressibleByArgument {}
extension OpenAPIVersion: ExpressibleByArgument {}

/// `wgnapi-gen export …`: specs for other tools.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the specs for other tools, as OpenAPI or JSON Schema.",
    discussion: """
      Prints the document of a module, or writes it to a file. With several modules, --output is a folder, or --only \
      chooses one. Nothing is written if the specs have errors.

      EXAMPLES:
        wgnapi-gen export openapi Specs --only WOT -o wot.yaml
        wgnapi-gen export openapi Specs -o Documents/
        wgnapi-gen export openapi Specs --only WOT --openapi 3.0 --format json
        wgnapi-gen export jsonschema Specs --only WOT --type Player
      """,
    subcommands: [OpenAPI.self, JSONSchema.self])

  /// `wgnapi-gen export openapi <specs>`.
  struct OpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "openapi", abstract: "Write an OpenAPI document that generates the same code.",
      discussion: """
        What OpenAPI can't say is in extensions, x-wgnapi-…, which this generator reads. A warning names what other tools \
        won't know. Each operation has its call in Swift and with curl (x-codeSamples).
        """)

    @OptionGroup
    var specs: SpecOptions

    @Option(help: "The version of OpenAPI.")
    var openapi = OpenAPIVersion.v31

    @Flag(inversion: .prefixedNo, help: "Write the calls of each operation.")
    var samples = true

    @OptionGroup
    var output: ExportOutput

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func run() throws {
      try ExportRun(specs, output, reporting).run(ending: "openapi") { input, format, sink in
        var options = ExportOptions()
        options.version = openapi
        options.format = format
        options.modules = output.only
        options.withSamples = samples
        return exportOpenAPI(input.specs, references: input.references, options: options, into: &sink)
      }
    }
  }

  /// `wgnapi-gen export jsonschema <specs>`.
  struct JSONSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "jsonschema", abstract: "Write the models as JSON Schema 2020-12.")

    @OptionGroup
    var specs: SpecOptions

    @Option(
      help: ArgumentHelp(
        "The schema that the document's root is, by its name in the specs (default: a document of definitions only).",
        valueName: "name"))
    var type: String?

    @OptionGroup
    var output: ExportOutput

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func run() throws {
      try ExportRun(specs, output, reporting).run(ending: "schema", usually: .json) { input, format, sink in
        var options = ExportOptions()
        options.format = format
        options.modules = output.only
        return exportJSONSchema(
          input.specs, references: input.references, type: type, options: options, into: &sink)
      }
    }
  }
}

/// Where documents go.
struct ExportOutput: ParsableArguments {
  @Option(
    help: ArgumentHelp("Export only the module with this name. Can be repeated.", valueName: "name"))
  var only: [String] = []

  @Option(help: ArgumentHelp("The syntax (default: by the ending of the output).", valueName: "yaml|json"))
  var format: DocumentFormat?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, or a folder for a file of each module (default: standard output).",
      valueName: "path"))
  var output: String?

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("--output must not be empty") }
  }

  /// Whether it is a folder: it is there, or its path ends in `/`.
  var isFolder: Bool {
    guard let output else { return false }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: output, isDirectory: &isFolder)
    return output.hasSuffix("/") || isThere && isFolder.boolValue
  }

  func format(usually usual: DocumentFormat) -> DocumentFormat {
    if let format { return format }
    guard let output, !isFolder else { return usual }
    let ending = output.lowercased()
    if ending.hasSuffix(".json") { return .json }
    return ending.hasSuffix(".yaml") || ending.hasSuffix(".yml") ? .yaml : usual
  }
}
