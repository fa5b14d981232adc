import APIModel
import MockServer
import SpecInference
import TrafficEvidence

/// What a spec has already, as far as new endpoints must fit to it.
struct KnownSpec {
  let module: Module
  /// The envelope of new endpoints; nil for none.
  let envelope: Envelope?
  /// Whether new endpoints have it without saying so.
  let isDefaultEnvelope: Bool
  private let schemas: KnownSchemas

  /// - Parameter defaultEnvelope: What the module's file says.
  init(_ module: Module, defaultEnvelope: String?) {
    self.module = module
    schemas = KnownSchemas(module)
    var uses: [String: Int] = [:]
    for endpoint in module.endpoints { if let name = endpoint.envelope?.text { uses[name, default: 0] += 1 } }
    let usual = uses.max { ($0.value, $1.key) < ($1.value, $0.key) }
    let isUsual = (usual?.value ?? 0) * 2 > module.endpoints.count
    let name = defaultEnvelope ?? (isUsual ? usual?.key : nil)
    envelope = module.envelopes.first { $0.name.text == name }
    isDefaultEnvelope = defaultEnvelope != nil
  }

  // MARK: Names

  /// Names that new schemas can't have, as they become the same in Swift.
  var takenTypes: Set<String> {
    var taken = Set(module.schemas.map { Words.folded($0.name.text) })
    taken.formUnion(module.schemas.compactMap { $0.schema.swiftName.map { Words.folded($0.text) } })
    taken.formUnion(module.slices.map { Words.folded($0.name.text) })
    taken.formUnion(module.envelopes.map { Words.folded($0.name.text) })
    taken.insert(Words.folded(module.name.text))
    for endpoint in module.endpoints {
      taken.insert(Words.folded(endpoint.name.text + "Request"))
      if let name = endpoint.swiftName { taken.insert(Words.folded(name.text)) }
      taken.formUnion(endpoint.group.map { Words.folded($0.text) })
    }
    return taken
  }

  /// Names that new endpoints can't have.
  var takenEndpoints: Set<String> {
    var taken: Set<String> = []
    for endpoint in module.endpoints {
      taken.insert(Words.folded(endpoint.name.text))
      taken.insert(Words.folded(endpoint.operation))
      taken.formUnion(endpoint.group.map { Words.folded($0.text) })
    }
    for name in takenTypes where name.hasSuffix("request") { taken.insert(String(name.dropLast(7))) }
    return taken
  }

  /// The types of identifiers, with the JSON types of their values.
  var newtypes: [String: JSONType] {
    var result: [String: JSONType] = [:]
    for entry in module.schemas where entry.schema.isNewtype && entry.schema.format == nil {
      if entry.schema.types == [.integer] { result[entry.name.text] = .integer }
      if entry.schema.types == [.string], entry.schema.pattern == nil { result[entry.name.text] = .string }
    }
    return result
  }

  /// The name of the schema that objects with these members have.
  func schema(of group: SchemaGroup) -> String? { schemas.name(of: group) }

  // MARK: Parameters

  /// The parameters that are set once on the client, and credentials in the query, by their names in requests.
  var clientParameters: Set<String> {
    var names = Set(module.clientParameters.map(\.name.text))
    for credential in module.credentials {
      if case .apiKey(.query, let name, _) = credential.scheme { names.insert(name.text) }
    }
    return names
  }

  /// Whether all requests have what a parameter is for: a parameter of the client, a credential or a constant.
  func sendsAlways(_ parameter: Parameter) -> Bool {
    guard parameter.location == .header else { return clientParameters.contains(parameter.name.text) }
    var fields = module.clientParameters.filter { $0.location == .header }.map(\.name.text)
    fields += module.constantHeaders.map(\.name.text)
    for credential in module.credentials {
      if case .apiKey(.header, let name, _) = credential.scheme { fields.append(name.text) }
    }
    // Names of header fields don't depend on case.
    return fields.contains { $0.lowercased() == parameter.name.text.lowercased() }
  }

  /// The constant header fields of a new endpoint that the module doesn't have.
  func wantedHeaders(_ found: FoundEndpoint, _ endpoint: Endpoint) -> [ConstantHeader] {
    [module.mediaType(wantedBy: found, endpoint)].compactMap(\.self).filter { header in
      !module.constantHeaders.contains { $0.name.text.lowercased() == header.name.text.lowercased() }
    }
  }

  /// The credential that requests with evidence of it have; nil if the module has none like it.
  func credential(_ source: String) -> String? {
    let parts = source.split(separator: " ", maxSplits: 2).map { $0.lowercased() }
    return module.credentials.first { credential in
      switch credential.scheme {
      case .bearer, .oauth2: source == "bearer"
      case .basic: source == "basic"
      case .apiKey(let place, let name, let prefix):
        // A spec without a prefix leaves it to the key.
        parts.prefix(2) == [place.rawValue, name.text.lowercased()]
          && (prefix == nil || parts.count == 3 && prefix?.lowercased() == parts[2] + " ")
      }
    }?.name.text
  }

  // MARK: Envelopes

  /// The envelope as inference takes it.
  ///
  /// - Parameter responses: Responses of new endpoints. Keys beside their payload that the envelope doesn't have will be its own.
  func guess(for responses: [Shape]) -> EnvelopeGuess? {
    guard let envelope else { return nil }
    let index = SchemaIndex(module)
    var names = index.flattenedObject(envelope.schema)?.properties.map(\.name.text) ?? []
    if let key = envelope.payload?.text {
      for response in responses {
        let keys = response.objects?.all.fields.map(\.name) ?? []
        let known = keys.count { $0 == key || names.contains($0) }
        guard keys.contains(key), known * 2 > keys.count else { continue }
        names += keys.filter { $0 != key && !names.contains($0) }
      }
    }
    return EnvelopeGuess(
      payload: envelope.payload?.text, members: Members(names: names.filter { $0 != envelope.payload?.text }),
      name: envelope.name.text)
  }

  /// Whether something describes the bodies of an endpoint's failures with a status.
  func describesFailures(_ status: Int, hasEnvelope: Bool) -> Bool {
    hasEnvelope && envelope?.failure != nil || module.failures.contains { $0.statuses.contains(status) }
  }
}
