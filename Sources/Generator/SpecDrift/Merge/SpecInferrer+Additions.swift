import APIModel
import SpecInference
import TrafficEvidence

extension SpecInferrer {
  /// Infers endpoints that a spec doesn't have, and the schemas that it needs besides its own.
  ///
  /// - Parameters:
  ///   - found: The endpoints, whose paths are relative to the module's.
  ///   - known: The spec.
  ///   - files: The files that they will be in.
  static func additions(_ found: [FoundEndpoint], to known: KnownSpec, in files: PlacedFiles) -> SpecModel {
    let successes = found.map { endpoint in
      endpoint.successes.reduce(into: Shape()) { $0.merge($1.response.success) }
    }
    let inferrer = SpecInferrer(
      found, module: known.module.name.text, envelope: known.guess(for: successes))
    return inferrer.additions(to: known, in: files)
  }

  private func additions(to known: KnownSpec, in files: PlacedFiles) -> SpecModel {
    var model = SpecModel(module: module)
    model.envelope = envelope
    let credentials = CredentialRules(queries: known.clientParameters)
    var names = EndpointNames(basePath: 0, taken: known.takenEndpoints)
    let named = endpoints.map { endpoint in
      var name = names.name(of: endpoint)
      name.file = files.file(for: endpoint.words, suggested: name.file)
      return name
    }
    var builder = TypeBuilder()
    model.endpoints = builder.converge { builder in
      zip(endpoints, named).map { endpoint, name in
        var guess = guess(endpoint, name, credentials, &builder)
        guess.parameters.removeAll { known.clientParameters.contains($0.wireName ?? $0.name) }
        guess.failures = failures(of: endpoint, guess, name, known, &builder)
        return guess
      }
    }
    model.groups = Self.withoutEndlessObjects(builder.groups)
    for (key, group) in model.groups {
      guard let name = known.schema(of: group) else { continue }
      model.groups[key]?.name = name
      model.groups[key]?.isKnown = true
    }
    for (place, endpoint) in endpoints.enumerated() {
      model.endpoints[place].authentication = authentication(endpoint, known)
    }
    Identifiers.apply(to: &model, known: known.newtypes)
    SchemaNames.apply(to: &model, besides: known.takenTypes)
    model.take(builder)
    return model
  }

  /// The bodies of failures that nothing else describes.
  private func failures(
    of endpoint: FoundEndpoint, _ guess: EndpointGuess, _ name: EndpointNames.Name, _ known: KnownSpec,
    _ builder: inout TypeBuilder
  ) -> [(status: Int, body: FailureBody)] {
    endpoint.operation.responses.sorted { $0.key < $1.key }.compactMap { status, response in
      guard (400..<500).contains(status),
        !known.describesFailures(status, hasEnvelope: guess.hasEnvelope && response.failure.count > 0)
      else { return nil }
      guard response.failure.count > 0 else { return (status, FailureBody(response)) }
      let place = TypeBuilder.Place(
        name: "failure", type: "Failure", rank: 2, owner: name.endpoint, file: name.file)
      return (status, .json(builder.guess(response.failure, at: place)))
    }
  }

  /// What an endpoint needs besides what all endpoints need; nil for nothing.
  private func authentication(_ endpoint: FoundEndpoint, _ known: KnownSpec) -> SpecAuthentication? {
    let usual = known.module.authentication?.indispensable ?? []
    let always = endpoint.operation.credentials.filter { $0.value >= endpoint.operation.accepted }.keys
    let names = Set(always.compactMap { known.credential($0) })
    // Files from browsers often lack credentials, so their absence says nothing.
    return names.isEmpty || names.isSubset(of: usual) ? nil : .required(names.sorted())
  }
}

extension SpecModel {
  /// The groups that become schemas of an endpoint, in the order of their use; not those that the spec has.
  func newGroups(of endpoint: EndpointGuess) -> [String] {
    var result: [String] = []
    func visit(_ guess: Guess) {
      for key in guess.groups where !result.contains(key) {
        guard let group = groups[key], !group.isKnown else { continue }
        result.append(key)
        switch group.content {
        case .object(let properties): for property in properties { visit(property.guess) }
        case .union(_, let keys): for key in keys { visit(Guess(.group(key))) }
        }
      }
    }
    for parameter in endpoint.parameters + endpoint.parts { visit(parameter.guess) }
    if let body = endpoint.body { visit(body.guess) }
    for (_, response) in endpoint.responses { if case .json(let guess) = response { visit(guess) } }
    for failure in endpoint.failures { if let guess = failure.body.guess { visit(guess) } }
    return result
  }
}
