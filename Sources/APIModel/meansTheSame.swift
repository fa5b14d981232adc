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
    schema.reference = reference?.withoutPlace
    schema.swiftName = swiftName?.withoutPlace
    schema.string.pattern = string.pattern?.withoutPlace
    schema.array.elementNames = array.elementNames.map(\.withoutPlace)
    schema.array.indirectElements = []
    schema.indirectAlternatives = []
    schema.object.requiredOthers = object.requiredOthers.map(\.withoutPlace)
    for position in object.properties.indices {
      schema.object.properties[position].name.span = .nowhere
      schema.object.properties[position].isIndirect = nil
    }
    for position in object.patternProperties.indices {
      schema.object.patternProperties[position].pattern.span = .nowhere
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
  func mappingChildren(_ transform: (Schema) -> Schema) -> Schema {
    func map(_ box: Indirect<Schema>?) -> Indirect<Schema>? { box.map { Indirect(transform($0.value)) } }
    var schema = self
    schema.not = map(not)
    schema.ifSchema = map(ifSchema)
    schema.thenSchema = map(thenSchema)
    schema.elseSchema = map(elseSchema)
    schema.array.items = map(array.items)
    schema.array.contains = map(array.contains)
    schema.array.unevaluatedItems = map(array.unevaluatedItems)
    schema.array.prefixItems = array.prefixItems.map(transform)
    schema.object.additionalProperties = map(object.additionalProperties)
    schema.object.propertyNames = map(object.propertyNames)
    schema.object.keys = map(object.keys)
    schema.object.unevaluatedProperties = map(object.unevaluatedProperties)
    for position in object.properties.indices {
      schema.object.properties[position].schema = transform(object.properties[position].schema)
    }
    for position in object.patternProperties.indices {
      schema.object.patternProperties[position].schema = transform(object.patternProperties[position].schema)
    }
    for position in object.dependentSchemas.indices {
      schema.object.dependentSchemas[position].value = transform(object.dependentSchemas[position].value)
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
