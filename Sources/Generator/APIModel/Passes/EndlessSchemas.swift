/// Finds the schemas of a module that have no finite value.
struct EndlessSchemas {
  typealias Search = EndlessSearch<String>

  private let order: [String]
  private let index: SchemaIndex
  /// Whether values of a union must be one of its alternatives, although it is open.
  private let unionsAreClosed: Bool

  init(_ schemas: [NamedSchema], unionsAreClosed: Bool = false) {
    order = schemas.map(\.name.text)
    index = SchemaIndex(schemas)
    self.unionsAreClosed = unionsAreClosed
  }

  func circles() -> [[Search.Link]] {
    Search(order) { name, ending in
      index[name].map { blockers(of: $0, ending) } ?? []
    }.circles()
  }

  private func blockers(of schema: Schema, _ ending: Set<String>) -> [Search.Blocker] {
    guard !schema.isNullable, schema.const == nil, schema.enumeration == nil, !schema.isNever else {
      return []
    }
    if let name = schema.reference?.text, index[name] != nil, !ending.contains(name) {
      return [Search.Blocker(id: name)]
    }
    for part in schema.allOf {
      let blockers = blockers(of: part, ending)
      if !blockers.isEmpty { return blockers }
    }
    // An open union reads any value: as `unknown`, if it is none of the alternatives.
    if !unionsAreClosed, case .union = index.shape(of: schema), schema.isOpen ?? true {
      return partBlockers(of: schema, ending)
    }
    for alternatives in [schema.oneOf, schema.anyOf] where !alternatives.isEmpty {
      let blockers = alternatives.map { self.blockers(of: $0, ending) }
      if !blockers.contains(where: \.isEmpty) { return Array(blockers.joined()) }
    }
    return partBlockers(of: schema, ending)
  }

  /// The blockers of the parts that each value has.
  private func partBlockers(of schema: Schema, _ ending: Set<String>) -> [Search.Blocker] {
    func below(_ step: EndlessStep, _ part: Schema) -> [Search.Blocker] {
      blockers(of: part, ending).map { $0.below(step) }
    }
    for property in requiredProperties(of: schema) {
      let blockers = below(.property(property.name.text), property.schema)
      if !blockers.isEmpty { return blockers }
    }
    if case .tuple = index.shape(of: schema) {
      // A shorter list lacks the last elements.
      let least = schema.array.prefixItems.count - schema.missingElements
      for element in schema.array.prefixItems.prefix(least) {
        let blockers = below(.position, element)
        if !blockers.isEmpty { return blockers }
      }
    }
    if schema.counts[.minItems, default: 0] > schema.array.prefixItems.count, let items = schema[.items] {
      return below(.element, items)
    }
    if schema.counts[.minProperties, default: 0] > 0, schema.object.properties.isEmpty,
      schema.object.patternProperties.isEmpty, let members = schema[.additionalProperties]
    {
      return below(.member, members)
    }
    return []
  }

  private func requiredProperties(of schema: Schema) -> [Schema.Property] {
    let own = schema.object.properties.filter(\.isRequired)
    guard !schema.object.requiredOthers.isEmpty, let whole = index.flattenedObject(schema) else { return own }
    return own + schema.object.requiredOthers.compactMap(whole.property)
  }
}
