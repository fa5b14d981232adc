import APIModel
import Diagnostics
import SpecYAML

/// Reads envelopes, and names of them.
struct EnvelopeReader {
  let schemas: SchemaReader
  private var folder: SpecFolder { schemas.folder }
  private var report: Report { schemas.report }

  func readEnvelopes() {
    for definition in folder.definitions[.envelopes] ?? [] {
      readEnvelope(definition)
    }
  }

  private func readEnvelope(_ definition: Definition) {
    let name = definition.name
    guard definition.node.mapping != nil else {
      report.mismatch(definition.node, expected: "a mapping", for: "an envelope")
      // Avoids further errors about references to this envelope.
      folder.envelopes[name.text] = placeholder(for: name)
      folder.envelopeShapes[name.text] = Schema(span: name.span)
      return
    }
    var schema = schemas.schema(definition.node, at: .envelope, beside: ["failure", "payload"])
    folder.envelopeShapes[name.text] = schema
    let holes = schema.object.properties.filter(\.schema.isPayloadHole)
    var envelope = placeholder(for: name)
    if let rest = definition.node["payload"] {
      envelope.payload = nil
      checkRest(rest, of: definition, beside: holes.first)
    } else if let hole = holes.first {
      envelope.payload = hole.name
      envelope.mayLackPayload = !hole.isRequired || hole.schema.isNullable
      if let second = holes.dropFirst().first {
        report.error(
          .payloadHole, "the envelope '\(name.text)' has a second property of type 'payload'",
          at: second.name.span, notes: [.init("the first is here", at: hole.name.span)])
      }
    } else {
      report.error(
        .payloadHole,
        "the envelope '\(name.text)' has no property of type 'payload'; write 'payload: rest' if the payload's "
          + "properties are beside its own", at: name.span)
    }
    let shape = schema
    schema.object.properties.removeAll(where: \.schema.isPayloadHole)
    envelope.schema = schema
    envelope.failure = definition.node["failure"].flatMap { failure($0, in: shape, of: name) }
    folder.envelopes[name.text] = envelope
  }

  /// `payload: rest`, for a payload whose properties are beside the envelope's own.
  private func checkRest(
    _ node: YAMLNode, of definition: Definition, beside hole: Schema.Property?
  ) {
    let word = report.text(node, for: "'payload'")
    if let word, word != "rest" {
      let property = definition.node["properties"]?.entries?.contains { MarkedName($0.name).name == word }
      report.error(
        .invalidValue,
        property == true
          ? "the payload is in the property '\(abbreviate(word))' if that has the type 'payload', as in "
            + "properties: {\(abbreviate(word)): payload}; without such a property, 'payload' is 'rest'"
          : "'payload' is 'rest', for a payload whose properties are beside the envelope's own, not "
            + "'\(abbreviate(word))'", at: node.occurrence,
        suggestion: property == true ? nil : report.suggestion(for: word, in: ["rest"]))
    }
    if let hole {
      report.error(
        .payloadHole, "with 'payload: rest', no property can have the type 'payload'", at: hole.name.span)
    }
    for key in ["additionalProperties", "patternProperties", "unevaluatedProperties"] {
      guard let other = definition.node[key], other.asBool != true else { continue }
      report.error(
        .conflictingKeys,
        "with 'payload: rest', all properties that the envelope doesn't list are the payload; remove '\(key)'",
        at: other.occurrence)
    }
  }

  /// Reports a response that can't be the rest of its envelope's object.
  func checkRest(of name: Name, _ payload: Schema) {
    guard let envelope = folder.owners[.envelopes]?[name.text]?.envelopes[name.text], envelope.payload == nil
    else { return }
    let place = "the payload is the rest of the envelope '\(name.text)', which is an object"
    let resolved = schemas.resolved(payload)
    if !resolved.types.isEmpty && !resolved.types.contains(.object) || resolved.enumeration != nil {
      let example = resolved.types.contains(.array) ? ", as in {properties: {items: …}}" : ""
      report.error(
        .payloadHole,
        "\(place), so 'response' is an object or a map\(example); write 'envelope: none' if this response has no envelope",
        at: payload.span)
      return
    }
    if payload.isNullable || resolved.isNullable {
      report.error(.payloadHole, "\(place), so it is never null; remove the '?'", at: payload.span)
    }
    let own = Dictionary(
      envelope.schema.object.properties.map { ($0.name.text, $0.name.span) },
      uniquingKeysWith: { first, _ in first }
    )
    for property in schemas.ownProperties(of: payload) {
      guard let span = own[property.name.text] else { continue }
      report.error(
        .duplicateName,
        "'\(abbreviate(property.name.text))' is a property of the envelope '\(name.text)', so it isn't in the payload; "
          + "remove it here or there", at: property.name.span,
        notes: [.init("the envelope's is here", at: span)])
    }
  }

  private func placeholder(for name: Name) -> Envelope {
    Envelope(
      name: name, schema: Schema(span: name.span),
      payload: Name("data", span: name.span))
  }

  private func failure(_ node: YAMLNode, in shape: Schema, of name: Name) -> Envelope.Failure? {
    guard
      let fields = Fields(
        node, what: "'failure'", keys: ["when"] + FailureReader.pathKeys,
        form: "{when: {property: value}, code: path, message: path}", report: report)
    else { return nil }
    fields.require("when", in: "'failure'")
    if fields["code"] == nil, fields["message"] == nil {
      report.error(.missingKey, "'failure' needs 'code' or 'message'", at: node.startSpan)
    }
    let place = "the envelope '\(name.text)'"
    let paths = FailureReader(schemas: schemas).paths(fields, in: shape, of: place)
    guard let condition = fields["when"].flatMap({ condition($0, in: shape, of: place) }), paths.hasError
    else { return nil }
    return Envelope.Failure(
      property: condition.property, value: condition.value, isList: condition.isList, paths: paths)
  }

  private typealias Condition = (property: Name, value: Literal?, isList: Bool)

  /// `when: {status: error}`, or `when: error` for the presence of a property, or for a list with anything in it.
  private func condition(_ node: YAMLNode, in shape: Schema, of place: String) -> Condition? {
    if let name = node.text, !name.isEmpty {
      return presence(of: Name(name, span: node.occurrence), in: shape, of: place)
    }
    guard let entries = node.entries, let entry = entries.first, entries.count == 1 else {
      report.error(
        .wrongType,
        "'when' is a property whose presence means failure, or a list that isn't empty then, or a property with the value that does, as "
          + "in {status: error}",
        at: node.occurrence)
      return nil
    }
    guard
      let property = property(Name(entry.name, span: entry.key.occurrence), in: shape, of: place)
    else { return nil }
    guard entry.value.scalar != nil else {
      report.error(
        .wrongType,
        "only a text, a number, a boolean or null can mean failure; write 'when: \(abbreviate(entry.name))' for a list, which "
          + "means failure if it isn't empty", at: entry.value.occurrence)
      return nil
    }
    guard let value = schemas.literal(entry.value, of: property.schema, for: "'\(entry.name)'") else {
      return nil
    }
    if let cases = schemas.resolved(property.schema).enumeration?.cases,
      !cases.contains(where: { $0.value == value })
    {
      report.error(
        .valueMismatch, "'\(abbreviate(schemas.spelling(value)))' isn't one of the values of '\(entry.name)'",
        at: entry.value.occurrence,
        suggestion: report.suggestion(
          for: schemas.spelling(value), in: cases.map { schemas.spelling($0.value) }))
    }
    return (Name(entry.name, span: entry.key.occurrence), value, false)
  }

  /// `when: error`.
  private func presence(of name: Name, in shape: Schema, of place: String) -> Condition? {
    guard let property = property(name, in: shape, of: place) else { return nil }
    let resolved = schemas.resolved(property.schema)
    let isList = resolved.types == [.array] && resolved.array.prefixItems.isEmpty
    if isList, schemas.ownType(of: property.schema) == nil { return (name, nil, true) }
    let mayBeNull = property.schema.isNullable || resolved.isNullable || resolved.types.isEmpty
    guard !property.isRequired || mayBeNull else {
      report.error(
        .conflictingKeys,
        "'\(abbreviate(name.text))' is always there, so its presence can't mean failure; name the value that does, "
          + "as in {\(abbreviate(name.text)): …}, or mark the property with a '?'", at: name.span)
      return nil
    }
    return (name, nil, false)
  }

  /// A property of the envelope's own.
  private func property(_ name: Name, in shape: Schema, of place: String) -> Schema.Property? {
    guard let property = shape.object.properties.first(where: { $0.name.text == name.text }) else {
      report.noProperty(name.text, of: place, known: shape.object.properties.map(\.name.text), at: name.span)
      return nil
    }
    guard !property.schema.isPayloadHole else {
      report.error(
        .invalidPath,
        "'\(abbreviate(name.text))' is the payload, which differs between endpoints; name another property of the "
          + "envelope", at: name.span)
      return nil
    }
    return property
  }

  /// The envelope that a module or endpoint names: nil without the key, `.some(nil)` for `none`.
  func envelopeName(_ fields: Fields) -> Name?? {
    guard let node = fields["envelope"] else { return nil }
    guard let name = report.name(node, for: "'envelope'") else { return .some(nil) }
    if name.text == "none" { return .some(nil) }
    guard folder.owners[.envelopes]?[name.text] != nil else {
      report.unknown(
        .unknownEnvelope, "envelope", name,
        among: folder.visibleNames(in: .envelopes) + ["none"],
        notes: folder.notImported(name.text, in: .envelopes))
      return .some(nil)
    }
    return .some(name)
  }
}
