import APIModel

extension Module {
  /// The module with requests whose enumerations and unions accept only listed values, unless the spec opens them, and whose
  /// integers have any size. Clients accept any value there, because a service may add some; the server is the service.
  package func closingRequests() -> Module {
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
    // Unlike Swift's `Int`, a JSON integer has no limits.
    if schema.types == [.integer], schema.format == nil { schema.format = .other("integer") }
    return schema
  }
}
