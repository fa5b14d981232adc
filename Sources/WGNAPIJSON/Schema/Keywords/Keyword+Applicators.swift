// Keywords that apply schemas to values and to their parts (core, sections 8.2.3, 10 and 11).
extension Schema.Keyword {
  // MARK: References

  /// Requires the value to satisfy the schema that the closure returns on first use (core, section 8.2.3.1).
  public static func ref(_ target: @escaping @Sendable () -> Schema) -> Self {
    Self(.ref(SchemaLink(target)))
  }

  /// Requires the value to satisfy the schema with the anchor in the outermost dynamic scope, otherwise the
  /// target (core, section 8.2.3.2).
  ///
  /// - Parameters:
  ///   - anchor: The dynamic anchor's name; nil if the reference doesn't resolve to a `$dynamicAnchor`, and
  ///     is an ordinary one.
  ///   - target: A closure that returns the schema to which the reference resolves lexically.
  public static func dynamicRef(_ anchor: String?, _ target: @escaping @Sendable () -> Schema) -> Self {
    Self(.dynamicRef(anchor, SchemaLink(target)))
  }

  // MARK: In place

  /// Requires the value to satisfy all schemas (core, section 10.2.1.1).
  public static func allOf(_ schemas: [Schema]) -> Self { Self(.allOf(schemas)) }

  /// Requires the value to satisfy at least one schema (core, section 10.2.1.2).
  public static func anyOf(_ schemas: [Schema]) -> Self { Self(.anyOf(schemas)) }

  /// Requires the value to satisfy exactly one schema (core, section 10.2.1.3).
  public static func oneOf(_ schemas: [Schema]) -> Self { Self(.oneOf(schemas)) }

  /// Requires the value not to satisfy the schema (core, section 10.2.1.4).
  public static func not(_ schema: Schema) -> Self { Self(.not(schema)) }

  /// Sets the condition for the following `then` and `else` (core, section 10.2.2.1).
  public static func `if`(_ schema: Schema) -> Self { Self(.condition(schema)) }

  /// Requires the schema if the condition is satisfied (core, section 10.2.2.2).
  public static func then(_ schema: Schema) -> Self { Self(.then(schema)) }

  /// Requires the schema if the condition isn't satisfied (core, section 10.2.2.3).
  public static func `else`(_ schema: Schema) -> Self { Self(.otherwise(schema)) }

  /// Requires an object that has a key to satisfy the key's schema (core, section 10.2.2.4).
  public static func dependentSchemas(_ schemas: Schema.Entries<Schema>) -> Self {
    Self(.dependentSchemas(schemas))
  }

  // MARK: Arrays

  /// Applies a schema to each of the first elements (core, section 10.3.1.1).
  public static func prefixItems(_ schemas: [Schema]) -> Self { Self(.prefixItems(schemas)) }

  /// Applies a schema to the elements after those of `prefixItems` (core, section 10.3.1.2).
  public static func items(_ schema: Schema) -> Self { Self(.items(schema)) }

  /// Requires at least one element to satisfy the schema (core, section 10.3.1.3); see `minContains` and
  /// `maxContains`.
  public static func contains(_ schema: Schema) -> Self { Self(.contains(schema)) }

  /// Applies a schema to the elements that no other keyword evaluated successfully (core, section 11.2).
  public static func unevaluatedItems(_ schema: Schema) -> Self { Self(.unevaluatedItems(schema)) }

  // MARK: Objects

  /// Applies schemas to the values of keys (core, section 10.3.2.1).
  public static func properties(_ schemas: Schema.Entries<Schema>) -> Self { Self(.properties(schemas)) }

  /// Applies schemas to the values whose keys match a pattern (core, section 10.3.2.2).
  package static func patternProperties(
    _ schemas: [(pattern: any TextPattern, schema: Schema)]
  ) -> Self {
    Self(.patternProperties(schemas))
  }

  /// Applies a schema to the values whose keys neither `properties` nor `patternProperties` match (core,
  /// section 10.3.2.3).
  public static func additionalProperties(_ schema: Schema) -> Self { Self(.additionalProperties(schema)) }

  /// Applies a schema to the keys, as strings (core, section 10.3.2.4).
  public static func propertyNames(_ schema: Schema) -> Self { Self(.propertyNames(schema)) }

  /// Applies a schema to the values that no other keyword evaluated successfully (core, section 11.3).
  public static func unevaluatedProperties(_ schema: Schema) -> Self { Self(.unevaluatedProperties(schema)) }
}
