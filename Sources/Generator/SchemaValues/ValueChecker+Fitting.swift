import APIModel

extension ValueChecker {
  /// A value that was written without knowing its schema, adapted to the schema: `1.10` is text where a string is
  /// expected. Other values stay as they are.
  public func fitted(_ value: Literal, to schema: Schema, depth: Int = 0) -> Literal {
    guard depth < 100 else { return value }
    let resolved = index.resolved(schema).schema
    switch value {
    case .null, .string: return value
    case .number(let number): return takesOnlyText(resolved) ? .string(number.text) : value
    case .boolean(let flag): return takesOnlyText(resolved) ? .string(flag ? "true" : "false") : value
    case .array(let items):
      let tuple = resolved.array.prefixItems
      return .array(
        items.enumerated().map { position, item in
          let element = position < tuple.count ? tuple[position] : resolved[.items]
          return element.map { fitted(item, to: $0, depth: depth + 1) } ?? item
        })
    case .object(let members):
      guard let schema = alternative(for: value, of: resolved) else { return value }
      let object = object(schema)
      return .object(
        members.map { member in
          let part =
            object?.property(member.name)?.schema ?? object?.additional ?? schema[.additionalProperties]
          guard let part else { return member }
          return .init(name: member.name, value: fitted(member.value, to: part, depth: depth + 1))
        })
    }
  }

  private func takesOnlyText(_ schema: Schema) -> Bool {
    guard schema.lenience.isEmpty else { return false }
    return ValueTypes(of: schema, in: index).types.subtracting([.null]) == [.string]
  }

  /// The alternative of a union that an object is meant to be; otherwise the schema itself.
  private func alternative(for value: Literal, of schema: Schema) -> Schema? {
    guard case .union = index.shape(of: schema) else { return schema }
    let union = index.forms(ofUnion: schema)
    let tag = union.discriminator.flatMap { value.member($0)?.tagText }
    for (alternative, form) in zip(schema.oneOf + schema.anyOf, union.forms) {
      let isMeant =
        switch form {
        case .types(let types): types.contains(.object)
        case .tags(let tags): tag.map(tags.contains) ?? false
        case .keys(let keys): keys.contains { value.member($0) != nil }
        }
      if isMeant { return index.resolved(alternative).schema }
    }
    return nil
  }
}

extension API {
  /// Drops the examples of documents that their schemas don't accept: documents contain wrong ones. In specs, these have been
  /// reported.
  public func keepingValidExamples() -> API {
    var api = self
    for position in api.modules.indices where api.modules[position].origin == .document {
      api.modules[position].changeExamples { checker, example, schema in
        checker.isAccepted(example, schema) ? example : nil
      }
    }
    return api
  }
}

extension Module {
  /// Adapts the examples of all schemas to the schemas.
  public mutating func fitExamples() { changeExamples { $0.fitted($1, to: $2) } }

  fileprivate mutating func changeExamples(_ change: (ValueChecker, Literal, Schema) -> Literal?) {
    let checker = ValueChecker(SchemaIndex(self))
    func fit(_ schema: inout Schema) {
      if schema.hasExamples { schema = schema.changingExamples { change(checker, $0, $1) } }
    }
    for position in schemas.indices { fit(&schemas[position].schema) }
    for position in envelopes.indices { fit(&envelopes[position].schema) }
    for position in clientParameters.indices { fit(&clientParameters[position].schema) }
    for position in failures.indices { failures[position].payload.changeSchema(fit) }
    for position in endpoints.indices {
      endpoints[position].changeSentSchemas(fit)
      endpoints[position].changeResponseSchemas(fit)
    }
  }
}

extension Schema {
  fileprivate func changingExamples(_ change: (Literal, Schema) -> Literal?) -> Schema {
    var schema = mappingChildren { $0.hasExamples ? $0.changingExamples(change) : $0 }
    schema.examples = schema.examples.compactMap { change($0, schema) }
    return schema
  }

  fileprivate var hasExamples: Bool { !examples.isEmpty || children.contains(where: \.hasExamples) }
}
