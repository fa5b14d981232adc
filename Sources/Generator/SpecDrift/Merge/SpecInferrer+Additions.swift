import APIModel
import SpecInference
import TrafficEvidence

extension SpecInferrer {
  /// Infers endpoints that a spec doesn't have, and the schemas that they need besides its own.
  ///
  /// - Parameters:
  ///   - found: The endpoints, whose paths are relative to the module's.
  ///   - known: The spec.
  ///   - files: The files that they will be in.
  static func additions(_ found: [FoundEndpoint], to known: KnownSpec, in files: PlacedFiles) -> ModuleGuess {
    let successes = found.map { endpoint in
      endpoint.successes.reduce(into: Shape()) { $0.merge($1.response.success) }
    }
    let inferrer = SpecInferrer(
      found, module: known.module.name.text, envelope: known.guess(for: successes))
    return inferrer.additions(to: known, in: files)
  }

  private func additions(to known: KnownSpec, in files: PlacedFiles) -> ModuleGuess {
    var model = ModuleGuess(module: module)
    model.module.authentication = known.module.authentication
    model.crowded = notesOnLimits
    let credentials = CredentialRules(queries: known.clientParameters)
    var names = EndpointNames(basePath: 0, taken: known.takenEndpoints)
    let named = endpoints.map { endpoint in
      var name = names.name(of: endpoint)
      name.file = files.file(for: endpoint.words, suggested: name.file)
      return name
    }
    var builder = TypeBuilder()
    model.module.endpoints = builder.converge { builder in
      zip(endpoints, named).map { endpoint, name in
        var guess = guess(endpoint, name, credentials, &builder)
        guess.parameters.removeAll { known.sendsAlways($0) }
        guess.constantHeaders = known.wantedHeaders(endpoint, guess)
        let hasEnvelope = guess.envelope != nil
        guess.failures = failures(of: endpoint, name, &builder) { status, response in
          known.describesFailures(status, hasEnvelope: hasEnvelope && response.failure.count > 0)
        }
        guess.policies.authentication = authentication(endpoint, known)
        return guess
      }
    }
    model.groups = Self.withoutEndlessObjects(builder.groups)
    for (key, group) in model.groups {
      guard let name = known.schema(of: group) else { continue }
      model.groups[key]?.name = name
      model.groups[key]?.isKnown = true
    }
    Identifiers.apply(to: &model, known: known.newtypes)
    SchemaNames.apply(to: &model, besides: known.takenTypes)
    model.take(builder)
    model.nameGroups()
    return model
  }

  /// What an endpoint needs: what all endpoints need, unless requests had something else.
  private func authentication(_ endpoint: FoundEndpoint, _ known: KnownSpec) -> Policies.Authentication? {
    let usual = known.module.authentication?.indispensable ?? []
    let always = endpoint.operation.credentials.filter { $0.value >= endpoint.operation.accepted }.keys
    let names = Set(always.compactMap { known.credential($0) })
    // Files from browsers often lack credentials, so their absence says nothing.
    if names.isEmpty || names.isSubset(of: usual) {
      return known.module.authentication.map { .credentials($0) }
    }
    return .credentials([names.sorted().map { CredentialUse(name: Name(guess: $0)) }])
  }
}

extension Module {
  /// The schemas that an endpoint refers to, in the order of their use.
  func newSchemas(of endpoint: Endpoint) -> [NamedSchema] {
    var result: [NamedSchema] = []
    func visit(_ schema: Schema) {
      for name in schema.references.reversed() where !result.contains(where: { $0.name.text == name }) {
        guard let next = schemas.first(where: { $0.name.text == name }) else { continue }
        result.append(next)
        visit(next.schema)
      }
    }
    let sent = endpoint.parameters.map(\.schema) + (endpoint.body?.schemas ?? [])
    for schema in sent + endpoint.responseSchemas { visit(schema) }
    return result
  }
}
