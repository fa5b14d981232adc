import APIModel
import Diagnostics
import SpecReader

extension Module {
  /// Makes deprecated properties of answers optional, because they may vanish.
  mutating func relaxDeprecated() {
    let sent = names(
      reachedFrom: endpoints.flatMap { $0.parameters.map(\.schema) + ($0.body?.schemas ?? []) })
    let received = names(
      reachedFrom: endpoints.flatMap(\.answerSchemas) + failures.compactMap(\.payload.schema) + webhookSchemas
    )
    for position in schemas.indices {
      let name = schemas[position].name.text
      if received.contains(name), !sent.contains(name) { schemas[position].schema.relaxDeprecated() }
    }
    for position in endpoints.indices {
      endpoints[position].changeAnswerSchemas { $0.relaxDeprecated() }
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

  /// Drops discriminators that have the same value for two alternatives, and reports them.
  mutating func dropAmbiguousDiscriminators(_ findings: Findings) {
    let index = SchemaIndex(self)
    func change(_ schema: inout Schema) {
      schema = schema.mappingChildren { child in
        var child = child
        change(&child)
        return child
      }
      guard let discriminator = schema.discriminator else { return }
      let values = index.forms(ofUnion: schema).forms.flatMap { form -> [String] in
        if case .tags(let values) = form { values } else { [] }
      }
      var seen: Set<String> = []
      guard let value = values.first(where: { !seen.insert($0).inserted }) else { return }
      findings.leaveOut(
        "'\(abbreviate(value))' stands for several alternatives, so '\(abbreviate(discriminator.property.text))' doesn't tell them apart",
        at: discriminator.property.span)
      schema.discriminator = nil
    }
    for position in schemas.indices { change(&schemas[position].schema) }
    for position in endpoints.indices {
      endpoints[position].changeSentSchemas(change)
      endpoints[position].changeAnswerSchemas(change)
    }
    changeWebhookSchemas(change)
  }
}

extension Endpoint {
  /// Changes the schemas of parameters and the body.
  mutating func changeSentSchemas(_ change: (inout Schema) -> Void) {
    for position in parameters.indices { change(&parameters[position].schema) }
    guard var schemas = body?.schemas, !schemas.isEmpty else { return }
    for position in schemas.indices { change(&schemas[position]) }
    body?.schemas = schemas
  }
}

extension Schema {
  fileprivate mutating func relaxDeprecated() {
    for position in object.properties.indices {
      let schema = object.properties[position].schema
      if schema.documentation.deprecation != nil, schema.const == nil {
        object.properties[position].isRequired = false
      }
    }
    self = mappingChildren { child in
      var child = child
      child.relaxDeprecated()
      return child
    }
  }
}
