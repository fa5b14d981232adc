import APIModel
import Diagnostics
import SpecYAML

/// Reads a module's JSON Schema documents, and the schemas of other documents that these refer to.
///
/// - Parameters:
///   - own: the module's documents, in the order of their paths.
///   - library: all documents that they may refer to.
func readSchemaGraph(_ own: [SchemaFile], in library: SchemaLibrary) -> SchemaGraph {
  var builder = SchemaGraphBuilder(library: library)
  for file in own { library.load(file) }
  for file in own { builder.add(file) }
  return builder.finish()
}

/// Collects schemas from a library. A schema gets its position on first reference.
private struct SchemaGraphBuilder {
  private final class Positions {
    var ids: [SchemaKey: SchemaNode.ID] = [:]
    var pending: [SchemaKey] = []

    func id(of key: SchemaKey) -> SchemaNode.ID {
      if let id = ids[key] { return id }
      let id = SchemaNode.ID(ids.count)
      ids[key] = id
      pending.append(key)
      return id
    }
  }

  let library: SchemaLibrary
  private let positions = Positions()
  private var graph = SchemaGraph()
  /// The library's documents and resources by their positions in the graph.
  private var documents: [Int: Int] = [:]
  private var resources: [Int: Int] = [:]

  init(library: SchemaLibrary) { self.library = library }

  /// Adds all schemas of one of the module's own documents, referenced or not, so that mistakes are found.
  mutating func add(_ file: SchemaFile) {
    let document = library.load(file)
    let root = positions.id(of: SchemaKey(document: document, path: []))
    documents[document] = graph.documents.count
    graph.documents.append(
      SchemaDocument(
        name: library.documents[document].name, source: library.documents[document].source, isOwn: true,
        root: root))
    for key in library.keys where key.document == document { _ = positions.id(of: key) }
  }

  mutating func finish() -> SchemaGraph {
    // Reading a schema finds others; those of the found resources matter for their dynamic anchors.
    while graph.nodes.count < positions.pending.count {
      let key = positions.pending[graph.nodes.count]
      graph.nodes.append(read(key))
    }
    return graph
  }

  private mutating func read(_ key: SchemaKey) -> SchemaNode {
    guard let site = library.sites[key] else {
      // Only sites get positions.
      return SchemaNode(
        span: .unknown(file: ""), document: 0, resource: 0, path: [], pointer: "")
    }
    var node = SchemaNode(
      span: site.node.occurrence, document: document(site.document), resource: resource(site.resource),
      path: site.path, pointer: site.pointer)
    guard let mapping = site.node.mapping else {
      if isBooleanSchema(site.node) {
        node.content = .boolean(site.node.asBool ?? true)
      } else if site.path.isEmpty {
        library.report.mismatch(site.node, expected: "a schema: an object, true or false")
      }
      return node
    }
    let reader = SchemaKeywordReader(
      library: library, site: site, dialect: library.dialect(of: site.resource), identify: positions.id)
    node.anchor = mapping["$anchor"]?.text ?? mapping["$dynamicAnchor"]?.text
    node.documentation = documentation(of: mapping)
    node.content = .keywords(reader.keywords(of: mapping))
    return node
  }

  /// JSON Schema Validation, section 9.
  private func documentation(of mapping: YAMLMapping) -> Documentation {
    Documentation(
      summary: mapping["title"]?.text, details: mapping["description"]?.text,
      deprecation: mapping["deprecated"]?.asBool == true ? Deprecation() : nil)
  }

  private mutating func document(_ position: Int) -> Int {
    if let known = documents[position] { return known }
    let document = library.documents[position]
    documents[position] = graph.documents.count
    graph.documents.append(
      SchemaDocument(
        name: document.name, source: document.source, isOwn: false,
        root: positions.id(of: SchemaKey(document: position, path: []))))
    return documents[position] ?? 0
  }

  private mutating func resource(_ position: Int) -> Int {
    if let known = resources[position] { return known }
    let resource = library.resources[position]
    let own = graph.resources.count
    resources[position] = own
    graph.resources.append(
      SchemaResource(
        uri: resource.uri.scheme == pathScheme ? nil : resource.uri.description,
        root: positions.id(of: resource.root),
        dynamicAnchors: resource.dynamicAnchors.map { .init(name: $0.name, node: positions.id(of: $0.key)) }))
    return own
  }
}
