import APIModel
import SpecReader

/// Writes endpoints in the spec language.
package struct EndpointWriter {
  let schemas: SchemaWriter
  let module: Module
  /// The envelope that endpoints have without saying so; nil for none.
  let usualEnvelope: String?

  package func value(_ endpoint: Endpoint) -> SpecValue {
    let words = schemas.documentation(endpoint.documentation)
    var list: [(String, SpecValue?)] = methods(of: endpoint)
    list += [
      ("swiftName", endpoint.swiftName.map { .text($0.text) }),
      ("summary", words.summary.flatMap(SpecValue.words)), ("docs", words.details.flatMap(SpecValue.words)),
      ("deprecated", SchemaWriter.deprecation(words.deprecation)),
      ("servers", endpoint.servers.map { .texts($0.map(ModuleWriter.serverName)) }),
      ("server", server(of: endpoint)),
      ("headers", endpoint.constantHeaders.isEmpty ? nil : ModuleWriter.headers(endpoint.constantHeaders)),
      ("omit", omitted(by: endpoint)),
      ("parameters", parameters(of: endpoint)), ("requires", requirements(of: endpoint)),
      ("body", endpoint.body.map { body($0, of: endpoint) }),
    ]
    list += responses(of: endpoint)
    list.append(("failures", failures(of: endpoint)))
    list.append(("errors", Self.errors(endpoint.errors)))
    list.append(("envelope", envelope(of: endpoint)))
    list += PolicyWriter(module: module).entries(endpoint)
    var value = SpecValue.map(list)
    switch endpoint.body {
    case .json(let schema), .jsonOfType(let schema, _):
      value.comment(schemas.comment(schema.documentation), at: "body")
    default: break
    }
    if endpoint.responses.count == 1 { value.comment(comment(endpoint.responses[0]), at: "response") }
    for key in ["responses", "failures"] { value.raiseOnlyComment(at: key) }
    return value
  }

  private func envelope(of endpoint: Endpoint) -> SpecValue? {
    endpoint.envelope?.text == usualEnvelope ? nil : .text(endpoint.envelope?.text ?? "none")
  }

  private func methods(of endpoint: Endpoint) -> [(String, SpecValue?)] {
    if endpoint.methods.count == 1, let method = endpoint.methods.first, method.isUsual {
      return [(method.rawValue, .text(endpoint.path.text))]
    }
    return [
      ("methods", .texts(endpoint.methods.map(\.rawValue))), ("path", .text(endpoint.path.text)),
    ]
  }

  private func server(of endpoint: Endpoint) -> SpecValue? {
    guard let name = endpoint.otherServer,
      let server = module.otherServers.first(where: { $0.name.text == name.text })
    else { return nil }
    return server.isNamed ? .text(name.text) : ModuleWriter.otherServer(server)
  }

  private func omitted(by endpoint: Endpoint) -> SpecValue? {
    // A URL in a parameter may belong to anyone, so the module's parameters and header fields aren't sent to it.
    if endpoint.urlParameter != nil { return nil }
    let names = (endpoint.omittedHeaders + endpoint.omittedClientParameters).map(\.text)
    return names.isEmpty ? nil : .texts(names)
  }

  // MARK: What is sent

  /// The language knows parameters by their names on the wire, so one in the query and one in a header can't be called alike.
  private func parameters(of endpoint: Endpoint) -> SpecValue? {
    guard !endpoint.parameters.isEmpty else { return nil }
    var taken: Set<String> = []
    return .map(
      endpoint.parameters.filter { taken.insert($0.name.text).inserted }
        .map { entry($0, usually: endpoint.usualLocation) })
  }

  /// A parameter with its name, marked if it may be absent.
  ///
  /// - Parameter location: Where parameters are that don't say it; nil if all say it.
  package func entry(_ parameter: Parameter, usually location: Parameter.Location? = nil) -> SpecValue.Entry {
    let isMarked =
      !parameter.isRequired && parameter.schema.defaultValue == nil && parameter.location != .path
    return .init(
      key: SchemaWriter.marked((parameter.label ?? parameter.name).text, isOptional: isMarked),
      value: value(parameter, usually: location), comment: schemas.comment(parameter.schema.documentation))
  }

  private func value(_ parameter: Parameter, usually location: Parameter.Location?) -> SpecValue {
    var entries = schemas.value(parameter.schema).entries
    if case .text(let type) = schemas.value(parameter.schema) {
      entries = [.init(key: "type", value: .text(type))]
    }
    func add(_ key: String, _ value: SpecValue?) {
      if let value { entries.append(.init(key: key, value: value)) }
    }
    if parameter.label != nil { add("name", .text(parameter.name.text)) }
    if parameter.location != .path, parameter.location != location || parameter.hasHeaderName {
      add("in", .text(parameter.location.rawValue))
    }
    if let style = parameter.style {
      for (key, value) in self.entries(of: style) { add(key, value) }
    } else {
      switch parameter.listStyle {
      case .repeated: add("separator", .text("repeat"))
      case .separated(by: ","): break
      case .separated(let separator): add("separator", .text(separator))
      }
    }
    if parameter.keepsReserved { add("reserved", .plain("true")) }
    if parameter.mayBeEmpty { add("mayBeEmpty", .plain("true")) }
    if parameter.isBatched { add("batched", .plain("true")) }
    if parameter.isSecret, !parameter.schema.isSecret { add("secret", .plain("true")) }
    return entries.count == 1 && entries[0].key == "type" ? entries[0].value : .map(entries)
  }

  private func requirements(of endpoint: Endpoint) -> SpecValue? {
    guard !endpoint.requirements.isEmpty else { return nil }
    return .list(
      endpoint.requirements.map { .map([($0.kind.rawValue, .texts($0.parameters.map(\.text)))]) })
  }

  private func body(_ body: Endpoint.Body, of endpoint: Endpoint) -> SpecValue {
    let optional: (String, SpecValue?) = ("optional", endpoint.isBodyOptional ? .plain("true") : nil)
    switch body {
    case .json(let schema):
      return endpoint.isBodyOptional ? .map([("json", schemas.value(schema)), optional]) : json(schema)
    case .jsonOfType(let schema, let type): return .map([(type, schemas.value(schema)), optional])
    case .alternatives(let list):
      return .map(
        list.map { alternative in
          .init(
            key: alternative.mediaType.text,
            value: alternative.codec.map(decoded) ?? self.alternative(alternative.body),
            comment: schemas.comment(alternative.body.schemas.first?.documentation))
        } + SpecValue.map([optional]).entries)
    case .bytes(let type): return .map([("bytes", .text(type)), codec(endpoint.bodyCodec), optional])
    case .text(let type): return .map([("text", .text(type)), optional])
    case .file(let type): return .map([("file", .text(type)), optional])
    case .form(let schema, let lists, let objects, let fields):
      return .map([("form", schemas.value(schema))] + forms(lists, objects, fields) + [optional])
    case .multipart(let parts): return .map([("multipart", multipart(parts))])
    }
  }

  func codec(_ name: Name?) -> (String, SpecValue?) { ("codec", name.map { .text($0.text) }) }

  /// What the user's type decodes or encodes, where the key above is its media type.
  func decoded(by codec: Name) -> SpecValue { .map([self.codec(codec)]) }

  /// A schema that can't be taken for a body that isn't JSON.
  func json(_ schema: Schema) -> SpecValue {
    let value = schemas.value(schema)
    return meansOtherBody(value) ? .map([("json", value)]) : value
  }

  /// Whether the name of a type means a body that isn't JSON.
  func meansOtherBody(_ value: SpecValue) -> Bool {
    [SpecValue.text("bytes"), .text("string")].contains(value)
  }

  private func forms(
    _ lists: Endpoint.Body.FormLists, _ objects: Endpoint.Body.FormObjects, _ fields: [StyledField]
  ) -> [(String, SpecValue?)] {
    let styles = fields.map { field in
      let entries = entries(of: field.style) + [("reserved", field.keepsReserved ? .plain("true") : nil)]
      return (field.name.text, SpecValue.map(entries) as SpecValue?)
    }
    return [
      ("lists", lists == .brackets ? nil : .text(lists.rawValue)),
      ("objects", objects == .brackets ? nil : .text(objects.rawValue)),
      ("styles", styles.isEmpty ? nil : .map(styles)),
    ]
  }

  private func alternative(_ body: Endpoint.Body) -> SpecValue {
    switch body {
    case .json(let schema), .jsonOfType(let schema, _): schemas.value(schema)
    case .form(let schema, let lists, let objects, let fields):
      .map([("form", schemas.value(schema))] + forms(lists, objects, fields))
    case .text: .text("text")
    case .bytes: .text("bytes")
    case .file: .text("file")
    case .multipart(let parts): multipart(parts)
    case .alternatives: .text("bytes")
    }
  }

  private func multipart(_ parts: [Endpoint.Part]) -> SpecValue {
    .map(
      parts.map { part in
        let key = SchemaWriter.marked(part.name.text, isOptional: !part.isRequired)
        let comment = schemas.comment(part.schema?.documentation ?? part.documentation)
        return .init(key: key, value: value(part), comment: comment)
      })
  }

  private func value(_ part: Endpoint.Part) -> SpecValue {
    switch part.content {
    case .value(let schema): value(schema, of: part)
    case .file(let type, let isList):
      .map([
        (isList ? "files" : "file", .text(type ?? "application/octet-stream")),
        ("description", schemas.documentation(part.documentation).summary.map(SpecValue.text)),
        ("swiftName", part.swiftName.map { .text($0.text) }),
      ])
    }
  }

  private func value(_ schema: Schema, of part: Endpoint.Part) -> SpecValue {
    var schema = schema
    // A part is called as its schema says.
    if let name = part.swiftName { schema.swiftName = name }
    let value = schemas.value(schema)
    var written = part.style.map(entries(of:)) ?? []
    if let type = part.mediaType { written.append(("mediaType", .text(type))) }
    guard !written.isEmpty else { return value }
    if case .text = value { return .map([("type", value)] + written) }
    return .map(value.entries.map { ($0.key, $0.value) } + written)
  }

  /// The keys that say how a value is written.
  private func entries(of style: Parameter.Style) -> [(String, SpecValue?)] {
    let isFixed =
      [.deepObject, .json].contains(style.kind) || style.isExploded == style.kind.isExplodedByDefault
    return [
      ("style", .text(style.kind.rawValue)), ("explode", isFixed ? nil : .plain("\(style.isExploded)")),
      ("lists", style.kind == .deepObject && style.lists != .brackets ? .text(style.lists.rawValue) : nil),
    ]
  }

  // MARK: Failures

  private func failures(of endpoint: Endpoint) -> SpecValue? {
    if !endpoint.takesModuleFailures { return .text("none") }
    return endpoint.failures.isEmpty ? nil : failures(endpoint.failures)
  }

  func failures(_ failures: [Failure]) -> SpecValue {
    .map(
      failures.map { failure in
        .init(
          key: statusKey(failure.statuses), value: value(failure),
          comment: schemas.comment(failure.payload.schema?.documentation))
      })
  }

  private func value(_ failure: Failure) -> SpecValue {
    if let codec = failure.codec {
      return .map([("bytes", failure.mediaType.map { .text($0.text) }), self.codec(codec)])
    }
    let payload = payload(failure.payload)
    let written = Self.paths(failure.paths)
    return written.allSatisfy { $0.1 == nil } ? payload : .map([("schema", payload)] + written)
  }

  /// Where a failure says what failed.
  static func paths(_ paths: FailurePaths) -> [(String, SpecValue?)] {
    let places: [(String, FieldPath?)] = [
      ("code", paths.code), ("message", paths.message), ("field", paths.field),
      ("value", paths.rejectedValue), ("retryAfter", paths.retryAfter),
    ]
    let unit: SpecValue? = paths.retryAfterUnit == .seconds ? nil : .text(paths.retryAfterUnit.rawValue)
    return places.map { ($0.0, $0.1.map { SpecValue.text($0.components.joined(separator: ".")) }) }
      + [("retryAfterIs", unit)]
  }

  /// The errors of the service: messages by code.
  static func errors(_ errors: [ErrorCase]) -> SpecValue? {
    var codes: [(code: String, errors: [ErrorCase])] = []
    for error in errors {
      if let known = codes.firstIndex(where: { $0.code == error.code.text }) {
        codes[known].errors.append(error)
      } else {
        codes.append((error.code.text, [error]))
      }
    }
    guard !codes.isEmpty else { return nil }
    return .map(
      codes.map { code, errors in
        let words = errors.map(words(about:))
        if words.contains(where: { $0 != nil }) {
          return (code, .map(zip(errors, words).map { ($0.message.text, $1 ?? .plain("null")) }))
        }
        let messages = errors.map(\.message.text)
        if messages == ["*"] { return (code, .plain("null")) }
        return (code, messages.count == 1 ? .text(messages[0]) : .texts(messages))
      })
  }

  /// What is said about an error; nil for nothing.
  private static func words(about error: ErrorCase) -> SpecValue? {
    let value = SpecValue.map([
      ("name", error.swiftName.map { .text($0.text) }),
      ("retryable", error.isRetryable ? .plain("true") : nil),
      ("summary", error.documentation.summary.flatMap(SpecValue.words)),
    ])
    if value.entries.isEmpty { return nil }
    return value.entries.map(\.key) == ["name"] ? value.entries[0].value : value
  }
}
