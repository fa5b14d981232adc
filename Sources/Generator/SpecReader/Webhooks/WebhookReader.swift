import APIModel
import Diagnostics
import SpecYAML

/// Reads `webhooks`: those of a file, and the module's settings.
struct WebhookReader {
  let schemas: SchemaReader
  private var folder: SpecFolder { schemas.folder }
  private var report: Report { schemas.report }

  static let eventKeys = ["payload", "summary", "docs", "deprecated", "swiftName"]
  private static let eventHints = [
    "description": "an event has a 'summary' and 'docs'", "body": "write 'payload'",
    "schema": "write 'payload'",
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
    let name = Name(definition.name.text, span: definition.name.span)
    let isShort = node.mapping == nil || !Self.isEvent(node)
    guard !isShort else { return Webhooks.Event(name: name, payload: payload(node)) }
    guard
      let fields = Fields(
        node, what: "an event", keys: Self.eventKeys, hints: Self.eventHints, report: report)
    else { return nil }
    fields.require("payload", in: "an event", hint: ", the type of its body")
    return Webhooks.Event(
      name: name, swiftName: fields.swiftName(), payload: fields["payload"].flatMap(payload),
      documentation: fields.documentation())
  }

  /// Whether a mapping describes an event. Otherwise, it is the schema of the payload.
  private static func isEvent(_ node: YAMLNode) -> Bool {
    let keys = Set(node.entries?.map(\.name) ?? [])
    return keys.contains("payload") || !keys.isDisjoint(with: ["summary", "docs", "post", "body", "schema"])
  }

  private func payload(_ node: YAMLNode) -> Schema? {
    if node.text == "empty" { return nil }
    for word in ["text", "bytes"] where node.text == word && folder.definition(word, in: .schemas) == nil {
      report.error(.unknownType, "a payload is JSON, or 'empty'", at: node.occurrence)
      return nil
    }
    return schemas.schema(node, at: .inside)
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
      result = found
    }
    return result.map { .property($0) }
  }

  private func headerName(_ fields: Fields, _ key: String) -> Name? {
    guard let name = fields.name(key),
      report.checkToken(Text(text: name.text, span: name.span), of: "a header field")
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
    let keys = ["header", "prefix", "encoding", "content", "timestamp", "id", "tolerance"]
    guard
      let fields = Fields(
        node, what: "a signature", keys: keys,
        hints: ["secret": "a secret isn't part of a spec; pass it to the receiver"], report: report)
    else { return nil }
    fields.require("header", in: "a signature", hint: ", the header field that contains it")
    var signature = Webhooks.HMAC(
      field: headerName(fields, "header") ?? Name("X-Signature", span: node.startSpan))
    signature.prefix = fields.text("prefix") ?? ""
    if let encoding = fields.placedText("encoding") {
      signature.encoding = self.encoding(encoding) ?? .hex
    }
    signature.timestampField = headerName(fields, "timestamp")
    signature.idField = headerName(fields, "id")
    if let content = fields.placedText("content") { signature.parts = parts(content) }
    check(&signature, fields)
    return .hmac(signature)
  }

  private func encoding(_ text: Text) -> Webhooks.HMAC.Encoding? {
    if let encoding = Webhooks.HMAC.Encoding(rawValue: text.text) { return encoding }
    let known = Webhooks.HMAC.Encoding.allCases.map(\.rawValue)
    report.error(
      .invalidValue, "'encoding' must be \(alternatives(known)), not '\(abbreviate(text.text))'",
      at: text.span, suggestion: report.suggestion(for: text.text.lowercased(), in: known))
    return nil
  }

  /// `{timestamp}.{body}`
  private func parts(_ text: Text) -> [Webhooks.HMAC.Part] {
    var parts: [Webhooks.HMAC.Part] = []
    var rest = text.text[...]
    while let brace = rest.firstIndex(of: "{") {
      if brace != rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      guard let end = rest[brace...].firstIndex(of: "}") else { break }
      let name = rest[rest.index(after: brace)..<end]
      rest = rest[rest.index(after: end)...]
      switch name {
      case "body": parts.append(.body)
      case "timestamp": parts.append(.timestamp)
      case "id": parts.append(.id)
      default:
        report.error(
          .invalidValue,
          "'{\(abbreviate(String(name)))}' isn't part of a signed text; write '{body}', '{timestamp}' or '{id}'",
          at: text.span, suggestion: report.suggestion(for: String(name), in: ["body", "timestamp", "id"]))
      }
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    if !parts.contains(.body) {
      report.error(
        .invalidValue, "'content' doesn't contain '{body}', so anything could be sent with the signature",
        at: text.span)
    }
    return parts
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
