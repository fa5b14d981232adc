/// A keyword that has a say in whether a value is valid, with its value. Annotations are not among them.
public enum SchemaKeyword: Sendable, Hashable, Codable {
  // JSON Schema Core, section 8.2.3
  case ref(SchemaNode.ID)
  /// `anchor` is nil where the reference doesn't look at the dynamic scope and works as `$ref` does.
  case dynamicRef(anchor: String?, SchemaNode.ID)

  // JSON Schema Validation, section 6
  case type([JSONType])
  case enumeration([Literal])
  case const(Literal)
  case limit(Limit, NumberText)
  case count(Count, Int)
  case pattern(String)
  case format(String, isAsserted: Bool)
  case uniqueItems
  case required([String])
  case dependentRequired([Schema.Dependency<[String]>])

  // JSON Schema Core, sections 10 and 11
  case applied(Applicator, SchemaNode.ID)
  case list(ListApplicator, [SchemaNode.ID])
  case map(MapApplicator, [Entry])

  /// Keywords whose value is a number.
  public enum Limit: String, Sendable, Hashable, Codable {
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  }

  /// Keywords whose value is a non-negative integer.
  public enum Count: String, Sendable, Hashable, Codable {
    case minLength, maxLength, minItems, maxItems, minContains, maxContains, minProperties, maxProperties
  }

  /// Keywords whose value is a schema.
  public enum Applicator: String, Sendable, Hashable, Codable {
    case not, `if`, then, `else`
    case items, contains, unevaluatedItems
    case additionalProperties, propertyNames, unevaluatedProperties

    /// Whether the schema is applied to the value itself, not to its parts.
    public var isInPlace: Bool {
      switch self {
      case .not, .if, .then, .else: true
      default: false
      }
    }
  }

  /// Keywords whose value is a list of schemas.
  public enum ListApplicator: String, Sendable, Hashable, Codable {
    case allOf, anyOf, oneOf, prefixItems
  }

  /// Keywords whose value is an object of schemas.
  public enum MapApplicator: String, Sendable, Hashable, Codable {
    case properties, patternProperties, dependentSchemas
  }

  /// A schema under a name.
  public struct Entry: Sendable, Hashable, Codable {
    /// A property's name, or a pattern.
    public var name: String
    /// The schema.
    public var node: SchemaNode.ID

    /// Names a schema.
    public init(name: String, node: SchemaNode.ID) {
      self.name = name
      self.node = node
    }
  }

  /// The schemas that stand in the keyword's value; the target of a reference is none of them.
  public var children: [SchemaNode.ID] {
    switch self {
    case .applied(_, let node): [node]
    case .list(_, let nodes): nodes
    case .map(_, let entries): entries.map(\.node)
    default: []
    }
  }

  /// The schema that a reference leads to, as far as the text alone says it.
  public var target: SchemaNode.ID? {
    switch self {
    case .ref(let node), .dynamicRef(_, let node): node
    default: nil
    }
  }

  /// The schemas that are applied to the very value that the keyword's schema is applied to.
  public var inPlace: [SchemaNode.ID] {
    switch self {
    case .ref(let node), .dynamicRef(nil, let node): [node]
    case .applied(let keyword, let node): keyword.isInPlace ? [node] : []
    case .list(let keyword, let nodes): keyword == .prefixItems ? [] : nodes
    case .map(.dependentSchemas, let entries): entries.map(\.node)
    default: []
    }
  }
}
