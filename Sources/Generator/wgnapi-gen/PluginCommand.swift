import APIModel
import ArgumentParser
import Diagnostics
import GeneratorKit
import SpecReader
import SwiftEmitter

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `wgnapi-gen plugin …`: what build systems run, which have to know a command's outputs before it runs.
struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin",
    abstract: "Generate or check in a build: for SwiftPM's plugins and other build systems.",
    subcommands: [Generate.self, Check.self])

  /// `wgnapi-gen plugin generate <specs> --module Shop --file … --other … -o <dir>`.
  struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write one module to exactly the files that are named.",
      discussion: """
        Code without a file of its own goes to one of the other files. A file without code contains only a comment.
        """)

    @Argument(help: ArgumentHelp("The module's folder of specs, or a single file.", valueName: "specs"))
    var specs: String

    @Option(help: ArgumentHelp("The module's name.", valueName: "name"))
    var module: String

    @Option(
      name: .customLong("library"),
      help: ArgumentHelp(
        "A library of specs that the module may import. Can be repeated.", valueName: "name=folder"))
    var libraries: [Pair] = []

    @Option(
      name: .customLong("map"),
      help: ArgumentHelp("A folder with JSON Schemas. Can be repeated.", valueName: "uri-prefix=folder"))
    var maps: [SpecOptions.Map] = []

    @Option(
      name: .customLong("file"),
      help: ArgumentHelp(
        "The output file of a spec file, such as Shop/items.yaml=items.generated.swift. Can be repeated.",
        valueName: "spec=file"))
    var files: [Pair] = []

    @Option(
      name: .customLong("other"),
      help: ArgumentHelp(
        "An output file for everything else; several share it. Can be repeated.", valueName: "file"))
    var others: [String]

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The folder to write to, in a folder with the module's name.", valueName: "dir"))
    var output: String

    @Option(
      help: ArgumentHelp(
        "A file that must contain --settings-content: what these arguments were made from.", valueName: "file"
      ))
    var settingsFile: String?

    @Option(help: ArgumentHelp("The expected content of --settings-file.", valueName: "text"))
    var settingsContent: String?

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func validate() throws {
      for file in others + files.map(\.value) where !file.hasSuffix(".swift") || file.contains("/") {
        throw ValidationError("'\(file)' isn't the name of a Swift file")
      }
    }

    func run() throws {
      var sink = DiagnosticSink()
      checkSettings(into: &sink)
      let loader = SpecLoader()
      let libraries = libraries.map { (name: $0.key, path: $0.value) }
      let specs = loader.loadModule(specs, named: module, libraries: libraries, into: &sink)
      var references: [ReferencedFile] = []
      for map in maps { references += loader.loadReferences(from: map.path, as: map.prefix, into: &sink) }
      let templates = loadTemplates(overlaidBy: nil, into: &sink)
      if !sink.hasErrors {
        let output = generateAll(
          specs: specs, references: references, templates: templates, withTests: false,
          threads: Console.processorCount, as: declared)
        // A library's other users may need what this module doesn't.
        let found = output.diagnostics.filter { !isOfLibrary($0) }
        sink.append(contentsOf: reporting.judge(found))
        if !sink.hasErrors { write(output.modules, into: &sink) }
      }
      reporting.print(Input(specs: specs, references: references, sink: sink))
      if sink.hasErrors { throw ExitStatus.failure }
    }

    /// Reports settings that have changed: the build system would go on with arguments and outputs from before.
    private func checkSettings(into sink: inout DiagnosticSink) {
      guard let settingsFile else { return }
      let content = try? String(contentsOf: URL(filePath: settingsFile), encoding: .utf8)
      guard content != settingsContent else { return }
      sink.error(
        .invalidValue,
        "has changed since the build was planned; have it planned again, with SwiftPM by 'touch Package.swift'",
        at: .unknown(file: settingsFile))
    }

    private var declared: DeclaredFiles {
      let stem = { (name: String) in String(name.dropLast(".swift".count)) }
      return DeclaredFiles(
        bySource: Dictionary(files.map { ($0.key, stem($0.value)) }) { first, _ in first },
        others: others.map(stem))
    }

    private func isOfLibrary(_ diagnostic: Diagnostic) -> Bool {
      guard diagnostic.id == .unusedDefinition, let file = diagnostic.span?.file else { return false }
      return libraries.contains { file.hasPrefix($0.value) }
    }

    private func write(_ tree: OutputTree, into sink: inout DiagnosticSink) {
      var contents: [String: [UInt8]] = [:]
      for name in others + files.map(\.value) {
        contents[name] = Array("\(GeneratedMarker.text). The specs need nothing in this file.\n".utf8)
      }
      for file in tree.files where file.path.hasPrefix(module + "/") {
        contents[String(file.path.dropFirst(module.count + 1))] = file.bytes
      }
      let files = contents.map { OutputTree.File(path: "\(module)/\($0.key)", bytes: $0.value) }
      var folder = OutputFolder(output)
      folder.isPruning = true
      _ = folder.write(OutputTree(files, into: &sink), into: &sink)
    }
  }

  /// `wgnapi-gen plugin check --stamp <file> -- <arguments>`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check that generated code is up to date, and write a file if it is.",
      discussion: "Diagnostics are printed as a compiler prints them.")

    @Option(help: ArgumentHelp("The file to write.", valueName: "file"))
    var stamp: String

    @Argument(parsing: .postTerminator, help: "The arguments of 'wgnapi-gen generate'.")
    var arguments: [String] = []

    func run() throws {
      let options = ["--check", "--quiet", "--diagnostics", DiagnosticFormat.compiler.rawValue]
      let command = try GenerateCommand.parse(arguments + options)
      try command.run()
      // It may be a source file, because SwiftPM takes outputs that it doesn't know for resources.
      try Data("\(GeneratedMarker.text). The generated code is up to date.\n".utf8).write(
        to: URL(filePath: stamp))
    }
  }

  /// `KEY=VALUE`. A path rarely contains `=`, so the last one separates them.
  struct Pair: ExpressibleByArgument {
    let key: String
    let value: String

    init?(argument: String) {
      guard let sign = argument.lastIndex(of: "=") else { return nil }
      key = String(argument[..<sign])
      value = String(argument[argument.index(after: sign)...])
      if key.isEmpty || value.isEmpty { return nil }
    }
  }
}
