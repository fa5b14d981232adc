import APIModel
import GeneratorKit

extension OpenAPIWriter {
  /// The messages from the service.
  mutating func webhooks() -> [(String, SpecValue?)] {
    guard let webhooks = module.webhooks, let first = webhooks.events.first else { return [] }
    if webhooks.signature != nil {
      losses.add(
        "OpenAPI can't say how messages are signed, so other tools don't know the 'signature'",
        at: first.name.span)
    }
    if webhooks.place != .elsewhere {
      losses.add(
        "OpenAPI can't say where the name of an event is, so other tools can't tell messages apart",
        at: first.name.span)
    }
    let events = webhooks.events.map { event in
      (event.name.text, Optional(SpecValue.map([("post", message(event))])))
    }
    guard version == .v31 else {
      losses.add(
        "OpenAPI 3.0 has no webhooks, so these are 'x-webhooks', which few tools know", at: first.name.span)
      return [("x-webhooks", .map(events))]
    }
    return [("webhooks", .map(events))]
  }

  private func message(_ event: Webhooks.Event) -> SpecValue {
    let words = event.documentation
    let type = event.isForm ? "application/x-www-form-urlencoded" : "application/json"
    let body = event.payload.map { payload in
      SpecValue.map([
        ("required", .plain("true")),
        ("content", .map([(type, .map([("schema", schemas.value(payload))]))])),
      ])
    }
    return .map([
      ("summary", words.summary.flatMap(SpecValue.words)),
      ("description", words.details.flatMap(SpecValue.words)),
      ("deprecated", words.deprecation == nil ? nil : .plain("true")), ("requestBody", body),
      ("responses", .map([("200", .map([("description", .text("Received."))]))])),
    ])
  }
}
