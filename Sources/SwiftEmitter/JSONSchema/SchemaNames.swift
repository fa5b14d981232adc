import APIModel
import Diagnostics

/// What the documents of a graph, and the schemas in them, are called in Swift.
struct SchemaNames {
  /// The type of each document, by its position.
  private(set) var types: [String] = []
  /// The members that stand for schemas, by position.
  private(set) var members: [Int: String] = [:]
  /// The members that list the dynamic anchors of resources, by the resource's position.
  private(set) var anchorLists: [Int: String] = [:]

  private let graph: SchemaGraph
  /// The members of each document.
  private var taken: [NumberedNames] = []

  /// - Parameter others: names that the module's types have.
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

  /// Gives a schema a member of its document's type, called after the way to it.
  mutating func name(_ position: Int) {
    guard members[position] == nil else { return }
    let node = graph.nodes[position]
    let words = node.path.filter { !structuralKeywords.contains($0) }
    // The last three parts tell enough; more would only be long.
    let wanted =
      node.path.isEmpty ? "root" : SwiftName.member(String(words.suffix(3).joined(separator: "_").prefix(60)))
    members[position] = taken[node.document].take(wanted)
  }

  /// Gives a resource's dynamic anchors a member of the document that the resource is in.
  mutating func nameAnchors(of resource: Int) {
    anchorLists[resource] = taken[document(of: resource)].take("dynamicAnchors")
  }

  /// The member that lists a resource's dynamic anchors; nil without one.
  func referenceToAnchors(of resource: Int) -> SchemaLiteral.DynamicAnchors? {
    anchorLists[resource].map { .member(of: types[document(of: resource)], name: $0) }
  }

  private func document(of resource: Int) -> Int { graph[graph.resources[resource].root].document }

  /// The member as others refer to it; nil for a schema that stands where it is used.
  func reference(to position: Int) -> SchemaLiteral? {
    members[position].map { .member(of: types[graph.nodes[position].document], name: $0) }
  }
}

/// Keywords that say nothing of what a schema is about.
private let structuralKeywords: Set<String> = ["$defs", "properties", "schema"]
