extension Module {
  /// The names of schemas that only serve as parts of others (`allOf`). No value is ever only that, so they need no
  /// type.
  ///
  /// A schema without any reference isn't a part, because it probably has a purpose.
  public func schemasUsedOnlyAsParts() -> Set<String> {
    var walk = PartWalk(index: SchemaIndex(self))
    for schema in schemas { walk.visit(schema.schema) }
    for parameter in clientParameters { walk.visit(parameter.schema) }
    for envelope in envelopes { walk.visit(envelope.schema) }
    for slice in slices { walk.values.insert(slice.base.text) }
    for failure in failures { if let schema = failure.payload.schema { walk.visit(schema) } }
    for endpoint in endpoints {
      for parameter in endpoint.parameters { walk.visit(parameter.schema) }
      for schema in endpoint.body?.schemas ?? [] { walk.visit(schema) }
      for schema in endpoint.responseSchemas { walk.visit(schema) }
    }
    for schema in webhookSchemas { walk.visit(schema) }
    return walk.parts.subtracting(walk.values)
  }
}

private struct PartWalk {
  let index: SchemaIndex
  var parts: Set<String> = []
  var values: Set<String> = []

  /// - Parameter isChecked: whether the schema is also written as an expression, which refers to types by name.
  mutating func visit(_ schema: Schema, isChecked: Bool = false) {
    let isChecked =
      isChecked || schema.ownType != nil || schema.types.count > 1 || schema[.unevaluatedItems] != nil
      || schema[.unevaluatedProperties] != nil
    if !isChecked, index.isObject(schema) {
      if let reference = schema.reference { parts.insert(reference.text) }
      for part in schema.allOf {
        guard part[.unevaluatedProperties] == nil else {
          visit(part, isChecked: true)
          continue
        }
        if let reference = part.reference { parts.insert(reference.text) }
        var own = part
        own.reference = nil
        visitChildren(of: own)
      }
      var own = schema
      own.allOf = []
      visitChildren(of: own)
      return
    }
    if let reference = schema.reference { values.insert(reference.text) }
    for mapping in schema.discriminator?.mapping ?? [] { values.insert(mapping.schema.text) }
    visitChildren(of: schema, areChecked: isChecked)
  }

  private mutating func visitChildren(of schema: Schema, areChecked: Bool = false) {
    for child in schema.children { visit(child, isChecked: areChecked) }
    guard !areChecked else { return }
    let conditions = Applicator.allCases.filter { $0 != .items && $0 != .additionalProperties }
    var checked = conditions.compactMap { schema[$0] }
    checked += (schema.object.patternProperties + schema.object.dependentSchemas).map(\.schema)
    if !schema.object.patternProperties.isEmpty, let additional = schema[.additionalProperties] {
      checked.append(additional)
    }
    for child in checked { visit(child, isChecked: true) }
  }
}
