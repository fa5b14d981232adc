extension Schema {
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
      case minimum(JSONNumber)
      case maximum(JSONNumber)
      case exclusiveMinimum(JSONNumber)
      case exclusiveMaximum(JSONNumber)
      case multipleOf(JSONNumber)
      // Strings.
      case minLength(Int)
      case maxLength(Int)
      case pattern(any TextPattern)
      /// With a rule if it is asserted.
      case format(String, (any TextRule)?)
      // Arrays.
      case items(Schema)
      case prefixItems([Schema])
      case contains(Schema)
      case minContains(Int)
      case maxContains(Int)
      case minItems(Int)
      case maxItems(Int)
      case uniqueItems(Bool)
      case unevaluatedItems(Schema)
      // Objects.
      case properties(Entries<Schema>)
      case patternProperties([(pattern: any TextPattern, schema: Schema)])
      case additionalProperties(Schema)
      case propertyNames(Schema)
      case required([String])
      case minProperties(Int)
      case maxProperties(Int)
      case dependentRequired(Entries<[String]>)
      case dependentSchemas(Entries<Schema>)
      case unevaluatedProperties(Schema)
      // In place.
      case allOf([Schema])
      case anyOf([Schema])
      case oneOf([Schema])
      case not(Schema)
      case condition(Schema)
      case then(Schema)
      case otherwise(Schema)
      // Not part of keyword locations.
      case nullable(Schema)
      case inline(Schema)
      case reference(SchemaLink)
      /// One schema per alternative, and one for values that match none.
      case alternatives(Alternatives, [Schema])
    }
  }
}
