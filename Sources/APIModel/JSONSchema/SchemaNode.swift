import Diagnostics

/// One schema of a `SchemaGraph`.
public struct SchemaNode: Sendable, Hashable, Codable {
  /// A schema's position among the nodes of its graph.
  public struct ID: Sendable, Hashable, Codable {
    /// Counted from 0.
    public var position: Int

    /// Points at a position.
    public init(_ position: Int) { self.position = position }
  }

  /// Where it is written.
  public var span: SourceSpan
  /// The document that it is written in, among those of the graph.
  public var document: Int
  /// The resource that it belongs to, among those of the graph.
  public var resource: Int
  /// The way to it from the document's root: keywords, property names and positions.
  public var path: [String]
  /// The same from the root of its resource, as a JSON Pointer (RFC 6901).
  public var pointer: String
  /// Its plain-name anchor, where it has one.
  public var anchor: String?
  /// `title`, `description` and `deprecated`.
  public var documentation = Documentation()
  /// What it demands.
  public var content: Content = .boolean(true)

  /// Makes a schema that demands nothing.
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
    /// The keywords of an object that validate, in the order of the standard.
    case keywords([SchemaKeyword<ID>])
  }

  /// The keywords; none for `true` and `false`.
  public var keywords: [SchemaKeyword<ID>] {
    if case .keywords(let keywords) = content { return keywords }
    return []
  }
}
