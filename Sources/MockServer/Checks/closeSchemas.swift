import APIModel

extension Module {
  /// The module with enumerations and unions in its requests that accept only what is listed, unless the spec says that
  /// they are open, and integers of any size. Clients accept any value there, because a service may add some; as a
  /// service, the server doesn't.
  func closingRequests() -> Module {
    var module = self
    for position in schemas.indices {
      module.schemas[position].schema = schemas[position].schema.closed()
    }
    for position in clientParameters.indices {
      module.clientParameters[position].schema = clientParameters[position].schema.closed()
    }
    for position in endpoints.indices {
      for number in endpoints[position].parameters.indices {
        module.endpoints[position].parameters[number].schema =
          endpoints[position].parameters[number].schema.closed()
      }
      guard let schemas = endpoints[position].body?.schemas else { continue }
      module.endpoints[position].body?.schemas = schemas.map { $0.closed() }
    }
    return module
  }
}

extension Schema {
  fileprivate func closed() -> Schema {
    var schema = mappingChildren { $0.closed() }
    let isOpenByDefault = schema.enumeration != nil || !schema.oneOf.isEmpty || !schema.anyOf.isEmpty
    if isOpenByDefault, schema.isOpen == nil { schema.isOpen = false }
    // Swift's `Int` has limits, which a JSON integer doesn't have.
    if schema.types == [.integer], schema.format == nil { schema.format = .other("integer") }
    return schema
  }
}
