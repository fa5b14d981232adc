import Diagnostics

/// JSON Schema documents (2020-12), read and resolved: what validators are made of.
///
/// All schemas stand in one list and refer to each other by their positions in it, so that schemas may refer to each
/// other in cycles. The graph holds the schemas of the module's own documents and those that they reach, wherever
/// these are written.
public struct SchemaGraph: Sendable, Hashable, Codable {
  /// The module's own documents, in the order of their paths, and after them those that they refer to.
  public var documents: [SchemaDocument]
  /// Schemas with an identifier of their own (JSON Schema Core, section 4.3.5): documents' roots and `$id`s.
  public var resources: [SchemaResource]
  /// Every schema.
  public var nodes: [SchemaNode]

  /// Makes a graph of its parts.
  public init(documents: [SchemaDocument] = [], resources: [SchemaResource] = [], nodes: [SchemaNode] = []) {
    self.documents = documents
    self.resources = resources
    self.nodes = nodes
  }

  /// A schema by its position.
  public subscript(id: SchemaNode.ID) -> SchemaNode { nodes[id.position] }
}

/// A file that holds a schema.
public struct SchemaDocument: Sendable, Hashable, Codable {
  /// What the file is called, without folders and endings: `pet` for `pet.schema.json`.
  public var name: Name
  /// Where it comes from: a path below the specs folder, or the URI of a document from elsewhere.
  public var source: String
  /// Whether the module asks for it; else it is only referred to.
  public var isOwn: Bool
  /// The schema that the document is.
  public var root: SchemaNode.ID

  /// Makes a document of its parts.
  public init(name: Name, source: String, isOwn: Bool, root: SchemaNode.ID) {
    self.name = name
    self.source = source
    self.isOwn = isOwn
    self.root = root
  }
}

/// A schema with an identifier of its own, and what belongs to it.
public struct SchemaResource: Sendable, Hashable, Codable {
  /// The absolute URI without a fragment; nil where the document has none but its path.
  public var uri: String?
  /// The schema itself.
  public var root: SchemaNode.ID
  /// What `$dynamicAnchor`s within it name, in the order of the text.
  public var dynamicAnchors: [DynamicAnchor]

  /// Makes a resource of its parts.
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

    /// Names a schema.
    public init(name: String, node: SchemaNode.ID) {
      self.name = name
      self.node = node
    }
  }
}
