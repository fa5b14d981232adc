/// Derives a schema's form in one direction.
struct DirectionFilter {
  enum Direction { case input, output }

  let direction: Direction
  /// The names of named schemas in this direction, if they differ.
  let names: [String: String]
  let index: SchemaIndex
  /// Properties that are kept, by the names of their schemas.
  let protected: [String: Set<String>]

  /// A named schema, with its name in this direction.
  func filtered(_ named: NamedSchema) -> NamedSchema {
    var result = named
    result.schema = filtered(named.schema, protecting: protected[named.name.text] ?? [])
    guard let name = names[named.name.text] else { return result }
    result.name = Name(name, span: named.name.span)
    result.inputOf = named.name.text
    result.schema.swiftName = named.schema.swiftName.map { Name($0.text + "Input", span: $0.span) }
    if named.schema.documentation.summary == nil {
      result.schema.documentation.summary = "`\(named.name.text)` as requests send it."
    } else {
      let remark = "As requests send it."
      result.schema.documentation.details =
        named.schema.documentation.details.map { "\($0)\n\n\(remark)" } ?? remark
    }
    return result
  }

  /// - Parameters:
  ///   - inherited: properties that an enclosing schema of the same value assigns to the other direction.
  ///   - kept: properties that are kept because they distinguish alternatives of a union.
  func filtered(
    _ schema: Schema, dropping inherited: Set<String> = [], protecting kept: Set<String> = []
  ) -> Schema {
    var seen: Set<String> = []
    let dropped = inherited.union(propertiesOfOtherDirection(schema, &seen)).subtracting(kept)
    var result = schema
    result.object.properties = schema.object.properties.compactMap { property in
      guard !dropped.contains(property.name.text) else { return nil }
      var property = property
      property.schema = filtered(property.schema)
      return property
    }
    result.object.requiredOthers.removeAll(where: dropped.contains)
    result.object.dependentRequired = schema.object.dependentRequired.compactMap { dependency in
      guard !dropped.contains(dependency.property) else { return nil }
      var dependency = dependency
      dependency.required.removeAll(where: dropped.contains)
      return dependency.required.isEmpty ? nil : dependency
    }
    // Schemas that describe the same value.
    func part(_ schema: Schema) -> Schema { filtered(schema, dropping: dropped, protecting: kept) }
    result.allOf = schema.allOf.map(part)
    result.object.dependentSchemas = schema.object.dependentSchemas.map {
      SchemaEntry(name: $0.name, schema: part($0.schema))
    }
    let tag = schema.oneOf.isEmpty && schema.anyOf.isEmpty ? nil : index.forms(ofUnion: schema).discriminator
    let alternativesKept = tag.map { kept.union([$0]) } ?? kept
    func alternative(_ schema: Schema) -> Schema {
      filtered(schema, dropping: dropped, protecting: alternativesKept)
    }
    result.oneOf = schema.oneOf.map(alternative)
    result.anyOf = schema.anyOf.map(alternative)
    for applicator in Applicator.allCases {
      switch applicator {
      case .then, .else: result[applicator] = schema[applicator].map(part)
      default: result[applicator] = schema[applicator].map { filtered($0) }
      }
    }
    result.array.prefixItems = schema.array.prefixItems.map { filtered($0) }
    result.object.keys = schema.object.keys.map { Indirect(filtered($0.value)) }
    result.object.patternProperties = schema.object.patternProperties.map {
      SchemaEntry(name: $0.name, schema: filtered($0.schema))
    }
    rename(&result, in: schema, dropping: inherited)
    result.examples = schema.examples.map { filtered($0, of: schema) }
    return result
  }

  /// Replaces references with the names in this direction.
  private func rename(_ result: inout Schema, in original: Schema, dropping inherited: Set<String>) {
    if let reference = original.reference {
      var seen: Set<String> = []
      let own = index[reference.text].map { propertiesOfOtherDirection($0, &seen) } ?? []
      let others = inherited.subtracting(own).subtracting(protected[reference.text] ?? [])
      if let target = index[reference.text], !others.isEmpty, hasProperty(target, among: others) {
        // The named schema doesn't mark the property as read-only itself.
        result.reference = nil
        result.allOf.insert(filtered(target, dropping: inherited), at: 0)
      } else if let name = names[reference.text] {
        result.reference = Name(name, span: reference.span)
      }
    }
    guard original.discriminator != nil else { return }
    // Replaces the old names in discriminators.
    let forms = index.forms(ofUnion: original).forms
    var mapping = original.discriminator?.mapping ?? []
    let mapped = Set(mapping.map(\.schema.text))
    for (alternative, form) in zip(original.oneOf + original.anyOf, forms) {
      guard let reference = alternative.reference, names[reference.text] != nil,
        !mapped.contains(reference.text), case .tags(let values) = form
      else { continue }
      mapping += values.map { .init(value: Name($0, span: reference.span), schema: reference) }
    }
    result.discriminator?.mapping = mapping.map { entry in
      names[entry.schema.text].map {
        .init(value: entry.value, schema: Name($0, span: entry.schema.span))
      } ?? entry
    }
  }

  private func hasProperty(_ schema: Schema, among names: Set<String>) -> Bool {
    guard let object = index.flattenedObject(schema) else { return false }
    return object.properties.contains { names.contains($0.name.text) }
  }

  /// The properties that only exist in the other direction, according to the schema or one that it refers to.
  func droppedProperties(of schema: Schema) -> Set<String> {
    var seen: Set<String> = []
    return propertiesOfOtherDirection(schema, &seen)
  }

  /// A value's properties that only exist in the other direction, with composition resolved.
  private func propertiesOfOtherDirection(_ schema: Schema, _ seen: inout Set<String>) -> Set<String> {
    var names = Set(schema.object.properties.filter { isOfOtherDirection($0.schema) }.map(\.name.text))
    for part in schema.allOf { names.formUnion(propertiesOfOtherDirection(part, &seen)) }
    if let reference = schema.reference?.text, let target = index[reference], seen.insert(reference).inserted
    {
      let own = propertiesOfOtherDirection(target, &seen)
      names.formUnion(own.subtracting(protected[reference] ?? []))
    }
    return names
  }

  private func isOfOtherDirection(_ schema: Schema) -> Bool {
    direction == .input ? index.isReadOnly(schema) : index.isWriteOnly(schema)
  }
}
