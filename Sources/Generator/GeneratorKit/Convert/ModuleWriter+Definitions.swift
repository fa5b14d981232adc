import APIModel

/// What a folder defines beside a document.
extension ModuleWriter {
  /// The top-level keys of definitions, except for schemas and endpoints.
  package var definitions: [(String, SpecValue?)] {
    let parameters = module.clientParameters.map { endpoints.entry($0) }
    let envelopes = module.envelopes.map { ($0.name.text, Optional(envelope($0))) }
    let slices = module.slices.map { ($0.name.text, Optional(slice($0))) }
    return [
      ("parameters", parameters.isEmpty ? nil : .map(parameters)),
      ("errors", EndpointWriter.errors(module.errors)),
      ("envelopes", envelopes.isEmpty ? nil : .map(envelopes)),
      ("slices", slices.isEmpty ? nil : .map(slices)),
    ]
  }

  /// The names of the parameters that the client has.
  var clientParameters: SpecValue? {
    let names = module.clientParameters.map { ($0.label ?? $0.name).text }
    return names.isEmpty ? nil : .texts(names)
  }

  var tokenFlow: SpecValue? {
    module.tokenFlow.map { flow in
      .map([
        ("login", flow.login.map { .text($0.text) }), ("prolongate", flow.prolongate.map { .text($0.text) }),
        ("logout", flow.logout.map { .text($0.text) }),
      ])
    }
  }

  /// How messages from the service are signed.
  static func signature(_ signature: Webhooks.Signature) -> SpecValue {
    guard case .hmac(let hmac) = signature else {
      if case .known(let known) = signature { return .text(known.rawValue) }
      return .map([] as [(String, SpecValue?)])
    }
    let content = hmac.parts.map { part in
      switch part {
      case .text(let text): text
      case .body: "{body}"
      case .timestamp: "{timestamp}"
      case .id: "{id}"
      case .url: "{url}"
      case .form: "{form}"
      }
    }
    return .map([
      ("header", .text(hmac.field.text)), ("prefix", SpecValue.words(hmac.prefix)),
      ("algorithm", hmac.algorithm == .sha256 ? nil : .text(hmac.algorithm.rawValue)),
      ("encoding", hmac.encoding == .hex ? nil : .text(hmac.encoding.rawValue)),
      ("content", hmac.parts == [.body] ? nil : .text(content.joined())),
      ("timestamp", hmac.timestampField.map { .text($0.text) }), ("id", hmac.idField.map { .text($0.text) }),
      ("tolerance", hmac.tolerance.map { .text("\($0) s") }),
    ])
  }

  func refusals(of credential: CredentialDefinition) -> SpecValue? {
    let value = SpecValue.map([
      ("statuses", credential.refusalStatuses.map { .list($0.map { .plain(String($0)) }) }),
      ("errors", PolicyWriter(module: module).errors(credential.refusalErrors)),
    ])
    return value.entries.isEmpty ? nil : value
  }

  private func slice(_ slice: Slice) -> SpecValue {
    .map([
      ("of", .text(schemas.names[slice.base.text] ?? slice.base.text)),
      ("fields", .texts(slice.fields.map(\.text))),
      ("summary", slice.documentation.summary.flatMap(SpecValue.words)),
      ("docs", slice.documentation.details.flatMap(SpecValue.words)),
      ("deprecated", SchemaWriter.deprecation(slice.documentation.deprecation)),
    ])
  }

  private func envelope(_ envelope: Envelope) -> SpecValue {
    var entries = schemas.entries(envelope.schema)
    if let name = envelope.payload {
      let hole = SpecValue.Entry(
        key: SchemaWriter.marked(name.text, isOptional: true), value: .text("payload"))
      if let place = entries.firstIndex(where: { $0.key == "properties" }) {
        entries[place].value.entries.append(hole)
      } else {
        entries.append(.init(key: "properties", value: .map([hole])))
      }
    } else {
      entries.append(.init(key: "payload", value: .text("rest")))
    }
    if let failure = envelope.failure {
      let when: SpecValue =
        failure.value.map { .map([(failure.property.text, SchemaWriter.literal($0))]) }
        ?? .text(failure.property.text)
      entries.append(
        .init(key: "failure", value: .map([("when", when)] + EndpointWriter.paths(failure.paths))))
    }
    return .map(entries)
  }
}
