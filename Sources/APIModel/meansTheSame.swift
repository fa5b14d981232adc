import Diagnostics

extension Schema {
  /// Whether two schemas say the same, wherever they stand, whatever their documentation and however they are stored.
  public func meansTheSame(as other: Schema) -> Bool { withoutPlaces() == other.withoutPlaces() }

  /// The schema without spans, documentation, examples and choices of storage.
  private func withoutPlaces() -> Schema {
    var schema = self
    schema.span = .nowhere
    schema.documentation = Documentation()
    schema.examples = []
    schema.validator = nil
    schema.reference = reference?.withoutPlace
    schema.swiftName = swiftName?.withoutPlace
    schema.array.elementNames = array.elementNames.map(\.withoutPlace)
    schema.array.indirectElements = []
    schema.indirectAlternatives = []
    for position in object.properties.indices {
      schema.object.properties[position].name.span = .nowhere
      schema.object.properties[position].isIndirect = nil
    }
    if let cases = enumeration?.cases {
      schema.enumeration = Enumeration(
        cases: cases.map { .init(value: $0.value, swiftName: $0.swiftName?.withoutPlace, span: .nowhere) })
    }
    if let discriminator {
      schema.discriminator = Discriminator(
        property: discriminator.property.withoutPlace,
        mapping: discriminator.mapping.map {
          .init(value: $0.value.withoutPlace, schema: $0.schema.withoutPlace)
        })
    }
    return schema.mappingChildren { $0.withoutPlaces() }
  }
}

extension Schema {
  /// The schema with each of those directly within it replaced.
  public func mappingChildren(_ transform: (Schema) -> Schema) -> Schema {
    var schema = self
    for applicator in Applicator.allCases { schema[applicator] = self[applicator].map(transform) }
    schema.array.prefixItems = array.prefixItems.map(transform)
    schema.object.keys = object.keys.map { Indirect(transform($0.value)) }
    for position in object.properties.indices {
      schema.object.properties[position].schema = transform(object.properties[position].schema)
    }
    for position in object.patternProperties.indices {
      schema.object.patternProperties[position].schema = transform(object.patternProperties[position].schema)
    }
    for position in object.dependentSchemas.indices {
      schema.object.dependentSchemas[position].schema = transform(object.dependentSchemas[position].schema)
    }
    schema.allOf = allOf.map(transform)
    schema.anyOf = anyOf.map(transform)
    schema.oneOf = oneOf.map(transform)
    return schema
  }
}

extension Name {
  fileprivate var withoutPlace: Name { Name(text, span: .nowhere) }
}

extension SourceSpan {
  fileprivate static var nowhere: SourceSpan { .unknown(file: "") }
}
