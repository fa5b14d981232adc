import Diagnostics
import SpecYAML

/// A file that schemas may refer to by a URI, as `--map` names it.
public struct ReferencedFile: Sendable, Hashable {
  /// The absolute URI by which schemas know it.
  public var uri: String
  /// What it holds. `displayPath` is the path in diagnostics.
  public var file: SpecFile

  /// Gives a file a URI.
  public init(uri: String, file: SpecFile) {
    self.uri = uri
    self.file = file
  }
}

/// A JSON Schema document among the specs.
struct SchemaFile {
  let spec: SpecFile
  let root: YAMLNode
  /// By its path: what relative references of a document without `$id` are relative to.
  let retrievalURI: URIReference

  /// The module that it belongs to; empty at the top of the specs, where it belongs to none, and others may refer to it.
  var folder: String { spec.path.hasByte("/") ? spec.path.byteParts(separatedBy: "/")[0] : "" }

  /// What it is called, without folders and endings.
  var name: String { schemaName(ofPath: spec.path) }
}

/// The scheme of URIs that stand for paths below the specs folder. It never reaches the output.
let pathScheme = "specs"

/// `pet` for `Shop/pet.schema.json`.
func schemaName(ofPath path: String) -> String {
  var name = path.byteParts(separatedBy: "/").last { !$0.isEmpty } ?? path
  for ending in [".json", ".yaml", ".yml", ".schema"] where name != ending {
    name = name.droppingByteSuffix(ending)
  }
  return name
}

/// Whether a file's name alone says that it holds a JSON Schema.
public func isSchemaFileName(_ path: String) -> Bool {
  [".schema.json", ".schema.yaml", ".schema.yml"].contains { path.hasByteSuffix($0) }
}

/// Parts JSON Schema documents from specs: by their names, or by the `$schema` at their root.
///
/// - Parameter references: the files that a metaschema may be among.
/// - Returns: the documents in the order of their paths, and the files that are none. `.json` files that are neither
///   are left out.
func separateSchemaFiles(
  _ files: [SpecFile], references: [ReferencedFile], _ report: Report
) -> (schemas: [SchemaFile], specs: [SpecFile]) {
  var schemas: [SchemaFile] = []
  var specs: [SpecFile] = []
  for file in files.sorted(by: { $0.path < $1.path }) {
    let isNamed = isSchemaFileName(file.path)
    let isJSON = file.path.hasByteSuffix(".json")
    guard isNamed || mentionsSchemaKeyword(file.bytes) else {
      if !isJSON { specs.append(file) }
      continue
    }
    // What isn't known to be a schema is another reader's to complain of.
    var sink = DiagnosticSink()
    let nodes = parseDocuments(file, into: &sink)
    if !isNamed {
      guard let root = nodes.first, root["wgnapi"] == nil, let dialect = root["$schema"]?.text else {
        if !isJSON { specs.append(file) }
        continue
      }
      // A file with the `$schema` of something else, as many tools have them.
      if isJSON, !isDialect(dialect, of: files, references) { continue }
    }
    report.sink.append(contentsOf: sink)
    guard let root = nodes.first else {
      if !sink.hasErrors {
        report.error(.wrongType, "the file is empty; expected a schema", at: .unknown(file: file.displayPath))
      }
      continue
    }
    if let kind = OtherDocument(root) {
      report.error(.misplacedFile, kind.message, at: root.startSpan)
      continue
    }
    if nodes.count > 1 {
      report.error(.conflictingKeys, "a file holds one schema, not several documents", at: nodes[1].startSpan)
    }
    guard let uri = URIReference("\(pathScheme):///\(percentEncoded(file.path))") else { continue }
    schemas.append(SchemaFile(spec: file, root: root, retrievalURI: uri))
  }
  return (schemas, specs)
}

/// A document that is taken for a JSON Schema, or for a spec, by mistake.
enum OtherDocument {
  case spec, openAPI

  /// Nil where the root doesn't say that it is one of these.
  init?(_ root: YAMLNode) {
    if root["wgnapi"] != nil {
      self = .spec
    } else if root["openapi"] != nil || root["swagger"] != nil {
      self = .openAPI
    } else {
      return nil
    }
  }

  var message: String {
    switch self {
    case .spec:
      "this is a spec, not a JSON Schema: pass the folder that contains the modules' folders, and end the file's name "
        + "in .yaml, without .schema before it"
    case .openAPI:
      "this is an OpenAPI document, which isn't read as part of a folder: pass the file itself, as in "
        + "'wgnapi-gen openapi.yaml -o Generated'"
    }
  }
}

/// Reads JSON or YAML by the file's name.
package func parseDocuments(_ file: SpecFile, into sink: inout DiagnosticSink) -> [YAMLNode] {
  if file.path.hasByteSuffix(".json") {
    return parseJSON(bytes: file.bytes, file: file.displayPath, into: &sink).map { [$0] } ?? []
  }
  return parseYAML(bytes: file.bytes, file: file.displayPath, into: &sink)
}

/// A quick look that spares parsing each file twice.
private func mentionsSchemaKeyword(_ bytes: [UInt8]) -> Bool {
  bytes.firstRange(of: Array("$schema".utf8)) != nil
}

private func isDialect(_ text: String, of files: [SpecFile], _ references: [ReferencedFile]) -> Bool {
  let uri = text.hasSuffix("#") ? String(text.dropLast()) : text
  if uri.contains("json-schema.org/") { return true }
  if references.contains(where: { $0.uri == uri }) { return true }
  // The `$id` of one of the files stands in it as text.
  let quoted = Array(uri.utf8)
  return files.contains { isSchemaFileName($0.path) && $0.bytes.firstRange(of: quoted) != nil }
}
