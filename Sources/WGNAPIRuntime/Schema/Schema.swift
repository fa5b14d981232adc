/// What a JSON value looks like: the assertions of JSON Schema 2020-12 as a Swift value.
///
/// Schemas are made by static members and checked on bytes, without a tree in between:
///
/// ```swift
/// let name: Schema = .string(minLength: 3, maxLength: 24)
/// name.isValid(bytes)
/// ```
public struct Schema: Sendable {
  let node: SchemaNode

  init(_ node: SchemaNode) { self.node = node }

  init(_ types: TypeSet, _ assertions: SchemaNode.Assertion...) {
    node = SchemaNode(types: types, assertions: assertions)
  }

  // MARK: Types

  /// Any value (the schema `true`).
  public static let any = Schema(.all)
  /// No value (the schema `false`).
  public static let never = Schema([])
  /// `true` and `false`.
  public static let boolean = Schema(.boolean)
  /// `null`.
  public static let null = Schema(.null)

  /// Text. Lengths are in Unicode code points (section 6.3 of the validation vocabulary); `pattern` is searched
  /// anywhere in the text; `format` is an annotation unless `assertsFormat` is set, which serves `date-time`,
  /// `date`, `uri`, `uuid` and `byte`.
  public static func string(
    minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil, format: String? = nil,
    assertsFormat: Bool = false
  ) -> Schema {
    let length = minLength != nil || maxLength != nil
    return Schema(
      SchemaNode(
        types: .string,
        assertions: [
          length ? .length(min: minLength ?? 0, max: maxLength ?? .max) : nil,
          pattern.map { .pattern(Pattern($0)) },
          format.map { .format($0, asserted: assertsFormat) },
        ].compactMap(\.self)))
  }

  /// A number without a fractional part; `1.0` is one (section 6.1.1). Limits are exact at any size.
  public static func integer(
    minimum: JSONNumber? = nil, maximum: JSONNumber? = nil, exclusiveMinimum: JSONNumber? = nil,
    exclusiveMaximum: JSONNumber? = nil, multipleOf: JSONNumber? = nil
  ) -> Schema {
    numeric(.integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf)
  }

  /// A number (section 6.2). Limits and divisibility are exact in decimal: `0.3` is a multiple of `0.1`.
  public static func number(
    minimum: JSONNumber? = nil, maximum: JSONNumber? = nil, exclusiveMinimum: JSONNumber? = nil,
    exclusiveMaximum: JSONNumber? = nil, multipleOf: JSONNumber? = nil
  ) -> Schema {
    numeric(.anyNumber, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf)
  }

  private static func numeric(
    _ type: TypeSet, _ minimum: JSONNumber?, _ maximum: JSONNumber?, _ exclusiveMinimum: JSONNumber?,
    _ exclusiveMaximum: JSONNumber?, _ multipleOf: JSONNumber?
  ) -> Schema {
    Schema(
      SchemaNode(
        types: type,
        assertions: [
          minimum.map { .minimum($0, exclusive: false) }, maximum.map { .maximum($0, exclusive: false) },
          exclusiveMinimum.map { .minimum($0, exclusive: true) },
          exclusiveMaximum.map { .maximum($0, exclusive: true) }, multipleOf.map { .multipleOf($0) },
        ].compactMap(\.self)))
  }

  /// A list. `items` applies to the elements after those of `prefixItems`.
  public static func array(
    _ items: Schema? = nil, minItems: Int? = nil, maxItems: Int? = nil, uniqueItems: Bool = false,
    prefixItems: [Schema] = [], contains: Schema? = nil, minContains: Int? = nil, maxContains: Int? = nil
  ) -> Schema {
    Schema(
      .array,
      .array(
        ArrayKeywords(
          items: items, prefixItems: prefixItems, minItems: minItems, maxItems: maxItems,
          uniqueItems: uniqueItems, contains: contains, minContains: minContains, maxContains: maxContains)))
  }

  /// An object. `additional` applies to keys neither in `properties` nor matched by `patterns`; `names` to the
  /// keys themselves.
  public static func object(
    properties: Entries<Schema> = [:], required: [String] = [], additional: Schema? = nil,
    patterns: Entries<Schema> = [:], names: Schema? = nil, minProperties: Int? = nil,
    maxProperties: Int? = nil, dependentRequired: Entries<[String]> = [:],
    dependentSchemas: Entries<Schema> = [:]
  ) -> Schema {
    Schema(
      .object,
      .object(
        ObjectKeywords(
          properties: properties.entries, required: required, additional: additional,
          patterns: patterns.entries.map { (Pattern($0.key), $0.value) }, names: names,
          minProperties: minProperties, maxProperties: maxProperties,
          dependentRequired: dependentRequired.entries,
          dependentSchemas: dependentSchemas.entries)))
  }

  /// An object with values of one kind.
  public static func map(
    values: Schema, keys: Schema? = nil, minProperties: Int? = nil, maxProperties: Int? = nil
  ) -> Schema {
    .object(additional: values, names: keys, minProperties: minProperties, maxProperties: maxProperties)
  }

  // MARK: Values

  /// One of the values; numbers are compared by value, objects without regard to order (section 6.1.2).
  public static func enumeration(_ values: [JSON]) -> Schema { Schema(.all, .enumeration(values)) }

  /// Exactly the value (section 6.1.3).
  public static func const(_ value: JSON) -> Schema { Schema(.all, .const(value)) }

  // MARK: Combinations

  /// Null, or a value that satisfies the schema.
  public static func nullable(_ schema: Schema) -> Schema { Schema(.all, .nullable(schema)) }

  /// All schemas accept the value.
  public static func allOf(_ schemas: [Schema]) -> Schema { Schema(.all, .allOf(schemas)) }

  /// At least one schema accepts the value.
  public static func anyOf(_ schemas: [Schema]) -> Schema { Schema(.all, .anyOf(schemas)) }

  /// Exactly one schema accepts the value.
  public static func oneOf(_ schemas: [Schema]) -> Schema { Schema(.all, .oneOf(schemas)) }

  /// The schema does not accept the value.
  public static func not(_ schema: Schema) -> Schema { Schema(.all, .not(schema)) }

  /// `then` must accept what `condition` accepts, and `otherwise` must accept the rest.
  public static func ifThenElse(
    _ condition: Schema, _ then: Schema? = nil, _ otherwise: Schema? = nil
  ) -> Schema {
    Schema(.all, .conditional(condition, then: then ?? .any, otherwise: otherwise ?? .any))
  }

  /// The schema of a coder, such as a model; found when first used, so that models may refer to themselves.
  public static func value<C: JSONCoder>(_ coder: C.Type) -> Schema { .reference { C.schema } }

  /// The schema that the closure gives when it is first needed.
  public static func reference(_ schema: @escaping @Sendable () -> Schema) -> Schema {
    Schema(.all, .reference(Lazy(schema)))
  }
}
