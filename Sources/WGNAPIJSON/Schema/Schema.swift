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

extension Schema {
  /// An ordered list of keys and values, written as a dictionary literal.
  public struct Entries<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    /// The keys with their values.
    public var entries: [(key: String, value: Value)]

    /// Creates entries at run time.
    public init(_ entries: some Sequence<(key: String, value: Value)>) { self.entries = Array(entries) }

    public init(dictionaryLiteral elements: (String, Value)...) {
      entries = elements.map { (key: $0.0, value: $0.1) }
    }
  }
}

extension Schema {
  /// The numbers, or the lengths of text, that the schema certainly accepts among the values of a JSON type; nil if it
  /// does more than compare them with bounds.
  func bounds(of type: JSONTypes) -> ScalarBounds? {
    guard node.location == nil, node.anchors == nil else { return nil }
    var limits: [Keyword] = []
    var lengths = Bounds<Int64>(lower: 0, upper: .max)
    for keyword in node.keywords {
      switch keyword.form {
      case .type(let admitted): guard admitted.isSuperset(of: type) else { return nil }
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: limits.append(keyword)
      case .minLength(let count): lengths.lower = max(lengths.lower, Int64(count))
      case .maxLength(let count): lengths.upper = min(lengths.upper, Int64(count))
      default: return nil
      }
    }
    if type == .string { return ScalarBounds(integers: lengths) }
    let plan = NumberPlan(limits)
    // Integers of more than eighteen digits have the same bounds if these are 64-bit integers.
    return ScalarBounds(integers: plan.integers, doubles: plan.doubles)
  }
}

extension Schema {
  /// The maximum nesting of arrays and objects to follow, because schemas may refer to themselves.
  private static var followedDepth: Int { 8 }

  /// Returns the schema's limits on the sizes of arrays and objects and on keys; nil if there are none. They
  /// also apply to an answer with only some fields.
  package func containerLimits(depth: Int = followedDepth) -> Schema? {
    guard depth > 0 else { return nil }
    func limits(of schema: Schema) -> Schema? { schema.containerLimits(depth: depth - 1) }
    let keywords = node.keywords.compactMap { keyword -> Keyword? in
      switch keyword.form {
      case .minItems, .maxItems, .minProperties, .maxProperties, .propertyNames: return keyword
      case .items(let schema): return limits(of: schema).map { .items($0) }
      case .additionalProperties(let schema): return limits(of: schema).map { .additionalProperties($0) }
      case .nullable(let schema): return limits(of: schema).map { Keyword(.nullable($0)) }
      case .inline(let schema): return limits(of: schema).map { Keyword(.inline($0)) }
      case .ref(let link): return limits(of: link.find()).map { limits in .ref { limits } }
      case .allOf(let schemas):
        let all = schemas.compactMap(limits)
        return all.isEmpty ? nil : .allOf(all)
      default: return nil
      }
    }
    return keywords.isEmpty ? nil : Schema(keywords)
  }
}
