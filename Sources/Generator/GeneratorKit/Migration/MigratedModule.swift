import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader

/// A configuration of swift-openapi-generator with its document, as `module.yaml`.
struct MigratedModule {
  let config: SwiftOpenAPIConfig
  let configPath: String
  /// The document and what it refers to, in a folder with the module's name.
  let document: [SpecFile]
  /// The document's path in the module's folder.
  let documentPath: String
  let folderName: String
  let moduleName: String

  /// The text of the file; nil after errors.
  func write(into sink: inout DiagnosticSink) -> String? {
    guard let first = document.first else { return nil }
    let names = DocumentNames(first)
    checkNames(names, into: &sink)
    guard !sink.hasErrors else { return nil }
    guard let module = read(print([]), into: &sink) else { return nil }
    var notes = MigrationNotes(config: config, configPath: configPath)
    let text = print(changes(of: module, names, &notes))
    notes.noteConfig(module)
    guard read(text, into: &sink) != nil else { return nil }
    sink.append(contentsOf: notes.sink)
    return text
  }

  /// The module that a text describes; nil, reported, if it has mistakes. What is wrong about the document beyond that is
  /// said when the module is generated.
  private func read(_ text: String, into sink: inout DiagnosticSink) -> Module? {
    var findings = DiagnosticSink()
    let module = readDocuments(specs(text), into: &findings)?.modules.first
    for var error in findings.diagnostics where error.severity == .error {
      if error.span?.file == settingsPath {
        error.message = "the module.yaml for this configuration isn't accepted: \(error.message)"
        error.span = .unknown(file: configPath)
      }
      sink.append(error)
    }
    return findings.hasErrors ? nil : module
  }

  // MARK: The file

  private var settingsPath: String { "\(folderName)/module.yaml" }

  private func specs(_ text: String) -> [SpecFile] {
    let folders = documentPath.byteParts(separatedBy: "/").dropLast().map { $0 + "/" }.joined()
    return [SpecFile(path: settingsPath, displayPath: settingsPath, bytes: Array(text.utf8))]
      + document.map { file in
        let below = file.path.byteParts(separatedBy: "/").dropFirst().joined(separator: "/")
        return SpecFile(
          path: "\(folderName)/\(folders)\(below)", displayPath: file.displayPath, bytes: file.bytes)
      }
  }

  private func print(_ changes: [(String, SpecValue?)]) -> String {
    var module: [(String, SpecValue?)] = [
      ("name", moduleName == folderName ? nil : .text(moduleName)), ("openapi", .text(documentPath)),
    ]
    let access = config.access?.text ?? "internal"
    if access != "public" { module.append(("access", .text(access))) }
    if let filter = config.filter {
      let lists = [
        ("operations", filter.operations), ("tags", filter.tags), ("paths", filter.paths),
      ]
      module.append(
        ("include", .map(lists.map { ($0.0, $0.1.isEmpty ? nil : .texts($0.1.map(\.text))) })))
    }
    let file = visibleText(OutputPath.split(configPath).name)
    return "# From \(file), by 'wgnapi-gen migrate soag'. It is yours to edit.\nwgnapi: 1\nmodule:\n"
      + SpecPrinter.print(SpecValue.map(module).entries, depth: 1)
      + SpecPrinter.print(SpecValue.map(changes).entries)
  }

  private func changes(
    of module: Module, _ names: DocumentNames, _ notes: inout MigrationNotes
  ) -> [(String, SpecValue?)] {
    let isShared = { (schema: NamedSchema) in
      schema.name.span == schema.schema.span && !names.schemas.contains(schema.name.text)
    }
    var renamed = RenamedParts(config.nameOverrides, shared: module.schemas.filter(isShared))
    let operations = renamed.operations(of: module)
    let types = module.schemas.filter { !isShared($0) }.compactMap { schema -> SpecValue.Entry? in
      var changes = renamed.type(schema)
      let override = config.typeOverrides.first { $0.name.text == schema.name.text }
      if let override {
        let choice = OwnTypeChoice(
          override.swift.text, imports: config.imports.map(\.text), format: schema.schema.format)
        notes.note(choice, of: override)
        // The schema's own parts aren't generated.
        if case .named(let value, _) = choice {
          changes = changes.filter { $0.0 == "name" } + [("swift", value)]
        }
      }
      let value = SpecValue.map(changes)
      return value.entries.isEmpty ? nil : .init(key: schema.name.text, value: value)
    }
    notes.noteNames(renamed, names)
    return [
      ("operations", operations.isEmpty ? nil : .map(operations)),
      ("types", types.isEmpty ? nil : .map(types)),
    ]
  }

  // MARK: Names

  /// Reports names that the document doesn't have.
  private func checkNames(_ names: DocumentNames, into sink: inout DiagnosticSink) {
    let filter = config.filter
    for (wanted, kind, known, isCertain) in [
      (filter?.operations, "operation", names.operations, !names.refersToOtherFiles),
      (filter?.tags, "tag", names.tags, !names.refersToOtherFiles),
      (filter?.paths, "path", names.paths, true),
      (filter?.schemas, "schema", names.schemas, true),
      (config.typeOverrides.map(\.name), "schema", names.schemas, true),
    ] {
      for name in wanted ?? [] where isCertain && !known.contains(name.text) {
        sink.error(
          .unusedOverride,
          "the document has no \(kind) '\(abbreviate(name.text))'; correct the name, or remove it",
          at: name.span,
          suggestion: closestMatch(to: name.text, in: known))
      }
    }
  }
}
