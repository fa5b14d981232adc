import APIModel
import Diagnostics

/// The Swift names of a graph's documents and schemas.
struct SchemaNames {
  /// The types of the documents, by index.
  private(set) var types: [String] = []
  /// The members for schemas, by index.
  private(set) var members: [Int: String] = [:]
  /// The members for resources' dynamic anchors, by the resource's index.
  private(set) var anchorLists: [Int: String] = [:]

  private let graph: SchemaGraph
  /// The names of each document's members.
  private var taken: [NumberedNames] = []

  /// - Parameter others: the names of the module's types.
  init(
    _ graph: SchemaGraph, in module: ModuleNames, avoiding others: Set<String>,
    into sink: inout DiagnosticSink
  ) {
    self.graph = graph
    var taken = NumberedNames(avoiding: others, ignoringCase: true)
    var owners: [String: SchemaDocument] = [:]
    for document in graph.documents {
      let wanted = SchemaNames.type(of: document, in: module)
      let name = taken.take(wanted)
      if document.isOwn, name != wanted {
        sink.error(
          .nameCollision,
          "the type of this schema would have the name '\(wanted)', as another does; rename the file",
          at: document.name.span,
          notes: owners[wanted.lowercased()].map { [.init("the other is here", at: $0.name.span)] } ?? [])
      }
      owners[name.lowercased()] = document
      types.append(name)
      self.taken.append(NumberedNames())
    }
  }

  static func type(of document: SchemaDocument, in module: ModuleNames? = nil) -> String {
    let authorName = upperCamelCase(document.name.text)
    let name = module?.type(authorName) ?? SwiftName.type(authorName)
    return name.hasSuffix("Schema") && name != "Schema" ? name : name + "Schema"
  }

  /// Adds a member for a schema to its document's type, named after the schema's path.
  mutating func name(_ position: Int) {
    guard members[position] == nil else { return }
    let node = graph.nodes[position]
    let words = node.path.filter { !structuralKeywords.contains($0) }
    // The last three parts are enough; more would only be long.
    let wanted =
      node.path.isEmpty ? "root" : SwiftName.member(String(words.suffix(3).joined(separator: "_").prefix(60)))
    members[position] = taken[node.document].take(wanted)
  }

  /// Adds a member for a resource's dynamic anchors to the resource's document.
  mutating func nameAnchors(of resource: Int) {
    anchorLists[resource] = taken[document(of: resource)].take("dynamicAnchors")
  }

  /// The member with a resource's dynamic anchors; nil without one.
  func referenceToAnchors(of resource: Int) -> SchemaLiteral.DynamicAnchors? {
    anchorLists[resource].map { .member(of: types[document(of: resource)], name: $0) }
  }

  private func document(of resource: Int) -> Int { graph[graph.resources[resource].root].document }

  /// The member as others refer to it; nil for a schema that is written inline.
  func reference(to position: Int) -> SchemaLiteral? {
    members[position].map { .member(of: types[graph.nodes[position].document], name: $0) }
  }
}

/// Keywords that say nothing about the meaning of a schema.
private let structuralKeywords: Set<String> = ["$defs", "properties", "schema"]
