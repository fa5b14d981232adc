extension Module {
  /// Calls a closure with every schema of the module: named schemas, parameters, envelopes, bodies, responses, failures, webhooks.
  package mutating func changeSchemas(_ change: (inout Schema) -> Void) {
    for position in schemas.indices { change(&schemas[position].schema) }
    for position in envelopes.indices { change(&envelopes[position].schema) }
    for position in clientParameters.indices { change(&clientParameters[position].schema) }
    for position in failures.indices { failures[position].payload.changeSchema(change) }
    for position in endpoints.indices { endpoints[position].changeSchemas(change) }
    changeWebhookSchemas(change)
  }

  /// Every schema of the module that isn't a part of another one.
  package var allSchemas: [Schema] {
    var (module, schemas) = (self, [Schema]())
    module.changeSchemas { schemas.append($0) }
    return schemas
  }
}

extension Endpoint {
  fileprivate mutating func changeSchemas(_ change: (inout Schema) -> Void) {
    changeSentSchemas(change)
    changeResponseSchemas(change)
  }

  /// Changes the schemas of parameters and the body.
  package mutating func changeSentSchemas(_ change: (inout Schema) -> Void) {
    for position in parameters.indices { change(&parameters[position].schema) }
    guard var schemas = body?.schemas, !schemas.isEmpty else { return }
    for position in schemas.indices { change(&schemas[position]) }
    body?.schemas = schemas
  }
}
