// Schemas of several keywords by one name.
extension Schema {
  /// Text.
  public static func string(
    minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil, format: String? = nil,
    assertsFormat: Bool = false
  ) -> Schema {
    let keywords: [Keyword?] = [
      .type(.string), minLength.map { .minLength($0) }, maxLength.map { .maxLength($0) },
      pattern.map { .pattern($0) }, format.map { .format($0, asserted: assertsFormat) },
    ]
    return Schema(keywords.compactMap(\.self))
  }

  /// A number without a fractional part.
  public static func integer(
    minimum: JSONNumber? = nil, maximum: JSONNumber? = nil, exclusiveMinimum: JSONNumber? = nil,
    exclusiveMaximum: JSONNumber? = nil, multipleOf: JSONNumber? = nil
  ) -> Schema {
    numeric(.integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf)
  }

  /// A number.
  public static func number(
    minimum: JSONNumber? = nil, maximum: JSONNumber? = nil, exclusiveMinimum: JSONNumber? = nil,
    exclusiveMaximum: JSONNumber? = nil, multipleOf: JSONNumber? = nil
  ) -> Schema {
    numeric(.number, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf)
  }

  private static func numeric(
    _ type: JSONTypes, _ minimum: JSONNumber?, _ maximum: JSONNumber?, _ exclusiveMinimum: JSONNumber?,
    _ exclusiveMaximum: JSONNumber?, _ multipleOf: JSONNumber?
  ) -> Schema {
    let keywords: [Keyword?] = [
      .type(type), minimum.map { .minimum($0) }, maximum.map { .maximum($0) },
      exclusiveMinimum.map { .exclusiveMinimum($0) }, exclusiveMaximum.map { .exclusiveMaximum($0) },
      multipleOf.map { .multipleOf($0) },
    ]
    return Schema(keywords.compactMap(\.self))
  }

  /// A list.
  public static func array(
    _ items: Schema? = nil, minItems: Int? = nil, maxItems: Int? = nil, uniqueItems: Bool = false,
    prefixItems: [Schema] = [], contains: Schema? = nil, minContains: Int? = nil, maxContains: Int? = nil
  ) -> Schema {
    let keywords: [Keyword?] = [
      .type(.array), prefixItems.isEmpty ? nil : .prefixItems(prefixItems), items.map { .items($0) },
      minItems.map { .minItems($0) }, maxItems.map { .maxItems($0) }, uniqueItems ? .uniqueItems() : nil,
      contains.map { .contains($0) }, minContains.map { .minContains($0) },
      maxContains.map { .maxContains($0) },
    ]
    return Schema(keywords.compactMap(\.self))
  }

  /// An object.
  public static func object(
    properties: Entries<Schema> = [:], required: [String] = [], additional: Schema? = nil,
    patterns: Entries<Schema> = [:], names: Schema? = nil, minProperties: Int? = nil,
    maxProperties: Int? = nil, dependentRequired: Entries<[String]> = [:],
    dependentSchemas: Entries<Schema> = [:]
  ) -> Schema {
    let keywords: [Keyword?] = [
      .type(.object), .properties(properties), required.isEmpty ? nil : .required(required),
      patterns.entries.isEmpty ? nil : .patternProperties(patterns),
      additional.map { .additionalProperties($0) },
      names.map { .propertyNames($0) }, minProperties.map { .minProperties($0) },
      maxProperties.map { .maxProperties($0) },
      dependentRequired.entries.isEmpty ? nil : .dependentRequired(dependentRequired),
      dependentSchemas.entries.isEmpty ? nil : .dependentSchemas(dependentSchemas),
    ]
    return Schema(keywords.compactMap(\.self))
  }

  /// An object with values of one kind.
  public static func map(
    values: Schema, keys: Schema? = nil, minProperties: Int? = nil, maxProperties: Int? = nil
  ) -> Schema {
    .object(additional: values, names: keys, minProperties: minProperties, maxProperties: maxProperties)
  }

  /// One of the values.
  public static func enumeration(_ values: [JSON]) -> Schema { [.enumeration(values)] }

  /// Exactly the value.
  public static func const(_ value: JSON) -> Schema { [.const(value)] }

  /// All schemas accept the value.
  public static func allOf(_ schemas: [Schema]) -> Schema { [.allOf(schemas)] }

  /// At least one schema accepts the value.
  public static func anyOf(_ schemas: [Schema]) -> Schema { [.anyOf(schemas)] }

  /// Exactly one schema accepts the value.
  public static func oneOf(_ schemas: [Schema]) -> Schema { [.oneOf(schemas)] }

  /// The schema does not accept the value.
  public static func not(_ schema: Schema) -> Schema { [.not(schema)] }

  /// `then` must accept what `condition` accepts, and `otherwise` must accept the rest.
  public static func ifThenElse(
    _ condition: Schema, _ then: Schema? = nil, _ otherwise: Schema? = nil
  ) -> Schema {
    let keywords: [Keyword?] = [.if(condition), then.map { .then($0) }, otherwise.map { .else($0) }]
    return Schema(keywords.compactMap(\.self))
  }
}
