import APIModel
import Diagnostics
import SpecYAML

extension EndpointReader {
  private static let streamKeys = ["events", "lines", "sequence", "stream"]

  /// `{events: T}`, `{events: {name: T}}`, `{lines: T}`, `{sequence: T}` or `{stream: bytes}`; nil for any other
  /// response.
  func stream(_ node: YAMLNode, statuses: ClosedRange<Int>, at span: SourceSpan) -> Endpoint.Response? {
    guard let mapping = node.mapping, Self.streamKeys.contains(where: { mapping[$0] != nil }),
      let fields = Fields(
        node, what: "a streamed response",
        keys: Self.streamKeys + ["until", "until?", "unreadable", "description", "headers"], report: report)
    else { return nil }
    fields.requireAtMostOne(of: Self.streamKeys, in: "a streamed response")
    _ = fields.text("description")
    var response = Endpoint.Response(statuses: statuses, payload: payload(fields), span: span)
    response.mayLackEnd = fields["until?"] != nil
    if let text = fields.placedText("unreadable") {
      let choices = ["end", "skip"]
      if !choices.contains(text.text) {
        report.error(
          .invalidValue, "'unreadable' is 'end' or 'skip', not '\(abbreviate(text.text))'", at: text.span,
          suggestion: report.suggestion(for: text.text, in: choices))
      } else if response.payload.schemas.isEmpty {
        report.error(
          .conflictingKeys, "'unreadable' is for elements in JSON; text and bytes can always be read",
          at: fields.keySpan("unreadable"))
      }
      response.skipsUnreadable = text.text == "skip"
    }
    return response
  }

  private func payload(_ fields: Fields) -> Endpoint.Response.Payload {
    fields.requireAtMostOne(of: ["until", "until?"], in: "a streamed response")
    let until = fields.placedText("until") ?? fields.placedText("until?")
    if let events = fields["events"] { return self.events(events, until: until?.text) }
    if let until {
      report.error(
        .conflictingKeys, "'until' is for 'events'; other streams end with the response", at: until.span)
    }
    if let lines = fields["lines"] {
      guard isText(lines) else { return .stream(.lines, of: schemas.schema(lines, at: .inside)) }
      var text = Schema(span: lines.occurrence)
      text.types = [.string]
      return .stream(.textLines, of: text)
    }
    if let sequence = fields["sequence"] {
      return .stream(.sequence, of: schemas.schema(sequence, at: .inside))
    }
    if let bytes = fields["stream"], bytes.text != "bytes" {
      report.error(
        .invalidValue,
        "a stream of values is written as 'events', 'lines' or 'sequence', and 'stream' is for 'bytes'",
        at: bytes.occurrence, suggestion: "bytes")
    }
    return .byteStream
  }

  // MARK: Events

  /// All events have the same type, or one by their names.
  private func events(_ node: YAMLNode, until end: String?) -> Endpoint.Response.Payload {
    guard listsEvents(node) else {
      if isText(node) { return .events(EventTypes(types: [], others: .text, end: end)) }
      return .stream(.events(until: end), of: schemas.schema(node, at: .inside))
    }
    var events = EventTypes(types: [], end: end)
    for entry in report.entries(node, for: "'events'", areWireNames: true) {
      let name = Name(entry.name, span: entry.key.occurrence)
      let content = content(ofEvent: entry.value)
      if name.text == "*" {
        events.others = content
      } else if name.text.isEmpty || name.text.unicodeScalars.contains(where: { $0.value < 0x20 }) {
        report.error(
          .invalidValue, "the name of an event is a text in one line; without one, it is 'message'",
          at: name.span,
          suggestion: "message")
      } else {
        events.types.append(.init(name: name, content: content))
      }
    }
    return .events(events)
  }

  /// Whether a mapping has types by the names of events; otherwise, it is a schema.
  private func listsEvents(_ node: YAMLNode) -> Bool {
    guard let names = node.entries?.map(\.name), !names.isEmpty else { return false }
    return names.contains("*") || !names.contains(where: SchemaKeywords.all.contains)
  }

  private func content(ofEvent node: YAMLNode) -> EventTypes.Content {
    if isText(node) { return .text }
    if node.text == "empty" { return .empty }
    return .json(schemas.schema(node, at: .inside))
  }

  private func isText(_ node: YAMLNode) -> Bool {
    node.text == "text" && folder.definition("text", in: .schemas) == nil
  }
}
