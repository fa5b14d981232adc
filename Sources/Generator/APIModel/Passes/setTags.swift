extension Module {
  /// Makes a discriminator's value a constant of its alternative, so callers needn't pass it.
  public mutating func setTags() {
    let index = SchemaIndex(self)
    var tags: [String: Set<[String]>] = [:]
    var pending =
      schemas.map(\.schema)
      + endpoints.flatMap { endpoint in
        endpoint.parameters.map(\.schema) + (endpoint.body?.schemas ?? []) + endpoint.responseSchemas
      } + webhookSchemas
    while let schema = pending.popLast() {
      pending += schema.children
      guard schema.discriminator != nil else { continue }
      let forms = index.forms(ofUnion: schema)
      guard let property = forms.discriminator else { continue }
      for (alternative, form) in zip(schema.oneOf + schema.anyOf, forms.forms) {
        guard let name = alternative.reference?.text, case .tags(let values) = form else { continue }
        for value in values { tags[name, default: []].insert([property, value]) }
      }
    }
    for position in schemas.indices {
      guard let known = tags[schemas[position].name.text], known.count == 1, let tag = known.first,
        let property = schemas[position].schema.object.properties.firstIndex(where: { $0.name.text == tag[0] }
        )
      else { continue }
      let schema = schemas[position].schema.object.properties[property].schema
      guard schema.types == [.string], schema.const == nil, schema.enumeration == nil, schema.format == nil,
        !schema.isNullable
      else { continue }
      schemas[position].schema.object.properties[property].schema.const = .string(tag[1])
    }
  }
}
