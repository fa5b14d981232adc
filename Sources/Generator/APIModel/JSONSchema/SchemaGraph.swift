import Diagnostics

/// JSON Schema documents (2020-12), read and resolved, from which validators are generated.
///
/// All schemas are in one list and refer to each other by index, so cycles are possible. The graph contains the
/// schemas of the module's own documents, and the schemas of any document that these refer to.
public struct SchemaGraph: Sendable, Hashable, Codable {
  /// The module's own documents, in the order of their paths, then the documents that they refer to.
  public var documents: [SchemaDocument]
  /// Schemas with an identifier of their own (JSON Schema Core, section 4.3.5): documents' roots and `$id`s.
  public var resources: [SchemaResource]
  /// Every schema.
  public var nodes: [SchemaNode]

  /// Creates a graph.
  public init(documents: [SchemaDocument] = [], resources: [SchemaResource] = [], nodes: [SchemaNode] = []) {
    self.documents = documents
    self.resources = resources
    self.nodes = nodes
  }

  /// A schema by its index.
  public subscript(id: SchemaNode.ID) -> SchemaNode { nodes[id.position] }
}

/// A file that contains a schema.
public struct SchemaDocument: Sendable, Hashable, Codable {
  /// The file's name, without folders and endings: `pet` for `pet.schema.json`.
  public var name: Name
  /// The origin: a path below the specs folder, or the URI of a document from elsewhere.
  public var source: String
  /// Whether it is one of the module's own documents; the others are only referred to.
  public var isOwn: Bool
  /// The root schema.
  public var root: SchemaNode.ID

  /// Creates a document.
  public init(name: Name, source: String, isOwn: Bool, root: SchemaNode.ID) {
    self.name = name
    self.source = source
    self.isOwn = isOwn
    self.root = root
  }
}

/// A schema with an identifier of its own, and its dynamic anchors.
public struct SchemaResource: Sendable, Hashable, Codable {
  /// The absolute URI without a fragment; nil if the document only has a path.
  public var uri: String?
  /// The schema itself.
  public var root: SchemaNode.ID
  /// The `$dynamicAnchor`s in it, in source order.
  public var dynamicAnchors: [DynamicAnchor]

  /// Creates a resource.
  public init(uri: String?, root: SchemaNode.ID, dynamicAnchors: [DynamicAnchor] = []) {
    self.uri = uri
    self.root = root
    self.dynamicAnchors = dynamicAnchors
  }

  /// A name that `$dynamicRef` looks for (JSON Schema Core, section 8.2.2).
  public struct DynamicAnchor: Sendable, Hashable, Codable {
    /// The name, without `#`.
    public var name: String
    /// The schema that has it.
    public var node: SchemaNode.ID

    /// Creates an anchor.
    public init(name: String, node: SchemaNode.ID) {
      self.name = name
      self.node = node
    }
  }
}
