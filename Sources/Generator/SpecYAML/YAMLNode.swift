import Diagnostics

/// A node of a YAML document, with its position in the file.
///
/// A node takes two words to copy. Trees are immutable and shared, so expanding an alias copies nothing.
public struct YAMLNode: Sendable {
  /// The kinds of nodes.
  public enum Content: Sendable {
    /// Text; the place where it is used decides its type.
    case scalar(YAMLScalar)
    /// A list.
    case sequence(YAMLSequence)
    /// Keys and values.
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

  /// The same node, used through the alias at `span`.
  func aliased(from span: SourceSpan) -> YAMLNode {
    var copy = self
    copy.alias = Alias(span: span)
    return copy
  }

  /// The scalar, sequence or mapping.
  public var content: Content { storage.content }

  /// The explicit tag of the node, if any. The non-specific tag `!` of a plain scalar counts as `!!str` (YAML 1.2.2,
  /// section 6.9.1).
  public var tag: YAMLTag? { storage.tag }

  /// The position of the node, from its first character, its anchor or its tag to its end. For an alias, this is the
  /// position of the anchored definition.
  public var span: SourceSpan { storage.span }

  /// The position of the alias through which the node is used; nil for a node without one, and for nodes within an
  /// aliased one.
  public var aliasedFrom: SourceSpan? { alias?.span }

  /// The position where the node is used: that of the alias if there is one, otherwise its own. Use it for
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

  /// The mapping's entries in order; nil for a scalar or sequence.
  public var entries: [YAMLMapping.Entry]? { mapping?.entries }

  /// The value of a mapping's key; nil if there is no such key, and for a scalar or sequence.
  public subscript(key: String) -> YAMLNode? { mapping?[key] }

  /// For messages such as "expected a mapping, found a string": "a mapping", "a sequence", or the type of a scalar in
  /// the core schema.
  public var kindDescription: String {
    switch content {
    case .mapping: "a mapping"
    case .sequence: "a sequence"
    case .scalar(let scalar): scalar.coreType.description
    }
  }
}

/// The style of a sequence or mapping.
public enum YAMLCollectionStyle: Sendable, Hashable {
  /// Indented lines.
  case block
  /// Brackets or braces.
  case flow
}

/// A list of nodes.
public struct YAMLSequence: Sendable {
  /// The items in order.
  public let items: [YAMLNode]

  /// The style of the sequence.
  public let style: YAMLCollectionStyle
}
