import Diagnostics
import SpecYAML

/// A file that schemas may refer to by a URI, as `--map` names it.
public struct ReferencedFile: Sendable, Hashable {
  /// The absolute URI that schemas refer to.
  public var uri: String
  /// The file's contents. `displayPath` is the path in diagnostics.
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
  /// From the file's path: the base of relative references in a document without `$id`.
  let retrievalURI: URIReference

  /// The module that it belongs to. Empty for a file at the top of the specs, which others may refer to.
  var folder: String { spec.path.hasByte("/") ? spec.path.byteParts(separatedBy: "/")[0] : "" }

  /// The file's name without folders and endings.
  var name: String { schemaName(ofPath: spec.path) }
}

/// The scheme of URIs for paths below the specs folder. It never reaches the output.
let pathScheme = "specs"

/// `pet` for `Shop/pet.schema.json`.
func schemaName(ofPath path: String) -> String {
  var name = path.byteParts(separatedBy: "/").last { !$0.isEmpty } ?? path
  for ending in [".json", ".yaml", ".yml", ".schema"] where name != ending {
    name = name.droppingByteSuffix(ending)
  }
  return name
}

/// Whether a file's name alone identifies it as a JSON Schema.
public func isSchemaFileName(_ path: String) -> Bool {
  [".schema.json", ".schema.yaml", ".schema.yml"].contains { path.hasByteSuffix($0) }
}

/// Separates JSON Schema documents from specs, by their names or by the `$schema` at their root.
///
/// - Parameter references: the files that a metaschema may be among.
/// - Returns: the documents in the order of their paths, and the spec files. `.json` files that are neither are
///   omitted.
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
    // Another reader reports mistakes in files that aren't known to be schemas.
    var sink = DiagnosticSink()
    let nodes = parseDocuments(file, into: &sink)
    if !isNamed {
      guard let root = nodes.first, root["wgnapi"] == nil, let dialect = root["$schema"]?.text else {
        if !isJSON { specs.append(file) }
        continue
      }
      // Many tools use `$schema` for something else.
      if isJSON, !isDialect(dialect, of: files, references) { continue }
    }
    report.sink.append(contentsOf: sink)
    guard let root = nodes.first else {
      if !sink.hasErrors {
        report.error(.wrongType, "the file is empty; expected a schema", at: .unknown(file: file.displayPath))
      }
      continue
    }
    if let kind = OtherDocument(root) ?? OtherDocument(unlikeSchema: root) {
      report.error(.misplacedFile, kind.message(file: file.path), at: root.startSpan)
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

/// Another kind of document, given in place of a JSON Schema or a spec by mistake.
enum OtherDocument {
  case spec, openAPI, postman
  /// Something else without any keyword of JSON Schema, which would accept every value.
  case unknown

  /// Nil if the root doesn't identify one of these.
  init?(_ root: YAMLNode) {
    if root["wgnapi"] != nil {
      self = .spec
    } else if root["openapi"] != nil || root["swagger"] != nil {
      self = .openAPI
    } else {
      return nil
    }
  }

  /// Nil if the root may be a schema: it has a keyword, or nothing but annotations.
  init?(unlikeSchema root: YAMLNode) {
    guard let mapping = root.mapping else { return nil }
    let info = root["info"]
    if info?["_postman_id"] != nil || info?["schema"]?.text?.contains("postman") == true {
      self = .postman
      return
    }
    let names = mapping.entries.map(\.name)
    let isKnown = names.contains { name in
      // A misspelled keyword is reported as such.
      StandardKeyword.replaced[name] != nil && name != "id"
        || StandardKeyword.all[name].map { $0.vocabulary != .metaData } == true
        || name.utf8.count > 5 && closestMatch(to: name, in: StandardKeyword.all.keys) != nil
    }
    let isAnnotated = names.allSatisfy { StandardKeyword.all[$0] != nil || $0.hasBytePrefix("x-") }
    if isKnown || isAnnotated { return nil }
    self = .unknown
  }

  func message(file: String) -> String {
    switch self {
    case .postman:
      "this is a Postman collection, which the generator doesn't read: export it as OpenAPI, or record its requests as a HAR "
        + "file, from which 'wgnapi-gen infer' writes a spec"
    case .unknown:
      "this isn't a JSON Schema: it has none of its keywords, so it would accept every value. Pass a schema or an OpenAPI "
        + "document; from a response of the service, 'wgnapi-gen infer' writes a spec"
    case .spec:
      "this is a spec, not a JSON Schema: pass the folder that contains the modules' folders"
        + (isSchemaFileName(file) ? ", and end the file's name in .yaml, without .schema before it" : "")
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

/// A quick check that avoids parsing each file twice. Comments for editors have `$schema=…`, which is no key.
private func mentionsSchemaKeyword(_ bytes: [UInt8]) -> Bool {
  let keyword = Array("$schema".utf8)
  var rest = bytes[...]
  while let found = rest.firstBytes(keyword) {
    rest = rest[found.upperBound...]
    if rest.first != UInt8(ascii: "=") { return true }
  }
  return false
}

private func isDialect(_ text: String, of files: [SpecFile], _ references: [ReferencedFile]) -> Bool {
  let uri = text.hasSuffix("#") ? String(text.dropLast()) : text
  if uri.contains("json-schema.org/") { return true }
  if references.contains(where: { $0.uri == uri }) { return true }
  // Looks for the `$id` of one of the files as text.
  return files.contains { isSchemaFileName($0.path) && $0.bytes.hasBytes(uri) }
}
