import APIModel
import Diagnostics
import SpecYAML

/// A folder of specs whose module an OpenAPI document describes: which document, and what the folder says beside it.
public final class DocumentFolder {
  /// Which document it is.
  public let settings: DocumentSettings
  let folder: SpecFolder
  let report: Report
  /// The names that were read so far, for editors.
  package var places: [NamePlace] { report.places }
  /// What `module` says.
  let fields: Fields
  /// What is said of operations, types and tags of the document.
  private(set) var operations: [YAMLMapping.Entry] = []
  private(set) var types: [YAMLMapping.Entry] = []
  private(set) var tags: [YAMLMapping.Entry] = []
  /// What the folder calls types of the document.
  var renamed: [String: String] = [:]
  /// Schemas without names that the folder names.
  var newTypes: [NamedSchema] = []

  /// The formats for which the folder has user-defined types, with other names that documents have for them.
  public var ownFormats: Set<String> {
    let own = folder.ownFormats
    let formats = Set(own.map(BuiltinType.format(inDocuments:)))
    return own.union(
      BuiltinType.namesInDocuments.filter { formats.contains(BuiltinType.format(inDocuments: $0)) })
  }

  static let ownKeys = ["operations", "types", "tags"]
  private static let sections: [Section] = [.schemas, .envelopes, .slices]
  private static let fileKeys =
    ["wgnapi", "module", "errors"] + ownKeys + sections.map(\.rawValue)

  private static let fileHints = [
    "endpoints": "what is said of the document's operations is under 'operations'",
    "parameters":
      "an operation's parameters are under its 'parameters', and those of the client under 'module'",
    "webhooks": "webhooks can't be described beside an OpenAPI document yet",
    "group": "a 'group' is that of an operation; 'tags' names the groups",
    "paths": "what is said of the document's operations is under 'operations'",
    "components": "what is said of the document's schemas is under 'types'",
  ]

  /// What a module that a document describes says by itself.
  private static let withoutMeaning: Set<String> = ["library", "import", "formats", "basePath", "webhooks"]
  private static let moduleKeys =
    ModuleReader.moduleKeys.filter { !withoutMeaning.contains($0) } + settingKeys

  /// Reads the specs of a folder. Nil, reported, where it isn't known which document is meant.
  ///
  /// - Parameters:
  ///   - files: the folder's specs, those that begin with `wgnapi: 1`.
  ///   - sink: takes the diagnostics.
  public init?(_ files: [SpecFile], into sink: inout DiagnosticSink) {
    let report = Report(DiagnosticSink())
    self.report = report
    let name = files.first.map { $0.path.byteParts(separatedBy: "/")[0] } ?? ""
    let folder = SpecFolder(name: name, span: .unknown(file: files.first?.displayPath ?? ""))
    self.folder = folder
    var entries: [String: [YAMLMapping.Entry]] = [:]
    for file in files {
      for node in parseYAML(bytes: file.bytes, file: file.displayPath, into: &report.sink) {
        Self.read(node, mayHoldModule: file.holdsModule, into: folder, &entries, report)
      }
    }
    report.rememberBrokenPlaces()
    resolveImports(of: [folder], report)
    defer { sink.append(contentsOf: report.takeDiagnostics()) }
    guard let node = folder.moduleNode,
      let fields = Fields(
        node, what: "a module with an OpenAPI document", keys: Self.moduleKeys,
        hints: Dictionary(
          uniqueKeysWithValues: Self.withoutMeaning.map { ($0, "the document says it") }), report: report),
      let settings = Self.settings(fields, folder: name, report)
    else { return nil }
    self.fields = fields
    self.settings = settings
    operations = entries["operations"] ?? []
    types = entries["types"] ?? []
    tags = entries["tags"] ?? []
  }

  deinit { folder.forgetOthers() }

  private static func read(
    _ node: YAMLNode, mayHoldModule: Bool, into folder: SpecFolder,
    _ entries: inout [String: [YAMLMapping.Entry]], _ report: Report
  ) {
    guard checkVersion(of: node, report),
      let fields = Fields(
        node, what: "a spec beside an OpenAPI document", keys: fileKeys, hints: fileHints, report: report)
    else { return }
    if let module = fields["module"] {
      take(module, of: fields, mayHoldModule: mayHoldModule, into: folder, report)
    }
    for key in ownKeys {
      guard let node = fields[key] else { continue }
      for entry in report.entries(node, for: "'\(key)'", areWireNames: true, form: "{name: …}") {
        if let first = entries[key]?.first(where: { $0.name == entry.name }) {
          report.duplicate(
            "'\(abbreviate(entry.name))'", at: entry.key.occurrence, first: first.key.occurrence)
        } else {
          entries[key, default: []].append(entry)
        }
      }
    }
    for section in sections {
      guard let definitions = fields[section.rawValue] else { continue }
      for entry in report.entries(
        definitions, for: "'\(section.rawValue)'", areWireNames: true, form: "{name: …}")
      {
        if let definition = readDefinition(entry, in: section, group: [], report) {
          folder.definitions[section, default: []].append(definition)
        }
      }
    }
    if let errors = fields["errors"] { folder.errorNodes.append(errors) }
  }
}

extension Report {
  /// Diagnostics recorded since the last call.
  func takeDiagnostics() -> [Diagnostic] {
    defer { sink = DiagnosticSink() }
    return sink.diagnostics
  }
}

extension SpecFile {
  /// Whether the file is `module.yaml` at the top of a folder.
  var holdsModule: Bool {
    let parts = path.byteParts(separatedBy: "/")
    return parts.count == 2 && (parts[1] == "module.yaml" || parts[1] == "module.yml")
  }

  /// The folder of the module or library that the file belongs to.
  package var topFolder: String { path.byteParts(separatedBy: "/")[0] }

  /// Whether a key begins one of the lines.
  fileprivate func hasRootKey(_ key: String) -> Bool {
    let text = Array((key + ":").utf8)
    if bytes.starts(with: text) || bytes.starts(with: [0xEF, 0xBB, 0xBF] + text) { return true }
    return bytes[...].firstBytes([0x0A] + text) != nil
  }
}

/// The files of folders whose modules OpenAPI documents describe.
public struct DocumentFolderFiles: Sendable {
  /// The files that begin with `wgnapi: 1`.
  public var specs: [SpecFile] = []
  /// The documents, overlays and what they refer to.
  public var documents: [SpecFile] = []
}

/// Finds the folders whose `module.yaml` names an OpenAPI document.
///
/// - Returns: the files of these folders, in the order of the folders' names, and all other files.
public func separateDocumentFolders(_ files: [SpecFile]) -> (
  folders: [DocumentFolderFiles], others: [SpecFile]
) {
  let names = Set(files.filter { $0.holdsModule && namesDocument($0) }.map(\.topFolder))
  guard !names.isEmpty else { return ([], files) }
  var folders: [String: DocumentFolderFiles] = [:]
  var others: [SpecFile] = []
  for file in files.sorted(by: { $0.path < $1.path }) {
    guard names.contains(file.topFolder) else {
      others.append(file)
      continue
    }
    if file.holdsModule || file.hasRootKey("wgnapi") {
      folders[file.topFolder, default: .init()].specs.append(file)
    } else {
      folders[file.topFolder, default: .init()].documents.append(file)
    }
  }
  return (folders.sorted { $0.key < $1.key }.map(\.value), others)
}

private func namesDocument(_ file: SpecFile) -> Bool {
  guard file.bytes.hasBytes("openapi") else { return false }
  var sink = DiagnosticSink()
  return parseYAML(bytes: file.bytes, file: file.displayPath, into: &sink).contains {
    $0["module"]?["openapi"] != nil
  }
}
