import APIModel

extension [NamedSchema] {
  /// Replaces newtypes around dates, and around lists and maps of dates, by type aliases. JSON has no dates: each
  /// property says how its dates are read, so `Date` isn't a `JSONValue`.
  func namingDates() -> [NamedSchema] {
    var models = self
    let positions = Dictionary(
      indices.map { (self[$0].name.text, $0) }, uniquingKeysWith: { first, _ in first })
    // Only types that aren't newtypes are searched, so each step ends or comes closer to a date.
    func holdsDate(_ schema: Schema) -> Bool {
      if schema.format == .dateTime { return true }
      if let reference = schema.reference { return isDateAlias(reference.text) != nil }
      guard schema.object.properties.isEmpty, schema.array.prefixItems.isEmpty else { return false }
      return [schema[.items], schema[.additionalProperties]].contains { $0.map(holdsDate) ?? false }
    }
    func isDateAlias(_ name: String) -> SchemaNode.ID? {
      guard let position = positions[name], !models[position].schema.isNewtype,
        holdsDate(models[position].schema)
      else { return nil }
      return models[position].source
    }
    // A model may contain dates because another one turned out to.
    while let position = models.indices.first(where: {
      models[$0].schema.isNewtype && holdsDate(models[$0].schema)
    }) {
      models[position].schema.isNewtype = false
    }
    return models.map { model in
      var model = model
      let before = model.schema
      model.schema = before.validatingAlternatives(isDateAlias)
      // The types of its alternatives no longer express all constraints.
      if model.schema.oneOf != before.oneOf || model.schema.anyOf != before.anyOf {
        model.schema.validator = model.source
      }
      return model
    }
  }
}

extension Schema {
  /// The schema with the validators of aliases on the alternatives that refer to them, because an alias, unlike a
  /// type of its own, has no constraints.
  fileprivate func validatingAlternatives(_ validator: (String) -> SchemaNode.ID?) -> Schema {
    var schema = mappingChildren { $0.validatingAlternatives(validator) }
    for list in [\Schema.oneOf, \Schema.anyOf] {
      for position in schema[keyPath: list].indices {
        guard let name = schema[keyPath: list][position].reference?.text, let id = validator(name) else {
          continue
        }
        schema[keyPath: list][position].validator = id
      }
    }
    return schema
  }
}
