import WGNAPIJSON
import WGNAPISupport

extension JSONSchema {
  /// A keyword of a schema, with its value.
  public struct Keyword: Sendable {
    let form: Form

    init(_ form: Form) { self.form = form }

    /// The keywords, and in-place schemas without a keyword.
    enum Form: Sendable {
      case ref(SchemaLink)
      case dynamicRef(String?, SchemaLink)
      // Any type.
      case type(JSONTypes)
      case enumeration([JSON])
      case const(JSON)
      // Numbers.
      case limit(NumberLimit)
      // Strings.
      case minLength(Int)
      case maxLength(Int)
      case pattern(any TextPattern)
      /// With a rule if it is asserted.
      case format(String, (any TextRule)?)
      /// Limits of the number that a text contains.
      case inText(NumberLimits)
      // Arrays.
      case items(JSONSchema)
      case prefixItems([JSONSchema])
      case contains(JSONSchema)
      case minContains(Int)
      case maxContains(Int)
      case minItems(Int)
      case maxItems(Int)
      case uniqueItems(Bool)
      case unevaluatedItems(JSONSchema)
      // Objects.
      case properties(Entries<JSONSchema>)
      case patternProperties([(pattern: any TextPattern, schema: JSONSchema)])
      case additionalProperties(JSONSchema)
      case propertyNames(JSONSchema)
      case required([String])
      case minProperties(Int)
      case maxProperties(Int)
      case dependentRequired(Entries<[String]>)
      case dependentSchemas(Entries<JSONSchema>)
      case unevaluatedProperties(JSONSchema)
      // In place.
      case allOf([JSONSchema])
      case anyOf([JSONSchema])
      case oneOf([JSONSchema])
      case not(JSONSchema)
      case condition(JSONSchema)
      case then(JSONSchema)
      case otherwise(JSONSchema)
      // Not part of keyword locations.
      case nullable(JSONSchema)
      case inline(JSONSchema)
      case reference(SchemaLink)
      /// One schema per alternative, and one for values that match none.
      case alternatives(Alternatives, [JSONSchema])
    }
  }
}

// Assertions on values themselves (validation, section 6).
extension JSONSchema.Keyword {
  // MARK: Any type

  /// Requires the value to have one of the types (section 6.1.1).
  public static func type(_ types: JSONTypes) -> Self { Self(.type(types)) }

  /// Requires the value to be one of these: the keyword `enum` (section 6.1.2). Numbers are compared by
  /// value, objects without regard to order.
  public static func enumeration(_ values: [JSON]) -> Self { Self(.enumeration(values)) }

  /// Requires the value to equal this one (section 6.1.3).
  public static func const(_ value: JSON) -> Self { Self(.const(value)) }

  // MARK: Numbers

  /// Requires the number to be a multiple, computed in exact decimal arithmetic: `0.3` is a multiple of `0.1`
  /// (section 6.2.1).
  public static func multipleOf(_ divisor: JSONNumber) -> Self { Self(.limit(.multipleOf(divisor))) }

  /// Requires the number to be at most this (section 6.2.2). Limits of any size are exact.
  public static func maximum(_ limit: JSONNumber) -> Self { Self(.limit(.maximum(limit))) }

  /// Requires the number to be less than this (section 6.2.3).
  public static func exclusiveMaximum(_ limit: JSONNumber) -> Self { Self(.limit(.exclusiveMaximum(limit))) }

  /// Requires the number to be at least this (section 6.2.4).
  public static func minimum(_ limit: JSONNumber) -> Self { Self(.limit(.minimum(limit))) }

  /// Requires the number to be greater than this (section 6.2.5).
  public static func exclusiveMinimum(_ limit: JSONNumber) -> Self { Self(.limit(.exclusiveMinimum(limit))) }

  // MARK: Strings

  /// Requires the text to have at most this many code points (section 6.3.1).
  public static func maxLength(_ count: Int) -> Self { Self(.maxLength(count)) }

  /// Requires the text to have at least this many code points (section 6.3.2).
  public static func minLength(_ count: Int) -> Self { Self(.minLength(count)) }

  /// Requires a match of the pattern anywhere in the text (section 6.3.3).
  package static func pattern(matching pattern: any TextPattern) -> Self { Self(.pattern(pattern)) }

  /// Annotates the text with a format (section 7).
  public static func format(_ name: String) -> Self { Self(.format(name, nil)) }

  /// Requires the text to have a format, which a rule checks.
  package static func format(_ name: String, judgedBy rule: (any TextRule)?) -> Self {
    Self(.format(name, rule))
  }

  /// Requires the number in a text to be within these limits: `.inText([.minimum(0)])`. Texts that aren't numbers in JSON
  /// syntax are accepted.
  public static func inText(_ limits: JSONSchema) -> Self {
    Self(
      .inText(
        NumberLimits(
          limits.node.keywords.compactMap { if case .limit(let limit) = $0.form { limit } else { nil } })))
  }

  // MARK: Arrays

  /// Requires the array to have at most this many elements (section 6.4.1).
  public static func maxItems(_ count: Int) -> Self { Self(.maxItems(count)) }

  /// Requires the array to have at least this many elements (section 6.4.2).
  public static func minItems(_ count: Int) -> Self { Self(.minItems(count)) }

  /// Requires all elements to be different (section 6.4.3).
  public static func uniqueItems(_ isUnique: Bool = true) -> Self { Self(.uniqueItems(isUnique)) }

  /// Requires at most this many elements to satisfy `contains` (section 6.4.4).
  public static func maxContains(_ count: Int) -> Self { Self(.maxContains(count)) }

  /// Requires at least this many elements, instead of one, to satisfy `contains` (section 6.4.5).
  public static func minContains(_ count: Int) -> Self { Self(.minContains(count)) }

  // MARK: Objects

  /// Requires the object to have at most this many members (section 6.5.1).
  public static func maxProperties(_ count: Int) -> Self { Self(.maxProperties(count)) }

  /// Requires the object to have at least this many members (section 6.5.2).
  public static func minProperties(_ count: Int) -> Self { Self(.minProperties(count)) }

  /// Requires the object to have these keys (section 6.5.3).
  public static func required(_ keys: [String]) -> Self { Self(.required(keys)) }

  /// Requires an object that has a key to have certain other keys (section 6.5.4).
  public static func dependentRequired(_ keys: JSONSchema.Entries<[String]>) -> Self {
    Self(.dependentRequired(keys))
  }
}

// Keywords that apply schemas to values and to their parts (core, sections 8.2.3, 10 and 11).
extension JSONSchema.Keyword {
  // MARK: References

  /// Requires the value to satisfy the schema that the closure returns on first use (core, section 8.2.3.1).
  public static func ref(_ target: @escaping @Sendable () -> JSONSchema) -> Self {
    Self(.ref(SchemaLink(target)))
  }

  /// Requires the value to satisfy the schema with the anchor in the outermost dynamic scope, otherwise the
  /// target (core, section 8.2.3.2).
  ///
  /// - Parameters:
  ///   - anchor: The dynamic anchor's name; nil if the reference doesn't resolve to a `$dynamicAnchor`, and
  ///     is an ordinary one.
  ///   - target: A closure that returns the schema to which the reference resolves lexically.
  public static func dynamicRef(_ anchor: String?, _ target: @escaping @Sendable () -> JSONSchema) -> Self {
    Self(.dynamicRef(anchor, SchemaLink(target)))
  }

  // MARK: In place

  /// Requires the value to satisfy all schemas (core, section 10.2.1.1).
  public static func allOf(_ schemas: [JSONSchema]) -> Self { Self(.allOf(schemas)) }

  /// Requires the value to satisfy at least one schema (core, section 10.2.1.2).
  public static func anyOf(_ schemas: [JSONSchema]) -> Self { Self(.anyOf(schemas)) }

  /// Requires the value to satisfy exactly one schema (core, section 10.2.1.3).
  public static func oneOf(_ schemas: [JSONSchema]) -> Self { Self(.oneOf(schemas)) }

  /// Requires the value not to satisfy the schema (core, section 10.2.1.4).
  public static func not(_ schema: JSONSchema) -> Self { Self(.not(schema)) }

  /// Sets the condition for the following `then` and `else` (core, section 10.2.2.1).
  public static func `if`(_ schema: JSONSchema) -> Self { Self(.condition(schema)) }

  /// Requires the schema if the condition is satisfied (core, section 10.2.2.2).
  public static func then(_ schema: JSONSchema) -> Self { Self(.then(schema)) }

  /// Requires the schema if the condition isn't satisfied (core, section 10.2.2.3).
  public static func `else`(_ schema: JSONSchema) -> Self { Self(.otherwise(schema)) }

  /// Requires an object that has a key to satisfy the key's schema (core, section 10.2.2.4).
  public static func dependentSchemas(_ schemas: JSONSchema.Entries<JSONSchema>) -> Self {
    Self(.dependentSchemas(schemas))
  }

  // MARK: Arrays

  /// Applies a schema to each of the first elements (core, section 10.3.1.1).
  public static func prefixItems(_ schemas: [JSONSchema]) -> Self { Self(.prefixItems(schemas)) }

  /// Applies a schema to the elements after those of `prefixItems` (core, section 10.3.1.2).
  public static func items(_ schema: JSONSchema) -> Self { Self(.items(schema)) }

  /// Requires at least one element to satisfy the schema (core, section 10.3.1.3); see `minContains` and
  /// `maxContains`.
  public static func contains(_ schema: JSONSchema) -> Self { Self(.contains(schema)) }

  /// Applies a schema to the elements that no other keyword evaluated successfully (core, section 11.2).
  public static func unevaluatedItems(_ schema: JSONSchema) -> Self { Self(.unevaluatedItems(schema)) }

  // MARK: Objects

  /// Applies schemas to the values of keys (core, section 10.3.2.1).
  public static func properties(_ schemas: JSONSchema.Entries<JSONSchema>) -> Self {
    Self(.properties(schemas))
  }

  /// Applies schemas to the values whose keys match a pattern (core, section 10.3.2.2).
  package static func patternProperties(
    _ schemas: [(pattern: any TextPattern, schema: JSONSchema)]
  ) -> Self {
    Self(.patternProperties(schemas))
  }

  /// Applies a schema to the values whose keys neither `properties` nor `patternProperties` match (core,
  /// section 10.3.2.3).
  public static func additionalProperties(_ schema: JSONSchema) -> Self {
    Self(.additionalProperties(schema))
  }

  /// Applies a schema to the keys, as strings (core, section 10.3.2.4).
  public static func propertyNames(_ schema: JSONSchema) -> Self { Self(.propertyNames(schema)) }

  /// Applies a schema to the values that no other keyword evaluated successfully (core, section 11.3).
  public static func unevaluatedProperties(_ schema: JSONSchema) -> Self {
    Self(.unevaluatedProperties(schema))
  }
}

extension JSONSchema {
  /// The dynamic anchors of a schema resource (core, section 8.2.2): names and their schemas, which are
  /// resolved on first use.
  public struct DynamicAnchors: Sendable, ExpressibleByDictionaryLiteral {
    let list: DynamicAnchorList

    /// Creates anchors at run time. If a name occurs several times, the last one is used.
    package init(_ anchors: some Sequence<(String, @Sendable () -> JSONSchema)>) {
      var list: [(String, SchemaLink)] = []
      for (name, find) in anchors { list.append((name, SchemaLink(find))) }
      self.list = DynamicAnchorList(list)
    }

    public init(dictionaryLiteral anchors: (String, @Sendable () -> JSONSchema)...) { self.init(anchors) }
  }
}

/// The shared list of a resource's anchors. A resource may have thousands of anchors, and as many schemas
/// with this list.
final class DynamicAnchorList: @unchecked Sendable {
  let links: [SchemaLink]
  private let names: [String]
  /// Guarded by `SchemaLinking.lock` while it is created.
  private var plan: DynamicAnchorTable?

  init(_ anchors: [(name: String, link: SchemaLink)]) {
    var (links, names): ([SchemaLink], [String]) = ([], [])
    // The first of equal anchors counts in a plan.
    for anchor in anchors.reversed() {
      links.append(anchor.link)
      names.append(anchor.name)
    }
    self.links = links
    self.names = names
  }

  /// Returns the compiled anchors for lookups. Call it with `SchemaLinking.lock` held.
  func compile() -> DynamicAnchorTable {
    if let plan { return plan }
    var entries: [(anchor: Int, link: LinkPointer)] = []
    for (index, name) in names.enumerated() {
      entries.append((AnchorNumbers.number(of: name), links[index].pointer))
    }
    let made = DynamicAnchorTable(entries)
    plan = made
    return made
  }
}
