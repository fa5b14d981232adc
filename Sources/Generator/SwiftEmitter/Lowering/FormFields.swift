import APIModel

/// How the texts of a webhook's form become values.
struct FormFields {
  let index: SchemaIndex

  /// What the named fields are, those that a pattern matches, and all others.
  func form(_ form: Schema) -> WebhookLowering.Event.Form {
    let resolved = index.resolved(form).schema
    let object = index.flattenedObject(resolved)
    let patterns = (object?.patterns ?? resolved.object.patternProperties).map { entry in
      (pattern: entry.name, kind: kind(of: entry.schema))
    }
    let additional = (object?.additional ?? resolved[.additionalProperties]).flatMap { $0.isNever ? nil : $0 }
    let others = additional.flatMap(kind)
    // If all of them are the same, their names don't matter.
    let kinds = Set(patterns.map { $0.kind } + (additional == nil ? [] : [others]))
    let isUniform = kinds.count <= 1
    let common = isUniform ? kinds.first.flatMap(\.self) : others
    let hasKinds = kinds.contains { $0 != nil }
    let fields = (object?.properties ?? []).compactMap { property -> (name: String, kind: String)? in
      let name = property.name.text
      if let kind = kind(of: property.schema) { return (name, kind) }
      // The brackets of a name that isn't listed aren't a part of it.
      if name.hasSuffix("[]") { return (name, "text") }
      // What is said about other fields doesn't apply to this one.
      return hasKinds ? (name, "any") : nil
    }
    return WebhookLowering.Event.Form(
      fields: fields,
      patterns: isUniform ? [] : patterns.map { ($0.pattern, $0.kind ?? "any") },
      others: common)
  }

  /// Nil where a text is possible, and so is a list of them.
  private func kind(of schema: Schema) -> String? {
    var schema = schema
    // An empty text is no JSON, so it stays one, and doesn't make the others texts. One text is a list where a list is expected.
    let mayBeEmpty = schema.lenience.remove(.emptyAsNull) != nil
    schema.lenience.remove(.singleAsList)
    let types = ValueTypes(of: schema, in: index).types.subtracting([.null])
    if types.contains(.string) { return types.contains(.array) ? nil : "text" }
    guard types == [.array] else { return "json" }
    let items = index.resolved(schema).schema[.items]
    let isText = items.map { ValueTypes(of: $0, in: index).types.contains(.string) } ?? true
    return isText ? mayBeEmpty ? "listOrEmpty" : "list" : "jsonList"
  }
}
