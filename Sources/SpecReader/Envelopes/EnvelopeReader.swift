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
      // Whoever refers to it isn't to blame.
      folder.envelopes[name.text] = placeholder(for: name)
      folder.envelopeShapes[name.text] = Schema(span: name.span)
      return
    }
    var schema = schemas.schema(definition.node, at: .envelope, beside: ["failure"])
    folder.envelopeShapes[name.text] = schema
    let holes = schema.object.properties.filter(\.schema.isPayloadHole)
    var envelope = placeholder(for: name)
    if let hole = holes.first {
      envelope.payload = hole.name
      if let second = holes.dropFirst().first {
        report.error(
          .payloadHole, "the envelope '\(name.text)' has a second property of type 'payload'",
          at: second.name.span, notes: [.init("the first is here", at: hole.name.span)])
      }
    } else {
      report.error(
        .payloadHole, "the envelope '\(name.text)' has no property of type 'payload'", at: name.span)
    }
    let shape = schema
    schema.object.properties.removeAll(where: \.schema.isPayloadHole)
    envelope.schema = schema
    envelope.failure = definition.node["failure"].flatMap { failure($0, in: shape, of: name) }
    folder.envelopes[name.text] = envelope
  }

  private func placeholder(for name: Text) -> Envelope {
    Envelope(
      name: Name(name.text, span: name.span), schema: Schema(span: name.span),
      payload: Name("data", span: name.span))
  }

  private func failure(_ node: YAMLNode, in shape: Schema, of name: Text) -> Envelope.Failure? {
    let keys = ["when", "code", "message", "field", "value"]
    guard
      let fields = Fields(
        node, what: "'failure'", keys: keys,
        form: "{when: {property: value}, code: path, message: path}", report: report)
    else { return nil }
    for key in keys.prefix(3) { fields.require(key, in: "'failure'") }
    let place = "the envelope '\(name.text)'"
    func path(_ key: String) -> FieldPath? {
      fields[key].flatMap { schemas.fieldPath($0, for: "'\(key)'", in: shape, of: place) }
    }
    let (code, message) = (path("code"), path("message"))
    let (field, value) = (path("field"), path("value"))
    guard let condition = fields["when"].flatMap({ condition($0, in: shape, of: place) }), let code,
      let message
    else { return nil }
    return Envelope.Failure(
      property: condition.property, value: condition.value, code: code, message: message, field: field,
      rejectedValue: value)
  }

  /// `when: {status: error}`.
  private func condition(_ node: YAMLNode, in shape: Schema, of place: String) -> (
    property: Name, value: Literal
  )? {
    guard let entries = node.entries, let entry = entries.first, entries.count == 1 else {
      report.error(
        .wrongType,
        "'when' needs exactly one property with the value that means failure, as in {status: error}",
        at: node.occurrence)
      return nil
    }
    guard let property = shape.object.properties.first(where: { $0.name.text == entry.name }) else {
      report.error(
        .unknownProperty, "\(place) has no property '\(abbreviate(entry.name))'", at: entry.key.occurrence,
        suggestion: report.suggestion(for: entry.name, in: shape.object.properties.map(\.name.text)))
      return nil
    }
    guard !property.schema.isPayloadHole else {
      report.error(
        .invalidPath,
        "'\(abbreviate(entry.name))' is the payload, which differs between endpoints; name another property of the "
          + "envelope", at: entry.key.occurrence)
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
    return (Name(entry.name, span: entry.key.occurrence), value)
  }

  /// The envelope that a module or endpoint names: nil where the key is absent, `.some(nil)` for `none`.
  func envelopeName(_ fields: Fields) -> Name?? {
    guard let node = fields["envelope"] else { return nil }
    guard let name = report.name(node, for: "'envelope'") else { return .some(nil) }
    if name.text == "none" { return .some(nil) }
    guard folder.owners[.envelopes]?[name.text] != nil else {
      report.unknown(
        .unknownEnvelope, "envelope", Text(text: name.text, span: name.span),
        among: folder.visibleNames(in: .envelopes) + ["none"],
        notes: folder.notImported(name.text, in: .envelopes))
      return .some(nil)
    }
    return .some(name)
  }
}
