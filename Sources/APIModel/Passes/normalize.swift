extension API {
  /// Replaces every schema that says nothing but one `allOf` part by that part: OpenAPI's way to put a description beside a
  /// reference.
  public func normalized() -> API {
    var api = self
    for position in api.modules.indices { api.modules[position].normalize() }
    return api
  }
}

extension Module {
  fileprivate mutating func normalize() {
    for position in schemas.indices { schemas[position].schema.normalize() }
    for position in envelopes.indices { envelopes[position].schema.normalize() }
    for position in clientParameters.indices { clientParameters[position].schema.normalize() }
    for position in endpoints.indices { endpoints[position].normalize() }
  }
}

extension Endpoint {
  fileprivate mutating func normalize() {
    for position in parameters.indices { parameters[position].schema.normalize() }
    if case .json(var schema) = body {
      schema.normalize()
      body = .json(schema)
    }
    for position in responses.indices {
      guard case .json(var schema) = responses[position].payload else { continue }
      schema.normalize()
      responses[position].payload = .json(schema)
    }
  }
}

extension Schema {
  fileprivate mutating func normalize() { self = normalized() }

  private func normalized() -> Schema {
    let schema = mappingChildren { $0.normalized() }
    guard schema.allOf.count == 1, let part = schema.allOf.first, schema.assertsOnlyParts else {
      return schema
    }
    return part.annotated(by: schema)
  }

  /// Whether the schema would allow anything without its `allOf`.
  private var assertsOnlyParts: Bool {
    var rest = Schema(span: span)
    rest.allOf = allOf
    rest.isNullable = isNullable
    rest.copyAnnotations(of: self)
    return rest == self
  }

  private mutating func copyAnnotations(of other: Schema) {
    documentation = other.documentation
    defaultValue = other.defaultValue
    examples = other.examples
    isReadOnly = other.isReadOnly
    isWriteOnly = other.isWriteOnly
    contentEncoding = other.contentEncoding
    contentMediaType = other.contentMediaType
    swiftName = other.swiftName
    isNewtype = other.isNewtype
    isOpen = other.isOpen
    lenience = other.lenience
    isSecret = other.isSecret
  }

  /// The schema with what another one around it says: that wins where there can be only one.
  private func annotated(by outer: Schema) -> Schema {
    var schema = self
    schema.span = outer.span
    if outer.documentation.summary != nil || outer.documentation.details != nil {
      schema.documentation.summary = outer.documentation.summary
      schema.documentation.details = outer.documentation.details
    }
    schema.documentation.deprecation = outer.documentation.deprecation ?? documentation.deprecation
    if types != [.null] { schema.isNullable = isNullable || outer.isNullable }
    schema.defaultValue = outer.defaultValue ?? defaultValue
    if !outer.examples.isEmpty { schema.examples = outer.examples }
    schema.isReadOnly = isReadOnly || outer.isReadOnly
    schema.isWriteOnly = isWriteOnly || outer.isWriteOnly
    schema.contentEncoding = outer.contentEncoding ?? contentEncoding
    schema.contentMediaType = outer.contentMediaType ?? contentMediaType
    schema.swiftName = outer.swiftName ?? swiftName
    schema.isNewtype = isNewtype || outer.isNewtype
    schema.isOpen = outer.isOpen ?? isOpen
    schema.lenience = lenience.union(outer.lenience)
    schema.isSecret = isSecret || outer.isSecret
    return schema
  }
}
