import APIModel

/// The events that a service sends, and how their messages are read.
struct WebhooksView: TemplateView {
  static let fields = TemplateFields<WebhooksView>([
    .text("name", "the type's name: `WebhookEvent`") { $0.name },
    .views("events", "the events") { $0.events.map(WebhookEventView.init) },
    .text("table", "`public static let webhooks = WebhookTable<Self>(…)`, up to its entries") { $0.table },
  ])

  let name: String
  let webhooks: Webhooks
  let events: [WebhookLowering.Event]

  private var table: String {
    let place: Code =
      switch webhooks.place {
      case .field(let name): .call(".field", [.string(name.text)])
      case .property(let path): .call(".property", [.pointer(path)])
      case .elsewhere: ".elsewhere"
      }
    return Code.call(
      "public static let webhooks = WebhookTable<Self>",
      [place, signature.map { "signature: \($0)" }]
    ).text
  }

  private var signature: Code? {
    switch webhooks.signature {
    case nil: nil
    case .known(.gitHub): ".gitHub"
    case .known(let known): Code(".\(known.rawValue)")
    case .hmac(let hmac):
      .call(
        ".hmacSHA256",
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
        summary: documentation.summary ?? "The event `\(DocComment.plain(view.event.wireName))`.",
        details: documentation.details, remarks: remarks, indent: 2)
    },
    .text("declaration", "the case: `push(PushEvent)`") { view in
      let name = SwiftName.escaped(view.event.name)
      return view.event.type.map { "\(name)(\($0.text))" } ?? name
    },
    .text("entry", "its entry in the table: `$0.event(\"push\", PushEvent.self, Self.push)`") { view in
      let event = view.event
      let constructor: Code = "\(event.coder == nil ? "" : "Self").\(SwiftName.escaped(event.name))"
      return Code.call(
        "$0.event",
        [
          .string(event.wireName), event.coder?.metatype, event.constraint.map { "satisfying: \($0)" },
          constructor,
        ]
      ).text
    },
  ])

  let event: WebhookLowering.Event

  init(_ event: WebhookLowering.Event) { self.event = event }
}
