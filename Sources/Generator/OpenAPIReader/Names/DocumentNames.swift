import Diagnostics
import SpecReader
import SpecYAML

/// What a document calls its parts, whether or not they can be read.
package struct DocumentNames: Sendable {
  package private(set) var operations: Set<String> = []
  package private(set) var tags: Set<String> = []
  package private(set) var paths: Set<String> = []
  package private(set) var schemas: Set<String> = []
  /// Names of properties, parameters and values, anywhere in the document.
  package private(set) var others: Set<String> = []
  /// Whether the operations of a path are in another file, where their names aren't looked up.
  package private(set) var refersToOtherFiles = false

  /// Reads the names in a document. Mistakes in it are ignored, because reading it as a whole reports them.
  package init(_ file: SpecFile) {
    guard let root = documentRoot(file) else { return }
    let components = root["components"]
    schemas = Set((components?["schemas"] ?? root["definitions"])?.entries?.map(\.name) ?? [])
    for entry in root["paths"]?.entries ?? [] {
      paths.insert(entry.name)
      var item = entry.value
      if let reference = item["$ref"]?.text {
        let name = reference.hasPrefix("#/components/pathItems/") ? reference.split(separator: "/").last : nil
        guard let inside = name.flatMap({ components?["pathItems"]?[String($0)] }) else {
          refersToOtherFiles = true
          continue
        }
        item = inside
      }
      for operation in item.entries ?? [] {
        if let id = operation.value["operationId"]?.text { operations.insert(id) }
        tags.formUnion(operation.value["tags"]?.items?.compactMap(\.text) ?? [])
      }
    }
    collect(from: root)
  }

  private mutating func collect(from root: YAMLNode) {
    var pending = [root]
    while let node = pending.popLast() {
      others.formUnion(node["properties"]?.entries?.map(\.name) ?? [])
      others.formUnion(node["enum"]?.items?.compactMap(\.text) ?? [])
      if node["in"]?.text != nil, let name = node["name"]?.text { others.insert(name) }
      pending += node.entries?.map(\.value) ?? node.items ?? []
    }
  }
}

/// The root of a document. Mistakes in it are ignored, because reading it as a whole reports them.
package func documentRoot(_ file: SpecFile) -> YAMLNode? {
  var sink = DiagnosticSink()
  return documentRoot(file, into: &sink)
}

/// The root of a document.
///
/// - Parameter sink: takes what isn't well-formed.
package func documentRoot(_ file: SpecFile, into sink: inout DiagnosticSink) -> YAMLNode? {
  let isJSON = file.path.hasByteSuffix(".json")
  return
    (isJSON
    ? parseJSON(bytes: file.bytes, file: file.path, limits: DocumentSet.limits, into: &sink) : nil)
    ?? parseYAML(bytes: file.bytes, file: file.path, limits: DocumentSet.limits, into: &sink).first
}
