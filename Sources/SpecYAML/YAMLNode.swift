import Diagnostics

/// A node of a YAML document, with its place in the file.
///
/// A node is a value that costs two words to copy: trees are immutable and shared, so that an alias is
/// expanded without copying what it names.
public struct YAMLNode: Sendable {
  /// What a node can be.
  public enum Content: Sendable {
    /// Text, whose type the schema that expects it decides.
    case scalar(YAMLScalar)
    /// A list.
    case sequence(YAMLSequence)
    /// Keys with values.
    case mapping(YAMLMapping)
  }

  private final class Storage: Sendable {
    let content: Content
    let tag: YAMLTag?
    let span: SourceSpan

    init(content: Content, tag: YAMLTag?, span: SourceSpan) {
      self.content = content
      self.tag = tag
      self.span = span
    }
  }

  private final class Alias: Sendable {
    let span: SourceSpan

    init(span: SourceSpan) { self.span = span }
  }

  private let storage: Storage
  private var alias: Alias?

  init(_ content: Content, tag: YAMLTag?, span: SourceSpan) {
    storage = Storage(content: content, tag: tag, span: span)
  }

  /// The same node reached through the alias at `span`.
  func aliased(from span: SourceSpan) -> YAMLNode {
    var copy = self
    copy.alias = Alias(span: span)
    return copy
  }

  /// The scalar, sequence or mapping.
  public var content: Content { storage.content }

  /// The tag that stands before the node, if one does. The non-specific tag `!` of a plain scalar reads as
  /// `!!str` (YAML 1.2.2, section 6.9.1).
  public var tag: YAMLTag? { storage.tag }

  /// Where the node is written: from its first scalar, or the anchor or tag before it, up to its end. For an
  /// alias this is the place of the anchored definition.
  public var span: SourceSpan { storage.span }

  /// Where the alias stands through which the node is reached; nil for a node that stands where it is used,
  /// and for nodes within an aliased one.
  public var aliasedFrom: SourceSpan? { alias?.span }

  /// Where the node is used: the alias where there is one, else the node itself. This is the place for
  /// diagnostics.
  public var occurrence: SourceSpan { alias?.span ?? storage.span }
}

extension YAMLNode {
  /// The scalar; nil for a sequence or mapping.
  public var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { return scalar }
    return nil
  }

  /// The sequence; nil for a scalar or mapping.
  public var sequence: YAMLSequence? {
    if case .sequence(let sequence) = content { return sequence }
    return nil
  }

  /// The mapping; nil for a scalar or sequence.
  public var mapping: YAMLMapping? {
    if case .mapping(let mapping) = content { return mapping }
    return nil
  }

  /// The scalar's text, exactly; nil for a sequence or mapping.
  public var text: String? { scalar?.text }

  /// The sequence's items; nil for a scalar or mapping.
  public var items: [YAMLNode]? { sequence?.items }

  /// The mapping's entries in their order; nil for a scalar or sequence.
  public var entries: [YAMLMapping.Entry]? { mapping?.entries }

  /// The value of a mapping's key; nil where the mapping lacks it, and for a scalar or sequence.
  public subscript(key: String) -> YAMLNode? { mapping?[key] }

  /// "a mapping", "a sequence", or what a scalar looks like under the core schema: "a string", "an integer".
  /// For messages such as "expected a mapping, found a string".
  public var kindDescription: String {
    switch content {
    case .mapping: "a mapping"
    case .sequence: "a sequence"
    case .scalar(let scalar): scalar.coreType.description
    }
  }
}

/// How a sequence or mapping is written.
public enum YAMLCollectionStyle: Sendable, Hashable {
  /// Indented lines.
  case block
  /// Brackets or braces.
  case flow
}

/// A list of nodes.
public struct YAMLSequence: Sendable {
  /// The items in their order.
  public let items: [YAMLNode]

  /// How it is written.
  public let style: YAMLCollectionStyle
}
