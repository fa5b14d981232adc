extension Module {
  /// Makes deprecated properties of responses optional, because they may vanish.
  public mutating func relaxDeprecated() {
    let sent = names(
      reachedFrom: endpoints.flatMap { $0.parameters.map(\.schema) + ($0.body?.schemas ?? []) })
    let received = names(
      reachedFrom: endpoints.flatMap(\.responseSchemas) + failures.compactMap(\.payload.schema)
        + webhookSchemas
    )
    for position in schemas.indices {
      let name = schemas[position].name.text
      if received.contains(name), !sent.contains(name) { schemas[position].schema.relaxDeprecated() }
    }
    for position in endpoints.indices {
      endpoints[position].changeResponseSchemas { $0.relaxDeprecated() }
    }
    changeWebhookSchemas { $0.relaxDeprecated() }
  }

  /// The names of all schemas reachable from some.
  private func names(reachedFrom schemas: [Schema]) -> Set<String> {
    let index = SchemaIndex(self)
    var names: Set<String> = []
    var pending = schemas
    while let schema = pending.popLast() {
      let references =
        [schema.reference].compactMap(\.self) + (schema.discriminator?.mapping.map(\.schema) ?? [])
      for reference in references where names.insert(reference.text).inserted {
        if let target = index[reference.text] { pending.append(target) }
      }
      pending += schema.children
    }
    return names
  }
}

extension Schema {
  fileprivate mutating func relaxDeprecated() {
    for position in object.properties.indices {
      let schema = object.properties[position].schema
      if schema.documentation.deprecation != nil, schema.const == nil, object.properties[position].isRequired
      {
        object.properties[position].isRequired = false
        object.properties[position].isRelaxed = true
      }
    }
    self = mappingChildren { child in
      var child = child
      child.relaxDeprecated()
      return child
    }
  }
}
