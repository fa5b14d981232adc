import WGNAPIClient
import WGNAPIJSON

extension ResponseFormat {
  /// Server-sent events (HTML Standard, section 9.2), whose data `coder` decodes.
  ///
  /// - Parameters:
  ///   - coder: The coder for the data of each event.
  ///   - constraint: Constraints on the data, besides the coder's schema.
  ///   - end: The data of the event that ends the stream, such as `[DONE]`. A stream that ends without it is an error.
  ///     Nil if the end of the response is the end.
  public static func events<Coder: JSONCoder>(
    as coder: Coder.Type, _ constraint: Schema? = nil, until end: String? = nil
  ) -> Self
  where Output == EventStream<Coder.Decoded> {
    .stream(accept: "text/event-stream") { answer in
      EventStream(answer: answer, decoder: ElementDecoder(Coder.self, constraint), end: end)
    }
  }

  /// [JSON Lines](https://jsonlines.org), of which `coder` decodes each, and each must satisfy `constraint`.
  public static func lines<Coder: JSONCoder>(as coder: Coder.Type, _ constraint: Schema? = nil) -> Self
  where Output == ElementStream<Coder.Decoded> {
    .stream(accept: "application/jsonl, application/x-ndjson") { answer in
      ElementStream(answer: answer, decoder: ElementDecoder(Coder.self, constraint), framing: .lines)
    }
  }

  /// A JSON text sequence (RFC 7464), of which `coder` decodes each element, and each must satisfy `constraint`.
  public static func sequence<Coder: JSONCoder>(as coder: Coder.Type, _ constraint: Schema? = nil) -> Self
  where Output == ElementStream<Coder.Decoded> {
    .stream(accept: "application/json-seq") { answer in
      ElementStream(answer: answer, decoder: ElementDecoder(Coder.self, constraint), framing: .sequence)
    }
  }
}

extension ResponseFormat where Output == ByteStream {
  /// The body, unchanged, while it arrives.
  public static var stream: Self { .stream(accept: nil) { ByteStream(answer: $0) } }
}
