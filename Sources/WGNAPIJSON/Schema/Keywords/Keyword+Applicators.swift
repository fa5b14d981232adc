// Schemas applied to values and to their parts (core, sections 8.2.3, 10 and 11).
extension Schema.Keyword {
  // MARK: References

  /// The value satisfies the schema that the closure gives when it is first needed (core, section 8.2.3.1).
  public static func ref(_ target: @escaping @Sendable () -> Schema) -> Self {
    Self(.ref(SchemaLink(target)))
  }

  /// The value satisfies the schema that the outermost dynamic scope has under the anchor, else the target (core,
  /// section 8.2.3.2).
  ///
  /// - Parameters:
  ///   - anchor: The dynamic anchor's name; nil where the reference resolves to no `$dynamicAnchor`, in which case
  ///     it is an ordinary one.
  ///   - target: What the reference resolves to lexically.
  public static func dynamicRef(_ anchor: String?, _ target: @escaping @Sendable () -> Schema) -> Self {
    Self(.dynamicRef(anchor, SchemaLink(target)))
  }

  // MARK: In place

  /// The value satisfies all schemas (core, section 10.2.1.1).
  public static func allOf(_ schemas: [Schema]) -> Self { Self(.allOf(schemas)) }

  /// The value satisfies at least one schema (core, section 10.2.1.2).
  public static func anyOf(_ schemas: [Schema]) -> Self { Self(.anyOf(schemas)) }

  /// The value satisfies exactly one schema (core, section 10.2.1.3).
  public static func oneOf(_ schemas: [Schema]) -> Self { Self(.oneOf(schemas)) }

  /// The value does not satisfy the schema (core, section 10.2.1.4).
  public static func not(_ schema: Schema) -> Self { Self(.not(schema)) }

  /// The condition of the `then` and `else` that follow (core, section 10.2.2.1).
  public static func `if`(_ schema: Schema) -> Self { Self(.condition(schema)) }

  /// Holds where the condition does (core, section 10.2.2.2).
  public static func then(_ schema: Schema) -> Self { Self(.then(schema)) }

  /// Holds where the condition does not (core, section 10.2.2.3).
  public static func `else`(_ schema: Schema) -> Self { Self(.otherwise(schema)) }

  /// Where the object has the key, it satisfies the schema (core, section 10.2.2.4).
  public static func dependentSchemas(_ schemas: Schema.Entries<Schema>) -> Self {
    Self(.dependentSchemas(schemas))
  }

  // MARK: Arrays

  /// The first elements, each with its own schema (core, section 10.3.1.1).
  public static func prefixItems(_ schemas: [Schema]) -> Self { Self(.prefixItems(schemas)) }

  /// The elements after those of `prefixItems` (core, section 10.3.1.2).
  public static func items(_ schema: Schema) -> Self { Self(.items(schema)) }

  /// At least one element satisfies the schema (core, section 10.3.1.3); see `minContains` and `maxContains`.
  public static func contains(_ schema: Schema) -> Self { Self(.contains(schema)) }

  /// The elements that no other keyword applied a schema to with success (core, section 11.2).
  public static func unevaluatedItems(_ schema: Schema) -> Self { Self(.unevaluatedItems(schema)) }

  // MARK: Objects

  /// The values of keys (core, section 10.3.2.1).
  public static func properties(_ schemas: Schema.Entries<Schema>) -> Self { Self(.properties(schemas)) }

  /// The values of the keys in which a pattern is found (core, section 10.3.2.2).
  package static func patternProperties(
    _ schemas: [(pattern: any TextPattern, schema: Schema)]
  ) -> Self {
    Self(.patternProperties(schemas))
  }

  /// The values of the keys that neither `properties` nor `patternProperties` name (core, section 10.3.2.3).
  public static func additionalProperties(_ schema: Schema) -> Self { Self(.additionalProperties(schema)) }

  /// The keys themselves, as strings (core, section 10.3.2.4).
  public static func propertyNames(_ schema: Schema) -> Self { Self(.propertyNames(schema)) }

  /// The values of the keys that no other keyword applied a schema to with success (core, section 11.3).
  public static func unevaluatedProperties(_ schema: Schema) -> Self { Self(.unevaluatedProperties(schema)) }
}
