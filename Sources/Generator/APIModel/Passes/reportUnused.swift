import Diagnostics

extension API {
  /// Warns of schemas, envelopes, other servers and credentials that no endpoint, slice or other used definition refers to.
  ///
  /// A module without endpoints is a collection of schemas, all of which count as used. So do definitions from
  /// libraries and OpenAPI documents, whose unused ones are nobody's mistake.
  public func reportUnused(into sink: inout DiagnosticSink) {
    for module in modules
    where module.origin == .specs && (!module.endpoints.isEmpty || module.webhooks != nil) {
      let used = module.reachableSchemas()
      for schema in module.schemas where schema.library == nil && !used.contains(schema.name.text) {
        sink.warning(
          .unusedDefinition, "schema '\(schema.name.text)' is not used by any endpoint", at: schema.name.span)
      }
      let envelopes = Set(module.endpoints.compactMap { $0.envelope?.text })
      for envelope in module.envelopes
      where envelope.library == nil && !envelopes.contains(envelope.name.text) {
        sink.warning(
          .unusedDefinition, "envelope '\(envelope.name.text)' is not used by any endpoint",
          at: envelope.name.span)
      }
      let servers = Set(module.endpoints.compactMap { $0.otherServer?.text })
      for server in module.otherServers where server.isNamed && !servers.contains(server.name.text) {
        sink.warning(
          .unusedDefinition, "no endpoint uses the other server '\(server.name.text)'", at: server.name.span)
      }
      for credential in module.unusedCredentials {
        sink.warning(
          .unusedDefinition, "no endpoint needs the credential '\(credential.name.text)'",
          at: credential.name.span)
      }
    }
  }
}

extension Module {
  /// The credentials that neither the module nor an endpoint needs.
  fileprivate var unusedCredentials: [CredentialDefinition] {
    var uses = authentication ?? []
    for endpoint in endpoints {
      if case .credentials(let own) = endpoint.policies.authentication { uses += own }
    }
    let used = Set(uses.joined().map(\.name.text))
    return credentials.filter { !used.contains($0.name.text) }
  }

  /// The names of all schemas reachable from endpoints, client parameters, used envelopes and slices.
  public func reachableSchemas() -> Set<String> {
    var walk = Reachability(index: SchemaIndex(self))
    for parameter in clientParameters { walk.visit(parameter.schema) }
    let envelopesInUse = Set(endpoints.compactMap { $0.envelope?.text })
    for envelope in envelopes where envelopesInUse.contains(envelope.name.text) {
      walk.visit(envelope.schema)
    }
    for slice in slices { walk.visit(named: slice.base.text) }
    if endpoints.contains(where: \.sharesFailures) {
      for failure in failures { if let schema = failure.payload.schema { walk.visit(schema) } }
    }
    for schema in endpoints.flatMap(\.schemas) + webhookSchemas { walk.visit(schema) }
    return walk.seen
  }

  /// The names of all schemas that these lead to.
  public func schemas(reachableFrom schemas: [Schema], in index: SchemaIndex) -> Set<String> {
    var walk = Reachability(index: index)
    for schema in schemas { walk.visit(schema) }
    return walk.seen
  }
}

extension Endpoint {
  /// The schemas of its parameters, its bodies and its responses.
  public var schemas: [Schema] { parameters.map(\.schema) + (body?.schemas ?? []) + responseSchemas }
}

private struct Reachability {
  let index: SchemaIndex
  var seen: Set<String> = []

  /// A loop, because chains of schemas may have any length.
  mutating func visit(_ schema: Schema) {
    var pending = [schema]
    while let schema = pending.popLast() {
      let names = [schema.reference].compactMap(\.self) + (schema.discriminator?.mapping.map(\.schema) ?? [])
      for name in names {
        if let named = index[name.text], seen.insert(name.text).inserted { pending.append(named) }
      }
      pending += schema.children
    }
  }

  mutating func visit(named name: String) {
    guard let schema = index[name], seen.insert(name).inserted else { return }
    visit(schema)
  }
}
