import APIModel
import Diagnostics

/// The body of a response, and the description that the app reads it by.
struct WireContent {
  private let sent: Endpoint.Response
  private let known: Endpoint.Response

  init(_ sent: Endpoint.Response, _ known: Endpoint.Response) { (self.sent, self.known) = (sent, known) }

  /// Compares what is sent with what is read. Bytes may be anything, text any text, and an app that expects nothing doesn't look.
  func compare(_ label: String, _ spans: WireInclusion.Spans, in inclusion: inout WireInclusion) {
    func report(_ verdict: WireChange.Verdict, _ message: String) {
      inclusion.report(verdict, label, message, spans.old, spans.new)
    }
    if let codec = known.codec {
      if sent.codec?.text != codec.text || sent.payload != known.payload {
        report(.cantTell, "'\(codec.text)' decodes the body")
      }
      return
    }
    let words = "\(sent.payload.words), and the app reads \(known.payload.words)"
    switch (sent.payload, known.payload) {
    case (_, .empty), (_, .bytes), (_, .byteStream): return
    case (.json(let schema), .json(let other)):
      inclusion.compare(schema, other, label, (other.span, schema.span))
    case (.json, .text), (.text, .text), (.empty, .text): return
    case (.bytes, .text), (.byteStream, .text): report(.mayBreak, "responses are \(words)")
    case (_, .text): report(.cantTell, "responses are \(words)")
    case (.stream(let stream, let element), .stream(let other, let otherElement)):
      if stream == other {
        inclusion.compare(element, otherElement, label, (otherElement.span, element.span))
      } else if stream.isEvents, other.isEvents {
        report(.mayBreak, "streams end otherwise")
        inclusion.compare(element, otherElement, label, (otherElement.span, element.span))
      } else if other != .textLines || stream != .lines {
        report(.breaks, "responses are \(words)")
      }
    case (.events(let events), .events(let other)):
      if events.hasEvents(of: other) {
        for (event, otherEvent) in zip(events.schemas, other.schemas) {
          inclusion.compare(event, otherEvent, label, (otherEvent.span, event.span))
        }
      } else {
        report(.cantTell, "streams have other events")
      }
    case (.text, .stream(.textLines, _)): return
    case (.stream(.events, _), .events), (.events, .stream(.events, _)):
      report(.cantTell, "streams have other events")
    default: report(.breaks, "responses are \(words)")
    }
  }
}

extension EventTypes {
  /// Whether both have the same events, whatever is in them.
  fileprivate func hasEvents(of other: EventTypes) -> Bool {
    func names(_ types: EventTypes) -> [String] {
      types.types.map { "\($0.name.text) \($0.content.kind)" } + [types.others?.kind ?? "", types.end ?? ""]
    }
    return names(self) == names(other)
  }
}

extension EventTypes.Content {
  fileprivate var kind: String {
    switch self {
    case .json: "JSON"
    case .text: "text"
    case .empty: "nothing"
    }
  }
}

extension Endpoint.Response.Stream {
  fileprivate var isEvents: Bool { if case .events = self { true } else { false } }
}

extension Endpoint.Response.Payload {
  fileprivate var words: String {
    switch self {
    case .empty: "nothing"
    case .bytes, .byteStream: "bytes"
    case .text: "text"
    case .json: "JSON"
    case .stream(.events, _), .events: "a stream of events"
    case .stream(.lines, _): "a stream of JSON Lines"
    case .stream(.textLines, _): "a stream of lines"
    case .stream(.sequence, _): "a stream of JSON texts"
    }
  }
}
