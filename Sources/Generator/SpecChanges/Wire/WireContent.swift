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
    case (.stream(.events(let end), let element), .stream(.events(let otherEnd), let other)):
      compareEvents(
        EventTypes(element, until: end), EventTypes(other, until: otherEnd), label, spans, in: &inclusion)
    case (.stream(.events(let end), let element), .events(let other)):
      compareEvents(EventTypes(element, until: end), other, label, spans, in: &inclusion)
    case (.events(let events), .stream(.events(let end), let element)):
      compareEvents(events, EventTypes(element, until: end), label, spans, in: &inclusion)
    case (.events(let events), .events(let other)):
      compareEvents(events, other, label, spans, in: &inclusion)
    case (.stream(let stream, let element), .stream(let other, let otherElement)):
      if stream == other {
        inclusion.compare(element, otherElement, label, (otherElement.span, element.span))
      } else if other != .textLines || stream != .lines {
        report(.breaks, "responses are \(words)")
      }
    case (.text, .stream(.textLines, _)): return
    default: report(.breaks, "responses are \(words)")
    }
  }
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
