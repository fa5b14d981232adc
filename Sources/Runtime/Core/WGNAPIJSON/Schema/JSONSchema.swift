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

extension JSONSchema {
  /// The maximum nesting of arrays and objects to follow, because schemas may refer to themselves.
  fileprivate static var followedDepth: Int { 8 }

  /// Returns the schema's limits on the sizes of arrays and objects and on keys; nil if there are none. They
  /// also apply to an answer with only some fields.
  package func containerLimits(depth: Int = followedDepth) -> JSONSchema? {
    guard depth > 0 else { return nil }
    func limits(of schema: JSONSchema) -> JSONSchema? { schema.containerLimits(depth: depth - 1) }
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
    return keywords.isEmpty ? nil : JSONSchema(keywords)
  }
}

extension JSONSchema {
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

/// Determines which of several alternatives a value belongs to, before any schema is tried.
///
/// The time depends on the size of the document, not on the number of alternatives.
final class Alternatives: Sendable {
  /// How to identify the values of an alternative.
  enum Form: Sendable {
    /// By JSON types that no other alternative has.
    case types(JSONTypes)
    /// By the value of an object's discriminator.
    case tag(String)
    /// By schemas only. Objects with one of these keys belong to this alternative.
    case keys([String])

    var isUntold: Bool { if case .keys = self { true } else { false } }
  }

  /// The alternative of a value.
  enum Claim {
    case alternative(Int)
    /// Neither type nor tag determines the alternative. The discriminator's value is included, if there is
    /// one.
    case none(tag: Tag?)
  }

  /// The value of a discriminator.
  struct Tag {
    /// The text of a string, number or boolean; nil for any other value.
    let text: String?
    let offset: Int
    /// The text in the document, for messages.
    let excerpt: String
  }

  let discriminator: String?
  /// The discriminator, if there is one.
  let discriminators: [String]
  /// The alternatives identified by type.
  private let byType: [(types: JSONTypes, position: Int)]
  /// The alternatives identified by the discriminator.
  private let byTag: [ExactString: Int]
  /// The alternatives identified by schemas only.
  let untold: [Int]
  /// Whether integers and other numbers belong to different alternatives.
  private let tellsIntegers: Bool

  init(discriminator: String?, _ forms: [Form]) {
    self.discriminator = discriminator
    discriminators = discriminator.map { [$0] } ?? []
    var byType: [(types: JSONTypes, position: Int)] = []
    var byTag: [ExactString: Int] = [:]
    var untold: [Int] = []
    for (position, form) in forms.enumerated() {
      switch form {
      case .types(let types): byType.append((types, position))
      case .tag(let tag): byTag[ExactString(tag)] = byTag[ExactString(tag)] ?? position
      case .keys: untold.append(position)
      }
    }
    tellsIntegers = byType.contains { entry in
      !entry.types.isDisjoint(with: .number) && !entry.types.isSuperset(of: .number)
    }
    self.byType = byType
    self.byTag = byTag
    self.untold = untold
  }

  /// Returns the alternative that matches the next value, without moving the reader.
  func claim(_ reader: inout JSONReader) throws(JSONError) -> Claim {
    reader.skipWhitespace()
    let start = reader.place
    guard let types = try reader.peekTypes(tellingIntegers: tellsIntegers) else { return .none(tag: nil) }
    reader.leave(to: start)
    for entry in byType where entry.types.isSuperset(of: types) { return .alternative(entry.position) }
    guard types == .object else { return .none(tag: nil) }
    var tag: Tag?
    if let discriminator {
      tag = try findTag(discriminator, &reader)
      reader.back(to: start)
      if let text = tag?.text, let position = byTag[ExactString(text)] { return .alternative(position) }
    }
    return .none(tag: tag)
  }

  private func findTag(_ key: String, _ reader: inout JSONReader) throws(JSONError) -> Tag? {
    guard try reader.enterObject() else { return nil }
    repeat {
      guard ExactString(try reader.readKey()) == ExactString(key) else {
        try reader.skipValue()
        continue
      }
      reader.skipWhitespace()
      let offset = reader.offset
      let excerpt = reader.excerpt(from: offset)
      let text: String? =
        switch reader.peek() {
        case .string: try reader.readString()
        case .number: try reader.readTagNumber()
        case .bool: try reader.readBool() ? "true" : "false"
        default: nil
        }
      return Tag(text: text, offset: offset, excerpt: excerpt)
    } while try reader.continueObject()
    return nil
  }
}

extension JSONReader {
  /// Returns the JSON type of the next value; nil if no value follows.
  ///
  /// - Parameter tellingIntegers: Whether to distinguish integers from other numbers, which takes longer.
  fileprivate mutating func peekTypes(tellingIntegers: Bool) throws(JSONError) -> JSONTypes? {
    switch peek() {
    case .null: .null
    case .bool: .boolean
    case .string: .string
    case .array: .array
    case .object: .object
    case .number: !tellingIntegers ? .number : try readNumber().isInteger ? .integer : .fraction
    case nil: nil
    }
  }

  /// Reads a number as a tag. Integers are equal regardless of their notation.
  fileprivate mutating func readTagNumber() throws(JSONError) -> String {
    let number = try readNumber()
    return number.int64.map { String($0) } ?? number.text
  }
}
