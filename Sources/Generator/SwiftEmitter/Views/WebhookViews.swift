import APIModel

/// The events that a service sends, and how their messages are read.
struct WebhooksView: TemplateView {
  static let fields = TemplateFields<WebhooksView>([
    .text("name", "the type's name: `WebhookEvent`") { $0.name },
    .views("events", "the events") { $0.events.map(WebhookEventView.init) },
    .texts(
      "arguments",
      "the arguments of `WebhookTable<Self>(…)`: where the event's name is, and how messages are signed"
    ) { $0.arguments.map(\.text) },
  ])

  let name: String
  let webhooks: Webhooks
  let events: [WebhookLowering.Event]

  private var arguments: [Code] {
    let place: Code =
      switch webhooks.place {
      case .field(let name): .call(".field", [.string(name.text)])
      case .property(let path): .call(".property", [.pointer(path)])
      case .elsewhere: ".elsewhere"
      }
    return [place, signature.map { "signature: \($0)" }].compactMap(\.self)
  }

  private var signature: Code? {
    switch webhooks.signature {
    case nil: nil
    case .known(.gitHub): ".gitHub"
    case .known(let known): Code(".\(known.rawValue)")
    case .hmac(let hmac):
      .call(
        hmac.algorithm == .sha1 ? ".hmacSHA1" : ".hmacSHA256",
        [
          "field: \(Code.string(hmac.field.text))",
          hmac.prefix.isEmpty ? nil : "prefix: \(Code.string(hmac.prefix))",
          hmac.encoding == .hex ? nil : "encoding: .\(hmac.encoding.rawValue)",
          hmac.parts == [.body] ? nil : "parts: \(Code.array(hmac.parts.map(part)))",
          hmac.timestampField.map { "timestampField: \(Code.string($0.text))" },
          hmac.idField.map { "idField: \(Code.string($0.text))" },
          hmac.tolerance.map { "tolerance: .seconds(\(Code.integer($0)))" },
        ])
    }
  }

  private func part(_ part: Webhooks.HMAC.Part) -> Code {
    switch part {
    case .text(let text): .call(".text", [.string(text)])
    case .body: ".body"
    case .timestamp: ".timestamp"
    case .id: ".id"
    case .url: ".url"
    case .form: ".form"
    }
  }
}

/// One event.
struct WebhookEventView: TemplateView {
  static let fields = TemplateFields<WebhookEventView>([
    .lines("documentation", "the case's documentation comment") { view in
      let documentation = view.event.documentation
      // An attribute would cause a warning in the table.
      let remarks = documentation.deprecation.map { ["Deprecated. \($0.message ?? "")"] } ?? []
      return DocComment.lines(
        summary: documentation.summary ?? view.ownName,
        details: documentation.details, remarks: remarks, indent: 2)
    },
    .text("name", "the case's name, in backticks where needed") { SwiftName.escaped($0.event.name) },
    .optional("type", "the type of its payload; missing if it has none") { $0.event.type?.text },
    .text("method", "what adds the event: `form` for one whose messages are forms, otherwise `event`") {
      $0.event.form == nil ? "event" : "form"
    },
    .optional("fields", "what the named fields of a form are, as a dictionary") { view in
      guard let fields = view.event.form?.fields, !fields.isEmpty else { return nil }
      let entries = fields.map { "\(SwiftLiteral.string($0.name)): .\($0.kind)" }
      return "[\(entries.joined(separator: ", "))]"
    },
    .optional("patterns", "what the fields are whose names a pattern matches, as a list of pairs") { view in
      guard let patterns = view.event.form?.patterns, !patterns.isEmpty else { return nil }
      let entries = patterns.map { "([.pattern(\(SwiftLiteral.string($0.pattern)))], .\($0.kind))" }
      return "[\(entries.joined(separator: ", "))]"
    },
    .optional("others", "what all other fields of a form are, if they can't be anything: `.json`") { view in
      view.event.form?.others.map { ".\($0)" }
    },
    .text("wireName", "the event's name in messages, as a literal") {
      SwiftLiteral.string($0.event.wireName)
    },
    .optional("coder", "what reads the payload: `PushEvent.self`") { $0.event.coder?.metatype.text },
    .optional("constraint", "the limits of the payload, as an expression") { $0.event.constraint?.code.text },
  ])

  let event: WebhookLowering.Event

  init(_ event: WebhookLowering.Event) { self.event = event }

  /// The event's name in messages, if the case has another.
  private var ownName: String? {
    event.wireName == event.name ? nil : DocComment.code(event.wireName)
  }
}
