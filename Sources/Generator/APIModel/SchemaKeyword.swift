/// A keyword that affects validation, with its value. Annotations aren't included.
///
/// - Parameter Child: the type of a subschema: its index in a `SchemaGraph`, a `Schema`, or the expression for it.
public enum SchemaKeyword<Child> {
  // JSON Schema Core, section 8.2.3
  case ref(Child)
  /// `anchor` is nil if the reference doesn't depend on the dynamic scope and works like `$ref`.
  case dynamicRef(anchor: String?, Child)

  // JSON Schema Validation, section 6
  case type([JSONType])
  case enumeration([Literal])
  case const(Literal)
  case limit(LimitKeyword, NumberText)
  case count(CountKeyword, Int)
  case pattern(String)
  case format(String, isAsserted: Bool)
  case uniqueItems
  case required([String])
  case dependentRequired([PropertyDependency])

  // JSON Schema Core, sections 10 and 11
  case applied(Applicator, Child)
  case list(ListApplicator, [Child])
  case map(MapApplicator, [SchemaEntry<Child>])

  /// Limits of the number in a text. They aren't JSON Schema's, but follow from `lenient`.
  case inText(Child)

  /// The keyword with its subschemas transformed.
  public func map<Other>(_ transform: (Child) -> Other) -> SchemaKeyword<Other> {
    switch self {
    case .ref(let target): .ref(transform(target))
    case .dynamicRef(let anchor, let target): .dynamicRef(anchor: anchor, transform(target))
    case .type(let types): .type(types)
    case .enumeration(let values): .enumeration(values)
    case .const(let value): .const(value)
    case .limit(let limit, let number): .limit(limit, number)
    case .count(let count, let value): .count(count, value)
    case .pattern(let text): .pattern(text)
    case .format(let name, let isAsserted): .format(name, isAsserted: isAsserted)
    case .uniqueItems: .uniqueItems
    case .required(let names): .required(names)
    case .dependentRequired(let dependencies): .dependentRequired(dependencies)
    case .applied(let applicator, let schema): .applied(applicator, transform(schema))
    case .list(let applicator, let schemas): .list(applicator, schemas.map(transform))
    case .inText(let limits): .inText(transform(limits))
    case .map(let applicator, let entries):
      .map(applicator, entries.map { .init(name: $0.name, schema: transform($0.schema)) })
    }
  }

  /// The subschemas in the keyword's value, without the target of a reference.
  public var children: [Child] {
    switch self {
    case .applied(_, let schema): [schema]
    case .list(_, let schemas): schemas
    case .map(_, let entries): entries.map(\.schema)
    default: []
    }
  }

  /// The target of a reference, as far as it is known statically.
  public var target: Child? {
    switch self {
    case .ref(let schema), .dynamicRef(_, let schema): schema
    default: nil
    }
  }

  /// The schemas that apply to the same value as the keyword's schema.
  public var inPlace: [Child] {
    switch self {
    case .ref(let schema), .dynamicRef(nil, let schema): [schema]
    case .applied(let keyword, let schema): keyword.isInPlace ? [schema] : []
    case .list(let keyword, let schemas): keyword == .prefixItems ? [] : schemas
    case .map(.dependentSchemas, let entries): entries.map(\.schema)
    default: []
    }
  }
}

extension SchemaKeyword: Sendable where Child: Sendable {}
extension SchemaKeyword: Equatable where Child: Equatable {}
extension SchemaKeyword: Hashable where Child: Hashable {}
extension SchemaKeyword: Encodable where Child: Encodable {}
extension SchemaKeyword: Decodable where Child: Decodable {}

/// Keywords whose value is a number.
public enum LimitKeyword: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
}

/// Keywords whose value is a non-negative integer.
public enum CountKeyword: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
  case minLength, maxLength, minItems, maxItems, minContains, maxContains, minProperties, maxProperties
}

/// Keywords whose value is a schema.
public enum Applicator: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
  case not, `if`, then, `else`
  case items, contains, unevaluatedItems
  case additionalProperties, propertyNames, unevaluatedProperties

  /// Whether the schema applies to the value itself, not to its parts.
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
public struct SchemaEntry<Child> {
  /// A property's name, or a pattern.
  public var name: String
  public var schema: Child

  public init(name: String, schema: Child) {
    self.name = name
    self.schema = schema
  }
}

extension SchemaEntry: Sendable where Child: Sendable {}
extension SchemaEntry: Equatable where Child: Equatable {}
extension SchemaEntry: Hashable where Child: Hashable {}
extension SchemaEntry: Encodable where Child: Encodable {}
extension SchemaEntry: Decodable where Child: Decodable {}

/// Properties that must be there if another one is.
public struct PropertyDependency: Sendable, Hashable, Codable {
  public var property: String
  public var required: [String]

  public init(property: String, required: [String]) {
    self.property = property
    self.required = required
  }
}
