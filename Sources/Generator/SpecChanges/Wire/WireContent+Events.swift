import APIModel
import Diagnostics

extension WireContent {
  /// Compares the events that are sent with those that the app reads, by their names. It keeps events that it doesn't know.
  func compareEvents(
    _ sent: EventTypes, _ known: EventTypes, _ label: String, _ spans: WireInclusion.Spans,
    in inclusion: inout WireInclusion
  ) {
    if sent.end != known.end {
      inclusion.report(.mayBreak, label, "streams end otherwise", spans.old, spans.new)
    }
    func compare(_ content: EventTypes.Content, _ reader: EventTypes.Content, _ name: String?) {
      let place = name.map { "\(label).\($0)" } ?? label
      switch (content, reader) {
      case (_, .empty), (.text, .text), (.json, .text), (.empty, .text): return
      case (.json(let schema), .json(let other)):
        inclusion.compare(schema, other, place, (other.span, schema.span))
      case (.text, .json):
        inclusion.report(.mayBreak, place, "events are text, and the app reads JSON", spans.old, spans.new)
      case (.empty, .json):
        inclusion.report(
          .cantTell, place, "the data of events isn't described any more", spans.old, spans.new)
      }
    }
    for event in sent.types {
      let reader = known.types.first { $0.name.text == event.name.text }?.content ?? known.others
      if let reader { compare(event.content, reader, event.name.text) }
    }
    guard let others = sent.others else { return }
    // Events whose names the new version doesn't list are among the others.
    for event in known.types where !sent.types.contains(where: { $0.name.text == event.name.text }) {
      compare(others, event.content, event.name.text)
    }
    if let reader = known.others { compare(others, reader, nil) }
  }
}

extension EventTypes {
  /// Events that all have the same data.
  init(_ element: Schema, until end: String?) { self.init(types: [], others: .json(element), end: end) }
}
