import APIModel

/// Undoes what exporting adds for other tools: parameters and failures that are repeated in each operation, and
/// envelopes.
struct PlainReading {
  private let document: ExportedDocument
  /// The wire names of the client's parameters.
  private let client: Set<String>
  /// The header fields of every request, in lower case.
  private let headers: Set<String>
  private let failures: [SpecValue.Entry]
  /// The names of credentials in paths.
  private let pathCredentials: Set<String>

  init(_ document: ExportedDocument) {
    self.document = document
    let root = document.root.saying
    let listed = root["module"]?["parameters"]?.texts ?? []
    let definitions = root["parameters"]?.entries ?? []
    client = Set(
      listed.map { label in
        let definition = definitions.first { SpecExtension.bareName($0.key) == label }
        return definition?.value["name"]?.text ?? label
      })
    headers = Set((root["module"]?["headers"]?.entries ?? []).map { $0.key.lowercased() })
    failures = root["module"]?["failures"]?.entries ?? []
    let credentials = root["module"]?["credentials"]?.entries ?? []
    pathCredentials = Set(credentials.compactMap { $0.value["path"]?.text })
  }

  // MARK: Models

  /// The module with one endpoint for several methods, and only with the endpoints' own parameters.
  func withoutRepetitions(_ module: Module) -> Module {
    var result = module
    result.endpoints = []
    var further: [String: [Endpoint.Method]] = [:]
    var known: Set<String> = []
    let exported = document.exportedIDs
    for var endpoint in module.endpoints {
      let id = document.id(of: endpoint)
      let saying = document.operations[id]?.part.saying
      if let main = saying?["method-of"]?.text {
        further[main, default: []] += endpoint.methods
        continue
      }
      // Two operations of a document can be one endpoint of a spec.
      guard known.insert(id).inserted || !exported.contains(id) else { continue }
      if let saying { removeParameters(from: &endpoint, saying) }
      widenStatus(of: &endpoint)
      result.endpoints.append(endpoint)
    }
    for position in result.endpoints.indices {
      let id = document.id(of: result.endpoints[position])
      result.endpoints[position].methods += further[id] ?? []
    }
    return result
  }

  /// Removes the parameters of the client, of policies and of constant header fields.
  private func removeParameters(from endpoint: inout Endpoint, _ saying: SpecExtension) {
    let own = Set((saying["headers"]?.entries ?? []).map { $0.key.lowercased() })
    let partial = [saying["partial"]?["fields"]?.text, saying["partial"]?["extra"]?.text].compactMap(\.self)
    endpoint.parameters.removeAll { parameter in
      let name = parameter.name.text
      switch parameter.location {
      case .path: return pathCredentials.contains(name)
      case .url: return false
      case .header:
        let lowered = name.lowercased()
        return client.contains(name)
          || parameter.schema.const != nil && (headers.contains(lowered) || own.contains(lowered))
      case .query, .cookie, .form: return client.contains(name) || partial.contains(name)
      }
    }
  }

  /// A document needs one status where a spec means all successful ones.
  private func widenStatus(of endpoint: inout Endpoint) {
    let successful = endpoint.responses.indices.filter { endpoint.responses[$0].statuses.lowerBound < 300 }
    guard !successful.isEmpty, successful.count == endpoint.responses.count,
      successful.allSatisfy({ endpoint.responses[$0].statuses == 200...200 })
    else { return }
    for position in successful { endpoint.responses[position].statuses = 200...299 }
  }

  // MARK: Words

  /// Removes the envelope from the response, and the module's failures.
  func unwrap(_ entries: inout [SpecValue.Entry], _ saying: SpecExtension) {
    if let position = entries.firstIndex(where: { $0.key == "failures" }) {
      entries[position].value.entries.removeAll { entry in
        failures.contains { $0.key == entry.key && ($0.value["schema"] ?? $0.value) == entry.value }
      }
      if entries[position].value.entries.isEmpty { entries.remove(at: position) }
    }
    guard let name = saying["envelope"]?.text,
      let envelope = document.root.saying["envelopes"]?[name]?["properties"]?.entries,
      let position = entries.firstIndex(where: { $0.key == "response" })
    else { return }
    let body = entries[position].value["json"] ?? entries[position].value
    guard let payload = payload(of: body, in: envelope) else { return }
    let rest = entries[position].value.entries.filter { $0.key == "headers" }
    if rest.isEmpty, ![SpecValue.text("bytes"), .text("string")].contains(payload) {
      entries[position].value = payload
    } else {
      entries[position].value = .map([.init(key: "json", value: payload)] + rest)
    }
  }

  private func payload(of body: SpecValue, in envelope: [SpecValue.Entry]) -> SpecValue? {
    guard let properties = body["properties"]?.entries else { return nil }
    if let place = envelope.first(where: { $0.value == .text("payload") }) {
      let name = SpecExtension.bareName(place.key)
      return properties.first { SpecExtension.bareName($0.key) == name }?.value
    }
    let own = Set(envelope.map { SpecExtension.bareName($0.key) })
    var body = body.entries
    for position in body.indices where body[position].key == "properties" {
      body[position].value.entries.removeAll { own.contains(SpecExtension.bareName($0.key)) }
    }
    return .map(body)
  }
}
