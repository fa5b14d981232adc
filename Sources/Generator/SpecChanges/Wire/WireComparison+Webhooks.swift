import APIModel
import Diagnostics

/// Messages from the service. An app reads those that its version knows, by their names.
extension WireComparison {
  mutating func compareWebhooks() {
    guard let known = old.webhooks else { return }
    let kept = Set(new.webhooks?.events.map(\.name.text) ?? [])
    responses.asWebhooks {
      for event in known.events where !kept.contains(event.name.text) {
        $0.report(.cantTell, event.name.text, "the service no longer has this event", event.name.span, nil)
      }
    }
    guard let sent = new.webhooks else { return }
    let spans = (old.keySpans["webhooks"] ?? old.name.span, new.keySpans["webhooks"] ?? new.name.span)
    responses.asWebhooks {
      Self.compareSignatures(sent, known, spans, in: &$0)
      Self.compare(sent, known, in: &$0)
    }
  }

  /// Messages whose signature is another one are refused.
  private static func compareSignatures(
    _ sent: Webhooks, _ known: Webhooks, _ spans: WireInclusion.Spans, in inclusion: inout WireInclusion
  ) {
    // Without one, the app says what it checks.
    guard let signature = known.signature else { return }
    func report(_ verdict: WireChange.Verdict, _ message: String) {
      inclusion.report(verdict, "signature", message, spans.old, spans.new)
    }
    switch (signature, sent.signature) {
    case (_, nil): report(.cantTell, "isn't described any more")
    case (.known(let signature), .known(let other)):
      guard signature != other else { return }
      report(.breaks, "is '\(other.rawValue)', and the app checks '\(signature.rawValue)'")
    case (.hmac(let signature), .hmac(let other)):
      let changed = zip(signature.described, other.described).filter { !$0.isSame(as: $1) }.map {
        before, after in
        "'\(before.key)' was \(before.value) and is \(after.value)"
      }
      let isSame = signature.parts == other.parts
      guard !changed.isEmpty || !isSame else { return }
      let words = changed + (isSame ? [] : ["something else is signed"])
      report(.breaks, "is another one: \(words.joined(separator: ", "))")
    case (.known, .hmac), (.hmac, .known): report(.cantTell, "is described otherwise")
    }
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

extension Webhooks.HMAC {
  /// A part of the description, by the key of specs.
  fileprivate struct Detail {
    var key: String
    var value: String
    /// Whether it is the name of a header field, in which case doesn't count (RFC 9110, section 5.1).
    var isField = false

    func isSame(as other: Detail) -> Bool {
      value == other.value || isField && value.lowercased() == other.value.lowercased()
    }
  }

  /// What must be the same, apart from what is signed.
  fileprivate var described: [Detail] {
    func field(_ key: String, _ name: Name?) -> Detail {
      Detail(key: key, value: name.map { "'\($0.text)'" } ?? "absent", isField: true)
    }
    return [
      field("header", self.field), Detail(key: "prefix", value: "'\(prefix)'"),
      Detail(key: "algorithm", value: "'\(algorithm.rawValue)'"),
      Detail(key: "encoding", value: "'\(encoding.rawValue)'"), field("timestamp", timestampField),
      field("id", idField),
    ]
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
