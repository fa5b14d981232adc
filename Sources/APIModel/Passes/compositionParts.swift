extension Module {
  /// The names of schemas that serve only as parts of others (`allOf`): no value is ever just that, so no type is
  /// needed for it.
  ///
  /// A schema that nothing refers to is no part: its author wants it for something.
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
      for schema in endpoint.answerSchemas { walk.visit(schema) }
    }
    return walk.parts.subtracting(walk.values)
  }
}

private struct PartWalk {
  let index: SchemaIndex
  var parts: Set<String> = []
  var values: Set<String> = []

  mutating func visit(_ schema: Schema) {
    if index.isObject(schema) {
      if let reference = schema.reference { parts.insert(reference.text) }
      for part in schema.allOf {
        if let reference = part.reference { parts.insert(reference.text) }
        var own = part
        own.reference = nil
        for child in own.children { visit(child) }
      }
      var own = schema
      own.allOf = []
      for child in own.children { visit(child) }
      return
    }
    if let reference = schema.reference { values.insert(reference.text) }
    for mapping in schema.discriminator?.mapping ?? [] { values.insert(mapping.schema.text) }
    for child in schema.children { visit(child) }
  }
}
