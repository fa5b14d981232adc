extension DirectionFilter {
  /// An example without the properties that don't exist in this direction.
  func filtered(_ example: Literal, of schema: Schema) -> Literal {
    switch example {
    case .object(let members):
      var parts: [Schema] = []
      var seen: Set<String> = []
      collectParts(of: schema, into: &parts, &seen)
      let properties = parts.flatMap(\.object.properties)
      let dropped = Set(parts.flatMap { droppedProperties(of: $0) })
      return .object(
        members.filter { !dropped.contains($0.name) }.map { member in
          let described =
            properties.first { $0.name.text == member.name }?.schema
            ?? parts.lazy.compactMap { $0[.additionalProperties] }.first
          return .init(
            name: member.name, value: described.map { filtered(member.value, of: $0) } ?? member.value)
        })
    case .array(let elements):
      guard let items = index.resolved(schema).schema[.items] else { return example }
      return .array(elements.map { filtered($0, of: items) })
    case .null, .boolean, .number, .string: return example
    }
  }

  /// The schema, and all schemas that describe the same value, including alternatives.
  private func collectParts(of schema: Schema, into parts: inout [Schema], _ seen: inout Set<String>) {
    parts.append(schema)
    for part in schema.allOf + schema.oneOf + schema.anyOf { collectParts(of: part, into: &parts, &seen) }
    if let reference = schema.reference?.text, let target = index[reference], seen.insert(reference).inserted
    {
      collectParts(of: target, into: &parts, &seen)
    }
  }
}
