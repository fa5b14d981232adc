import APIModel
import Diagnostics
import SpecYAML

/// Reads `webhooks`: those of a file, and the module's settings.
struct WebhookReader {
  let schemas: SchemaReader
  private var folder: SpecFolder { schemas.folder }
  var report: Report { schemas.report }

  static let eventKeys = ["payload", "summary", "docs", "deprecated", "swiftName"]
  private static let eventHints = [
    "description": "an event has a 'summary' and 'docs'", "body": "write 'payload'",
    "schema": "write 'payload'", "form": "write 'payload: {form: T}'",
    "post": "an event has no path; write 'payload' for what its messages contain",
    "headers": "'event' under 'webhooks' of the module names the header field with the event's name",
  ]

  /// - Parameter settings: the module's settings for all of its webhooks.
  func webhooks(_ settings: YAMLNode?) -> Webhooks? {
    let events = (folder.definitions[.webhooks] ?? []).compactMap(event)
    var webhooks = Webhooks(events: events)
    if let settings {
      read(settings, into: &webhooks)
      if folder.definitions[.webhooks]?.isEmpty ?? true {
        report.error(
          .missingKey,
          "the module has no webhooks; write them under the top-level key 'webhooks', as in 'webhooks: {push: PushEvent}'",
          at: settings.startSpan)
      }
    }
    return events.isEmpty ? nil : webhooks
  }

  private func event(_ definition: Definition) -> Webhooks.Event? {
    let node = definition.node
    let name = definition.name
    let isShort = node.mapping == nil || !Self.isEvent(node)
    guard !isShort else {
      let payload = payload(node)
      return Webhooks.Event(name: name, payload: payload?.schema, isForm: payload?.isForm ?? false)
    }
    guard
      let fields = Fields(
        node, what: "an event", keys: Self.eventKeys, hints: Self.eventHints, report: report)
    else { return nil }
    fields.require("payload", in: "an event", hint: ", the type of its body")
    let payload = fields["payload"].flatMap(payload)
    return Webhooks.Event(
      name: name, swiftName: fields.swiftName(), payload: payload?.schema, isForm: payload?.isForm ?? false,
      documentation: fields.documentation())
  }

  /// Whether a mapping describes an event. Otherwise, it is the schema of the payload.
  private static func isEvent(_ node: YAMLNode) -> Bool {
    let keys = Set(node.entries?.map(\.name) ?? [])
    return keys.contains("payload") || !keys.isDisjoint(with: ["summary", "docs", "post", "body", "schema"])
  }

  private func payload(_ node: YAMLNode) -> (schema: Schema, isForm: Bool)? {
    if node.text == "empty" { return nil }
    if node["form"] != nil { return form(node).map { ($0, true) } }
    for word in ["text", "bytes"] where node.text == word && folder.definition(word, in: .schemas) == nil {
      report.error(.unknownType, "a payload is JSON, {form: T}, or 'empty'", at: node.occurrence)
      return nil
    }
    return (schemas.schema(node, at: .inside), false)
  }

  /// `{form: T}`
  private func form(_ node: YAMLNode) -> Schema? {
    let hints = ["lists", "objects", "styles"].map {
      ($0, "lists in a message are repeated fields, and objects are JSON")
    }
    guard
      let fields = Fields(
        node, what: "the form of a message", keys: ["form"],
        hints: Dictionary(hints) { first, _ in first }, report: report), let form = fields["form"],
      case .form(let schema, _, _, _)? = EndpointReader(schemas: schemas).form(form, lists: nil, objects: nil)
    else { return nil }
    return schema
  }

  // MARK: Settings

  private func read(_ node: YAMLNode, into webhooks: inout Webhooks) {
    guard
      let fields = Fields(
        node, what: "'webhooks' of the module", keys: ["event", "signature"],
        hints: ["secret": "a secret isn't part of a spec; pass it to the receiver"],
        form: "{event: {header: X-Event}, signature: standard}", report: report)
    else { return }
    if let event = fields["event"] { webhooks.place = place(event, of: webhooks.events) ?? .elsewhere }
    webhooks.signature = fields["signature"].flatMap(signature)
    if case .hmac(let signature)? = webhooks.signature {
      checkForms(signature, of: webhooks.events, at: fields["signature"]?["content"])
    }
  }

  private func place(_ node: YAMLNode, of events: [Webhooks.Event]) -> Webhooks.Place? {
    let keys = ["header", "property"]
    guard
      let fields = Fields(
        node, what: "'event'", keys: keys, hints: ["field": "write 'header' or 'property'"],
        form: "{header: X-Event} or {property: type}", report: report)
    else { return nil }
    guard let key = fields.requireAtMostOne(of: keys, in: "'event'").first else {
      if fields.misspelled.isEmpty {
        report.error(.missingKey, "'event' needs \(alternatives(keys))", at: node.startSpan)
      }
      return nil
    }
    if key == "header" { return headerName(fields, key).map { .field($0) } }
    guard let path = fields["property"] else { return nil }
    var result: FieldPath?
    for event in events {
      guard let payload = event.payload else {
        report.error(
          .conflictingKeys,
          "'\(abbreviate(event.name.text))' has no payload, so no property can name it; write 'any' in place of 'empty'",
          at: event.name.span)
        continue
      }
      let found = schemas.fieldPath(
        path, for: "'property'", in: payload, of: "the payload of '\(abbreviate(event.name.text))'")
      guard let found else { return nil }
      checkName(of: event, at: found, in: payload, path)
      result = found
    }
    return result.map { .property($0) }
  }

  private func headerName(_ fields: Fields, _ key: String) -> Name? {
    guard let name = fields.name(key),
      report.checkToken(name, of: "a header field")
    else { return nil }
    return name
  }

  private func signature(_ node: YAMLNode) -> Webhooks.Signature? {
    let known = Webhooks.Signature.Known.allCases.map(\.rawValue)
    guard node.mapping != nil else {
      guard let text = report.placedText(node, for: "'signature'") else { return nil }
      if let signature = Webhooks.Signature.Known(rawValue: text.text) { return .known(signature) }
      report.error(
        .invalidValue,
        "'signature' must be \(alternatives(known)), or a mapping such as {header: X-Signature}, not "
          + "'\(abbreviate(text.text))'", at: text.span,
        suggestion: report.suggestion(for: text.text.lowercased(), in: known))
      return nil
    }
    let keys = ["header", "prefix", "algorithm", "encoding", "content", "timestamp", "id", "tolerance"]
    guard
      let fields = Fields(
        node, what: "a signature", keys: keys,
        hints: [
          "secret": "a secret isn't part of a spec; pass it to the receiver",
          "scheme": "a scheme with a name is a word, as in 'signature: stripe'",
        ], report: report)
    else { return nil }
    fields.require("header", in: "a signature", hint: ", the header field that contains it")
    var signature = Webhooks.HMAC(
      field: headerName(fields, "header") ?? Name("X-Signature", span: node.startSpan))
    signature.prefix = fields.text("prefix") ?? ""
    let algorithm = fields["algorithm"].flatMap {
      report.choice($0, of: Webhooks.HMAC.Algorithm.self, for: "algorithm")
    }
    signature.algorithm = algorithm ?? .sha256
    if let encoding = fields.placedText("encoding") {
      signature.encoding = self.encoding(encoding) ?? .hex
    }
    signature.timestampField = headerName(fields, "timestamp")
    signature.idField = headerName(fields, "id")
    if let content = fields.placedText("content") { signature.parts = parts(content) }
    check(&signature, fields)
    return .hmac(signature)
  }

  private func encoding(_ text: Name) -> Webhooks.HMAC.Encoding? {
    if let encoding = Webhooks.HMAC.Encoding(rawValue: text.text) { return encoding }
    let known = Webhooks.HMAC.Encoding.allCases.map(\.rawValue)
    report.error(
      .invalidValue, "'encoding' must be \(alternatives(known)), not '\(abbreviate(text.text))'",
      at: text.span, suggestion: report.suggestion(for: text.text.lowercased(), in: known))
    return nil
  }

  private static let parts: [(name: String, part: Webhooks.HMAC.Part)] = [
    ("body", .body), ("form", .form), ("url", .url), ("timestamp", .timestamp), ("id", .id),
  ]

  /// `{timestamp}.{body}`
  private func parts(_ text: Name) -> [Webhooks.HMAC.Part] {
    var parts: [Webhooks.HMAC.Part] = []
    var rest = text.text[...]
    while let brace = rest.firstIndex(of: "{") {
      if brace != rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      guard let end = rest[brace...].firstIndex(of: "}") else { break }
      let name = rest[rest.index(after: brace)..<end]
      rest = rest[rest.index(after: end)...]
      if let known = Self.parts.first(where: { $0.name == name }) {
        parts.append(known.part)
        continue
      }
      let names = Self.parts.map(\.name)
      report.error(
        .invalidValue,
        "'{\(abbreviate(String(name)))}' isn't part of a signed text; write \(alternatives(names.map { "{\($0)}" }))",
        at: text.span, suggestion: report.suggestion(for: String(name), in: names))
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    if !parts.contains(.body), !parts.contains(.form) {
      report.error(
        .invalidValue,
        "'content' contains neither '{body}' nor '{form}', so anything could be sent with the signature",
        at: text.span)
    }
    return parts
  }

  /// Reports a signature of forms beside events that are JSON, which nothing signs: receivers refuse such messages.
  private func checkForms(_ signature: Webhooks.HMAC, of events: [Webhooks.Event], at node: YAMLNode?) {
    guard signature.parts.contains(.form), !signature.parts.contains(where: { $0 == .body || $0 == .url }),
      let event = events.first(where: { $0.payload != nil && !$0.isForm })
    else { return }
    report.error(
      .conflictingKeys,
      "'{form}' signs the fields of a form, but '\(abbreviate(event.name.text))' is JSON, which nothing would sign: write "
        + "'{body}', or 'payload: {form: T}' if messages are forms",
      at: node?.occurrence, notes: [.init("the event is here", at: event.name.span)])
  }

  /// Everything that is signed must be sent, and every field must be signed.
  private func check(_ signature: inout Webhooks.HMAC, _ fields: Fields) {
    for (key, part) in [("timestamp", Webhooks.HMAC.Part.timestamp), ("id", .id)] {
      let isSigned = signature.parts.contains(part)
      if isSigned, fields[key] == nil {
        report.error(
          .missingKey, "'{\(key)}' in 'content' needs '\(key)', the header field that contains it",
          at: fields.keySpan("content"))
      } else if !isSigned, fields[key] != nil {
        report.error(
          .conflictingKeys, "'\(key)' isn't part of the signed text; write '{\(key)}' in 'content'",
          at: fields.keySpan(key))
      }
    }
    guard let tolerance = fields["tolerance"] else { return }
    signature.tolerance = report.duration(tolerance, for: "'tolerance'")
    if fields["timestamp"] == nil {
      report.error(
        .missingKey, "'tolerance' needs 'timestamp', the header field with the time of the signature",
        at: fields.keySpan("tolerance"))
    }
  }
}
