import Diagnostics

extension Schema {
  /// Whether two schemas mean the same, wherever they are written and however they are documented and stored.
  public func meansTheSame(as other: Schema) -> Bool { withoutPlaces() == other.withoutPlaces() }

  /// Whether two schemas mean the same, and demand the same that isn't checked.
  public func demandsTheSame(as other: Schema) -> Bool {
    withoutPlaces(keepingUnchecked: true) == other.withoutPlaces(keepingUnchecked: true)
  }

  /// The schema without spans, documentation, examples and storage choices.
  ///
  /// - Parameters:
  ///   - keepsUnchecked: Whether to keep what isn't checked.
  ///   - keepsDirections: Whether to keep what only requests or only responses have.
  public func withoutPlaces(
    keepingUnchecked keepsUnchecked: Bool = false, keepingDirections keepsDirections: Bool = false
  ) -> Schema {
    var schema = self
    if !keepsUnchecked { schema.unchecked = [:] }
    schema.span = .nowhere
    schema.title = nil
    schema.documentation = Documentation()
    schema.examples = []
    if !keepsDirections { (schema.isReadOnly, schema.isWriteOnly) = (false, false) }
    schema.validator = nil
    schema.reference = reference?.withoutPlace
    schema.swiftName = swiftName?.withoutPlace
    schema.ownType = ownType?.withoutPlaces
    schema.array.elementNames = array.elementNames.map(\.withoutPlace)
    schema.array.indirectElements = []
    schema.indirectAlternatives = []
    for position in object.properties.indices {
      schema.object.properties[position].name.span = .nowhere
      schema.object.properties[position].isIndirect = nil
      schema.object.properties[position].isRelaxed = false
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
    return schema.mappingChildren {
      $0.withoutPlaces(keepingUnchecked: keepsUnchecked, keepingDirections: keepsDirections)
    }
  }
}

extension Schema {
  /// The schema with its direct subschemas replaced.
  public func mappingChildren(_ transform: (Schema) -> Schema) -> Schema {
    var schema = self
    // Most schemas have only a few of these.
    for applicator in Applicator.allCases {
      if let inner = self[applicator] { schema[applicator] = transform(inner) }
    }
    if !array.prefixItems.isEmpty { schema.array.prefixItems = array.prefixItems.map(transform) }
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
    if !allOf.isEmpty { schema.allOf = allOf.map(transform) }
    if !anyOf.isEmpty { schema.anyOf = anyOf.map(transform) }
    if !oneOf.isEmpty { schema.oneOf = oneOf.map(transform) }
    return schema
  }
}

extension Name {
  var withoutPlace: Name { Name(text, span: .nowhere) }
}

extension SourceSpan {
  fileprivate static var nowhere: SourceSpan { .unknown(file: "") }
}
