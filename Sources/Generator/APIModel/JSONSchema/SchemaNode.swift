import Diagnostics

/// One schema of a `SchemaGraph`.
public struct SchemaNode: Sendable, Hashable, Codable {
  /// The index of a schema in its graph.
  public struct ID: Sendable, Hashable, Codable {
    /// Counted from 0.
    public var position: Int

    /// Creates an ID from an index.
    public init(_ position: Int) { self.position = position }
  }

  /// The position in the source.
  public var span: SourceSpan
  /// The index of the document that contains it.
  public var document: Int
  /// The index of the resource that contains it.
  public var resource: Int
  /// The path from the document's root: keywords, property names and indices.
  public var path: [String]
  /// The path from its resource's root, as a JSON Pointer (RFC 6901).
  public var pointer: String
  /// Its plain-name anchor, if it has one.
  public var anchor: String?
  /// `title`, `description` and `deprecated`.
  public var documentation = Documentation()
  /// The keywords, or `true` or `false`.
  public var content: Content = .boolean(true)

  /// Creates a schema that accepts everything.
  public init(span: SourceSpan, document: Int, resource: Int, path: [String], pointer: String) {
    self.span = span
    self.document = document
    self.resource = resource
    self.path = path
    self.pointer = pointer
  }

  /// The two forms of a schema (JSON Schema Core, section 4.3).
  public enum Content: Sendable, Hashable, Codable {
    /// `true` or `false`.
    case boolean(Bool)
    /// The keywords that affect validation, in the order of the standard.
    case keywords([SchemaKeyword<ID>])
  }

  /// The keywords; empty for `true` and `false`.
  public var keywords: [SchemaKeyword<ID>] {
    if case .keywords(let keywords) = content { return keywords }
    return []
  }
}
