/// A JSON Schema (2020-12) as a Swift value, keyword by keyword.
///
/// Schemas have the same structure as their JSON text, and are checked on bytes, without a tree in between:
///
/// ```swift
/// let name: Schema = [.type(.string), .minLength(3), .maxLength(24)]
/// name.isValid(bytes)
/// let pet: Schema = [
///   .type(.object), .properties(["name": name, "owner": .value(Person.self)]), .required(["name"]),
/// ]
/// ```
///
/// A keyword doesn't apply to values of other JSON types (core, section 7.6.1). If a keyword occurs twice,
/// both apply; `then` and `else` belong to the nearest `if` before them.
///
/// A schema is compiled on first use. After that, any number of threads can use it.
public struct Schema: Sendable, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral {
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
  public static let any = Schema([])
  /// The schema `false`, which accepts no value.
  public static let never = Schema([Keyword(.type([]))])
  /// The schema of `null`.
  public static let null: Schema = [.type(.null)]
  /// The schema of `true` and `false`.
  public static let boolean: Schema = [.type(.boolean)]
  /// The schema of numbers without a fractional part, including `1.0` (validation, section 6.1.1).
  public static let integer: Schema = [.type(.integer)]
  /// The schema of numbers.
  public static let number: Schema = [.type(.number)]
  /// The schema of strings.
  public static let string: Schema = [.type(.string)]
  /// The schema of arrays.
  public static let array: Schema = [.type(.array)]
  /// The schema of objects.
  public static let object: Schema = [.type(.object)]

  /// Returns a schema that accepts null and the values of another schema. It isn't part of keyword locations.
  public static func nullable(_ schema: Schema) -> Schema { Schema([Keyword(.nullable(schema))]) }

  /// Returns a schema that the closure provides on first use. It isn't part of keyword locations.
  public static func reference(_ schema: @escaping @Sendable () -> Schema) -> Schema {
    Schema([Keyword(.reference(SchemaLink(schema)))])
  }

  /// Returns a schema that requires all schemas. It isn't part of keyword locations.
  static func merged(_ schemas: [Schema]) -> Schema { Schema(schemas.map { Keyword(.inline($0)) }) }
}
