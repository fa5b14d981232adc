import APIModel
import Diagnostics

/// Turns a module's JSON Schema documents into views: a type per document, with a member for each named schema.
struct SchemaDocumentEmitter: Sendable {
  /// One file of output.
  struct Unit: Sendable {
    /// The name of the document's type.
    let name: String
    let document: SchemaDocument
    /// The schemas that are members, in source order.
    let members: [Int]
    /// The resources whose dynamic anchors are members of their own.
    let anchorLists: [Int]
  }

  private let graph: SchemaGraph
  private let source: SchemaSource
  /// The documents with anything to emit.
  let units: [Unit]

  /// Schemas that have models.
  private let models: Set<SchemaNode.ID>
  /// The members that validate models and parts of them.
  let validators: [SchemaNode.ID: SchemaLiteral]

  /// - Parameters:
  ///   - definitions: the module's named schemas.
  ///   - types: the names of the module's other types.
  init(
    _ graph: SchemaGraph, for definitions: [NamedSchema], in module: ModuleNames, avoiding types: Set<String>,
    into sink: inout DiagnosticSink
  ) {
    self.graph = graph
    models = Set(definitions.compactMap(\.source))
    let validating = definitions.compactMap(\.source) + definitions.flatMap(\.schema.validators)
    let reach = SchemaReach(graph, validating: validating)
    var isMember = reach.isTarget
    for position in isMember.indices where !reach.isReached[position] { isMember[position] = false }
    let cutting = SchemaCutting(graph, isMember: isMember)
    var names = SchemaNames(graph, in: module, avoiding: types, into: &sink)
    var members: [[Int]] = Array(repeating: [], count: graph.documents.count)
    for position in graph.nodes.indices where cutting.isCut[position] {
      members[graph.nodes[position].document].append(position)
    }
    let anchorLists = Dictionary(grouping: reach.resourcesWithSharedAnchors()) {
      graph[graph.resources[$0].root].document
    }
    var units: [Unit] = []
    for (position, document) in graph.documents.enumerated() where !members[position].isEmpty {
      let ordered = members[position].sorted { isBefore(graph.nodes[$0], graph.nodes[$1]) }
      // The root comes first, so it always gets its name.
      for member in ordered { names.name(member) }
      for resource in anchorLists[position] ?? [] { names.nameAnchors(of: resource) }
      units.append(
        Unit(
          name: names.types[position], document: document, members: ordered,
          anchorLists: anchorLists[position] ?? []))
    }
    self.units = units
    source = SchemaSource(graph: graph, reach: reach, names: names)
    validators = Dictionary(
      validating.compactMap { id in names.reference(to: id.position).map { (id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The imports of a document's file.
  func imports(of unit: Unit) -> Imports {
    Imports(
      of: [isPublic(unit) ? .schemas : .schemasInside]
        + unit.members.map { source.definition(of: $0).code.imports })
  }

  /// Whether any of a document's members is public.
  private func isPublic(_ unit: Unit) -> Bool { unit.members.contains { isPublic($0, of: unit.document) } }

  /// A document's own root, and schemas with models, are public.
  private func isPublic(_ position: Int, of document: SchemaDocument) -> Bool {
    document.isOwn && position == document.root.position || models.contains(SchemaNode.ID(position))
  }

  /// The view of a document.
  func view(of unit: Unit) -> SchemaDocumentView {
    let root = graph[unit.document.root]
    let opening =
      unit.document.isOwn
      ? "The JSON Schema `\(unit.document.name.text)`."
      : "The used parts of the JSON Schema at \(unit.document.source)."
    let members = unit.members.enumerated().map { index, position in
      member(
        position, isFirst: index == 0, isRoot: unit.document.isOwn && position == unit.document.root.position)
    }
    return SchemaDocumentView(
      name: unit.name,
      documentation: DocComment.lines(
        summary: root.documentation.summary ?? opening, details: root.documentation.details,
        remarks: root.documentation.deprecation == nil ? [] : ["Deprecated."]),
      members: members + unit.anchorLists.compactMap(anchorList))
  }

  /// The names of a document's public members, with the schemas' places in it.
  func publicMembers(of unit: Unit) -> [(name: String, pointer: String, span: SourceSpan)] {
    unit.members.filter { isPublic($0, of: unit.document) }.map { position in
      (source.names.members[position] ?? "", graph.nodes[position].pointer, graph.nodes[position].span)
    }
  }

  private func anchorList(of resource: Int) -> SchemaMemberView? {
    guard let name = source.names.anchorLists[resource] else { return nil }
    return SchemaMemberView(
      isFirst: false, documentation: ["/// The dynamic anchors of the schema resource."], name: name,
      type: "JSONSchema.DynamicAnchors", isPublic: false,
      value: SchemaLiteral.DynamicAnchors.list(source.anchorList(of: resource)).code)
  }

  private func member(_ position: Int, isFirst: Bool, isRoot: Bool) -> SchemaMemberView {
    let node = graph.nodes[position]
    let name = SwiftName.escaped(source.names.members[position] ?? "")
    let isPublic = isRoot || models.contains(SchemaNode.ID(position))
    let place = node.pointer.isEmpty ? "The whole schema." : "`\(node.pointer)`"
    let documentation =
      isRoot
      ? ["/// The schema that a valid value satisfies."]
      : DocComment.lines(
        summary: node.documentation.summary ?? place, details: node.documentation.details, indent: 2)
    // The type is always explicit, because types of mutually recursive schemas can't be inferred.
    return SchemaMemberView(
      isFirst: isFirst, documentation: documentation, name: name, type: "JSONSchema", isPublic: isPublic,
      value: source.definition(of: position).code)
  }
}

private func isBefore(_ left: SchemaNode, _ right: SchemaNode) -> Bool {
  if left.path.isEmpty != right.path.isEmpty { return left.path.isEmpty }
  if left.span.start != right.span.start { return left.span.start < right.span.start }
  // A YAML alias gives the same position to several places.
  return left.path.lexicographicallyPrecedes(right.path)
}
