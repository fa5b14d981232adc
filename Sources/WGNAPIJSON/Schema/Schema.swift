/// What a JSON value looks like: JSON Schema 2020-12 as a Swift value, keyword by keyword.
///
/// Schemas are written as the JSON text is, and checked on bytes, without a tree in between:
///
/// ```swift
/// let name: Schema = [.type(.string), .minLength(3), .maxLength(24)]
/// name.isValid(bytes)
/// let pet: Schema = [
///   .type(.object), .properties(["name": name, "owner": .value(Person.self)]), .required(["name"]),
/// ]
/// ```
///
/// A keyword says nothing about values of other JSON types (section 7.6.1 of the core specification). The same
/// keyword twice holds twice; `then` and `else` belong to the nearest `if` before them.
///
/// A schema is made ready when it is first used, once, and from then on by any number of threads.
public struct Schema: Sendable, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral {
  let node: SchemaNode

  init(node: SchemaNode) { self.node = node }

  /// A schema of keywords.
  ///
  /// - Parameters:
  ///   - location: The schema's absolute URI, such as `https://example.com/pet#/$defs/name`; violations below it
  ///     have absolute keyword locations.
  ///   - anchors: The dynamic anchors of the schema resource that this schema belongs to (core, section 8.2.2);
  ///     they are on the dynamic scope while the schema is applied.
  ///   - keywords: What it asserts.
  public init(at location: String? = nil, anchors: DynamicAnchors? = nil, _ keywords: [Keyword]) {
    node = SchemaNode(keywords, location: location, anchors: anchors)
  }

  public init(arrayLiteral keywords: Keyword...) { self.init(keywords) }

  /// The schemas `true` and `false` (core, section 4.3.2).
  public init(booleanLiteral value: Bool) { self = value ? .any : .never }

  /// Any value: the schema `true`.
  public static let any = Schema([])
  /// No value: the schema `false`.
  public static let never = Schema([Keyword(.type([]))])
  /// `null`.
  public static let null: Schema = [.type(.null)]
  /// `true` and `false`.
  public static let boolean: Schema = [.type(.boolean)]
  /// Numbers without a fractional part; `1.0` is one (validation, section 6.1.1).
  public static let integer: Schema = [.type(.integer)]
  /// Numbers.
  public static let number: Schema = [.type(.number)]
  /// Text.
  public static let string: Schema = [.type(.string)]
  /// Arrays.
  public static let array: Schema = [.type(.array)]
  /// Objects.
  public static let object: Schema = [.type(.object)]

  /// Null, or a value that satisfies the schema. It leaves no trace in keyword locations.
  public static func nullable(_ schema: Schema) -> Schema { Schema([Keyword(.nullable(schema))]) }

  /// The schema that the closure gives when it is first needed. It leaves no trace in keyword locations.
  public static func reference(_ schema: @escaping @Sendable () -> Schema) -> Schema {
    Schema([Keyword(.reference(SchemaLink(schema)))])
  }

  /// A value that satisfies all schemas, without a trace in keyword locations.
  static func merged(_ schemas: [Schema]) -> Schema { Schema(schemas.map { Keyword(.inline($0)) }) }
}
