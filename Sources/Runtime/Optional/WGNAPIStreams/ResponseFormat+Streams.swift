import WGNAPIClient
import WGNAPIJSON

extension ResponseFormat {
  /// Server-sent events (HTML Standard, section 9.2), whose data `coder` decodes.
  ///
  /// - Parameters:
  ///   - coder: The coder for the data of each event.
  ///   - constraint: Constraints on the data, besides those of the coder.
  ///   - end: The data of the event that ends the stream, such as `[DONE]`. A stream that ends without it is an error.
  ///     Nil if the end of the response is the end.
  ///   - other: The data of an event that ends the stream if it comes. The end of the response is the end, too.
  ///   - unreadable: What to do about an event that can't be read.
  public static func events<Coder: JSONCoder>(
    as coder: Coder.Type, _ constraint: Constraint? = nil, until end: String? = nil,
    mayEndWith other: String? = nil, unreadable: UnreadableElements = .end
  ) -> Self
  where Output == EventStream<Coder.Decoded> {
    let decoder = EventDecoder(ElementDecoder(Coder.self, constraint) { $0 })
    return events(decoder, StreamEnd(end, or: other), unreadable)
  }

  /// Server-sent events whose data isn't JSON but text.
  public static func textEvents(until end: String? = nil, mayEndWith other: String? = nil) -> Self
  where Output == EventStream<String> {
    events(EventDecoder(ElementDecoder { $0 }), StreamEnd(end, or: other), .end)
  }

  /// Server-sent events, whose types say what their data is.
  public static func events<Value>(
    until end: String? = nil, mayEndWith other: String? = nil, unreadable: UnreadableElements = .end,
    _ build: (inout EventTypes<Value>) -> Void
  ) -> Self
  where Output == EventStream<Value> {
    var types = EventTypes<Value>()
    build(&types)
    return events(EventDecoder(types), StreamEnd(end, or: other), unreadable)
  }

  private static func events<Value>(
    _ decoder: EventDecoder<Value>, _ end: StreamEnd?, _ unreadable: UnreadableElements
  ) -> Self
  where Output == EventStream<Value> {
    .stream(accept: "text/event-stream", isOnlyThat: true) { response in
      EventStream(
        response: response, decoder: decoder, end: end, handling: ElementHandling(choice: unreadable))
    }
  }

  /// [JSON Lines](https://jsonlines.org), of which `coder` decodes each, and each must satisfy `constraint`.
  ///
  /// - Parameters:
  ///   - coder: The coder for each line.
  ///   - constraint: Constraints on each, besides those of the coder.
  ///   - unreadable: What to do about a line that can't be read.
  public static func lines<Coder: JSONCoder>(
    as coder: Coder.Type, _ constraint: Constraint? = nil, unreadable: UnreadableElements = .end
  ) -> Self
  where Output == ElementStream<Coder.Decoded> {
    elements(
      ElementDecoder(Coder.self, constraint) { $0 }, .lines, "application/jsonl, application/x-ndjson",
      unreadable)
  }

  /// A JSON text sequence (RFC 7464), of which `coder` decodes each element, and each must satisfy `constraint`.
  ///
  /// - Parameters:
  ///   - coder: The coder for each element.
  ///   - constraint: Constraints on each, besides those of the coder.
  ///   - unreadable: What to do about an element that can't be read.
  public static func sequence<Coder: JSONCoder>(
    as coder: Coder.Type, _ constraint: Constraint? = nil, unreadable: UnreadableElements = .end
  ) -> Self
  where Output == ElementStream<Coder.Decoded> {
    elements(
      ElementDecoder(Coder.self, constraint) { $0 }, .sequence, "application/json-seq", unreadable)
  }

  private static func elements<Element>(
    _ decoder: ElementDecoder<Element>, _ framing: ElementStream<Element>.Framing, _ accept: String,
    _ unreadable: UnreadableElements
  ) -> Self where Output == ElementStream<Element> {
    .stream(accept: accept) { response in
      ElementStream(
        response: response, decoder: decoder, framing: framing, handling: ElementHandling(choice: unreadable))
    }
  }
}

extension ResponseFormat where Output == ElementStream<String> {
  /// Lines of text. Empty ones are skipped.
  public static var textLines: Self {
    elements(
      ElementDecoder { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }, .lines,
      "application/jsonl, application/x-ndjson", .end)
  }
}

extension ResponseFormat where Output == ByteStream {
  /// The body, unchanged, while it arrives.
  public static var stream: Self { .stream(accept: nil) { ByteStream(stream: $0) } }
}
