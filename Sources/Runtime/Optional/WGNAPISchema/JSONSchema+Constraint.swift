import WGNAPIJSON

extension JSONSchema {
  /// Creates the schema with the keywords of a constraint.
  public init(_ constraint: Constraint) {
    let schema = JSONSchema(constraint.keywords.map(Keyword.init))
    self =
      constraint.acceptsNull
      ? .nullable(schema) : constraint.acceptsEmptyText ? [.anyOf([[.const("")], schema])] : schema
  }
}

extension JSONSchema.Keyword {
  fileprivate init(_ keyword: Constraint.Keyword) {
    func schemas(_ constraints: [Constraint]) -> [JSONSchema] { constraints.map { JSONSchema($0) } }
    switch keyword.form {
    case .type(let types): self = .type(types)
    case .enumeration(let values): self = .enumeration(values.all)
    case .const(let value): self = .const(value)
    case .limit(let limit): self.init(.limit(limit))
    case .minLength(let count): self = .minLength(count)
    case .maxLength(let count): self = .maxLength(count)
    case .pattern(let pattern): self = .pattern(matching: pattern)
    case .format(let name, let rule): self = .format(name, judgedBy: rule)
    case .inText(let limits): self.init(.inText(limits))
    case .items(let constraint): self = .items(JSONSchema(constraint))
    case .minItems(let count): self = .minItems(count)
    case .maxItems(let count): self = .maxItems(count)
    case .uniqueItems: self = .uniqueItems()
    case .additionalProperties(let constraint): self = .additionalProperties(JSONSchema(constraint))
    case .propertyNames(let constraint): self = .propertyNames(JSONSchema(constraint))
    case .required(let keys): self = .required(keys)
    case .dependentRequired(let entries):
      self = .dependentRequired(JSONSchema.Entries(entries.map { (key: $0.key, value: $0.required) }))
    case .minProperties(let count): self = .minProperties(count)
    case .maxProperties(let count): self = .maxProperties(count)
    case .allOf(let constraints): self = .allOf(schemas(constraints))
    case .anyOf(let constraints): self = .anyOf(schemas(constraints))
    case .oneOf(let constraints): self = .oneOf(schemas(constraints))
    case .not(let constraint): self = .not(JSONSchema(constraint))
    case .check(let check): self.init(.inline((check as? SchemaCheck)?.schema ?? .any))
    }
  }
}

extension Constraint.Keyword {
  /// Requires the value to satisfy a schema.
  public static func schema(_ schema: JSONSchema) -> Self { .check(SchemaCheck(schema: schema)) }
}

extension Constraint {
  /// Creates the constraint of satisfying a schema.
  public init(_ schema: JSONSchema) { self.init([.schema(schema)]) }
}

private struct SchemaCheck: ValueCheck {
  let schema: JSONSchema

  func violations(_ reader: inout JSONReader, limit: Int) throws(JSONError) -> [Violation] {
    let start = reader.place
    if try schema.accepts(&reader) { return [] }
    reader.back(to: start)
    return try schema.violations(&reader, limit: limit)
  }

  func hasProperty(_ name: String) -> Bool { schema.hasProperty(name) }
}
