import WGNAPIJSON

/// A JSON Schema (2020-12) as a Swift value, keyword by keyword.
///
/// Schemas have the same structure as their JSON text, and are checked on bytes, without a tree in between:
///
/// ```swift
/// let name: JSONSchema = [.type(.string), .minLength(3), .maxLength(24)]
/// name.isValid(bytes)
/// let pet: JSONSchema = [
///   .type(.object), .properties(["name": name, "owner": .value(Person.self)]), .required(["name"]),
/// ]
/// ```
///
/// A keyword doesn't apply to values of other JSON types (core, section 7.6.1). If a keyword occurs twice,
/// both apply; `then` and `else` belong to the nearest `if` before them.
///
/// A schema is compiled on first use. After that, any number of threads can use it.
public struct JSONSchema: Sendable, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral {
  let node: SchemaNode

  init(node: SchemaNode) { self.node = node }

  /// Creates a schema from keywords.
  ///
  /// - Parameters:
  ///   - location: The schema's absolute URI, such as `https://example.com/pet#/$defs/name`. Violations of it
  ///     have absolute keyword locations.
  ///   - anchors: The dynamic anchors of the schema resource that this schema belongs to (core, section
  ///     8.2.2). They are in the dynamic scope while the schema is applied.
  ///   - keywords: The keywords.
  public init(at location: String? = nil, anchors: DynamicAnchors? = nil, _ keywords: [Keyword]) {
    node = SchemaNode(keywords, location: location, anchors: anchors)
  }

  public init(arrayLiteral keywords: Keyword...) { self.init(keywords) }

  /// The schemas `true` and `false` (core, section 4.3.2).
  public init(booleanLiteral value: Bool) { self = value ? .any : .never }

  /// The schema `true`, which accepts any value.
  public static let any = JSONSchema([])
  /// The schema `false`, which accepts no value.
  public static let never = JSONSchema([Keyword(.type([]))])
  /// The schema of `null`.
  public static let null: JSONSchema = [.type(.null)]
  /// The schema of `true` and `false`.
  public static let boolean: JSONSchema = [.type(.boolean)]
  /// The schema of numbers without a fractional part, including `1.0` (validation, section 6.1.1).
  public static let integer: JSONSchema = [.type(.integer)]
  /// The schema of numbers.
  public static let number: JSONSchema = [.type(.number)]
  /// The schema of strings.
  public static let string: JSONSchema = [.type(.string)]
  /// The schema of arrays.
  public static let array: JSONSchema = [.type(.array)]
  /// The schema of objects.
  public static let object: JSONSchema = [.type(.object)]

  /// Returns a schema that accepts null and the values of another schema. It isn't part of keyword locations.
  public static func nullable(_ schema: JSONSchema) -> JSONSchema { JSONSchema([Keyword(.nullable(schema))]) }

  /// Returns a schema that the closure provides on first use. It isn't part of keyword locations.
  package static func reference(_ schema: @escaping @Sendable () -> JSONSchema) -> JSONSchema {
    JSONSchema([Keyword(.reference(SchemaLink(schema)))])
  }

  /// The same schema, for values that messages don't quote.
  package var hidden: JSONSchema {
    JSONSchema(
      node: SchemaNode(
        node.keywords, location: node.location, anchors: node.anchors, isSecret: true,
        hidesKeys: node.hidesKeys))
  }

  /// The same schema, for objects whose undeclared keys messages don't name.
  var hidingKeys: JSONSchema {
    JSONSchema(
      node: SchemaNode(
        node.keywords, location: node.location, anchors: node.anchors, isSecret: node.isSecret,
        hidesKeys: true))
  }

  /// Returns a schema that requires all schemas. It isn't part of keyword locations.
  static func merged(_ schemas: [JSONSchema]) -> JSONSchema {
    JSONSchema(schemas.map { Keyword(.inline($0)) })
  }
}

extension JSONSchema {
  /// An ordered list of keys and values, written as a dictionary literal.
  public struct Entries<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    /// The keys with their values.
    package var entries: [(key: String, value: Value)]

    /// Creates entries at run time.
    package init(_ entries: some Sequence<(key: String, value: Value)>) { self.entries = Array(entries) }

    public init(dictionaryLiteral elements: (String, Value)...) {
      entries = elements.map { (key: $0.0, value: $0.1) }
    }
  }
}

extension JSONSchema {
  /// The maximum number of schemas within each other to follow, because they may refer to themselves.
  fileprivate static var followedDepth: Int { 8 }

  /// Returns whether the schema, or one that it applies to the same value, names a property.
  package func hasProperty(_ name: String, depth: Int = followedDepth) -> Bool {
    guard depth > 0 else { return false }
    func isNamed(in schema: JSONSchema) -> Bool { schema.hasProperty(name, depth: depth - 1) }
    return node.keywords.contains { keyword in
      switch keyword.form {
      case .properties(let properties): properties.entries.contains { $0.key.utf8.elementsEqual(name.utf8) }
      case .dependentSchemas(let schemas): schemas.entries.contains { isNamed(in: $0.value) }
      case .nullable(let schema), .inline(let schema), .condition(let schema), .then(let schema),
        .otherwise(let schema):
        isNamed(in: schema)
      case .reference(let link), .ref(let link): isNamed(in: link.find())
      case .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas), .alternatives(_, let schemas):
        schemas.contains(where: isNamed)
      default: false
      }
    }
  }
}
