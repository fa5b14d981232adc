import APIModel
import Diagnostics

/// Messages from the service. An app reads those that its version knows, by their names.
extension WireComparison {
  mutating func compareWebhooks() {
    guard let known = old.webhooks, let sent = new.webhooks else { return }
    responses.asWebhooks { Self.compare(sent, known, in: &$0) }
  }

  private static func compare(_ sent: Webhooks, _ known: Webhooks, in inclusion: inout WireInclusion) {
    var isElsewhere = known.place.key != sent.place.key
    for event in known.events {
      guard let other = sent.events.first(where: { $0.name.text == event.name.text }) else { continue }
      let (label, spans) = (event.name.text, (event.name.span, other.name.span))
      if isElsewhere {
        // Once for all of them.
        inclusion.report(.breaks, label, "messages say their event at another place", spans.0, spans.1)
        isElsewhere = false
      }
      guard let schema = event.payload else { continue }
      guard let payload = other.payload else {
        inclusion.report(.cantTell, label, "the payload isn't described any more", spans.0, spans.1)
        continue
      }
      guard event.isForm == other.isForm else {
        inclusion.report(
          .breaks, label,
          other.isForm
            ? "is sent as a form, and the app reads JSON" : "is sent as JSON, and the app reads a form",
          spans.0, spans.1)
        continue
      }
      inclusion.within(event.isForm ? .receivedForm : .response) {
        $0.compare(payload, schema, label, (schema.span, payload.span))
      }
    }
  }
}

extension Webhooks.Place {
  /// Where the event's name is; nil if messages don't have it.
  fileprivate var key: String? {
    switch self {
    // Case doesn't count in names of header fields (RFC 9110, section 5.1).
    case .field(let name): "field \(name.text.lowercased())"
    case .property(let path): "property \(path.pointer)"
    case .elsewhere: nil
    }
  }
}
