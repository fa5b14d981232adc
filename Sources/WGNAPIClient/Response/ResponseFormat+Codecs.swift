import WGNAPIJSON
import WGNAPITransport

// Bodies that a codec decodes.
extension ResponseFormat {
  /// The body as `codec` decodes it, of any media type.
  public static func decoded<Codec: BodyDecoder>(as codec: Codec.Type) -> Self where Codec.Value == Output {
    Self(.decoded { body, type in try Codec.decode(body, contentType: type) })
  }

  /// The body of a media type such as `image/png`, or a range of them such as `image/*`, as `codec` decodes it. Another
  /// media type is an error.
  public static func decoded<Codec: BodyDecoder>(_ type: String, as codec: Codec.Type) -> Self
  where Codec.Value == Output {
    .byStatus { $0.decoded(200..<300, codec, type: type) { $0 } }
  }
}

extension StatusBuilder {
  /// Adds a body that `codec` decodes, for one status. The media type may be a range such as `image/*`; without one, any
  /// is accepted.
  public mutating func decoded<Codec: BodyDecoder>(
    _ status: Int, _ codec: Codec.Type, type: String? = nil,
    _ make: @escaping @Sendable (Codec.Value) -> Output
  ) {
    decoded(status..<status + 1, codec, type: type, make)
  }

  /// Adds a body that `codec` decodes, for a range of statuses. The media type may be a range such as `image/*`; without
  /// one, any is accepted.
  public mutating func decoded<Codec: BodyDecoder>(
    _ statuses: Range<Int>, _ codec: Codec.Type, type: String? = nil,
    _ make: @escaping @Sendable (Codec.Value) -> Output
  ) {
    add(statuses, type, .decoded { body, type in make(try Codec.decode(body, contentType: type)) })
  }
}

extension FailureFormat {
  /// A body that `codec` decodes, for one status. The media type may be a range such as `image/*`; without one, any is
  /// accepted. The error's body is the codec's value.
  public static func decoded<Codec: BodyDecoder>(
    _ status: Int, _ codec: Codec.Type, type: String? = nil
  ) -> Self { decoded(status..<status + 1, codec, type: type) }

  /// A body that `codec` decodes, for a range of statuses. The media type may be a range such as `image/*`; without one,
  /// any is accepted. The error's body is the codec's value.
  public static func decoded<Codec: BodyDecoder>(
    _ statuses: Range<Int>, _ codec: Codec.Type, type: String? = nil
  ) -> Self {
    let expected = type.flatMap { MediaRange($0) }
    return Self(statuses: statuses, mediaType: type) { (body, context) throws(JSONError) in
      if let expected, let type = context.contentType, MediaRange(type).map(expected.contains) != true {
        let found = context.redaction(type).printable
        throw JSONError(.invalidValue, "expected the media type \(expected.text), found \(found)")
      }
      do {
        return Content(body: try Codec.decode(body, contentType: context.contentType))
      } catch is CancellationError {
        throw JSONError(.workExceeded, JSONReader.interruption)
      } catch {
        throw JSONError(.invalidValue, codecProblem(error, redaction: context.redaction))
      }
    }
  }
}

extension ResponseReading {
  /// Returns the value that a codec decodes.
  func value(
    of response: TransportResponse, _ decode: ([UInt8], String?) throws -> Request.Response
  ) throws(Refusal) -> Request.Response {
    let problem: String
    do {
      return try decode(response.body, response.response.headerFields[.contentType])
    } catch is CancellationError {
      throw .interruption
    } catch {
      problem = codecProblem(error, redaction: redaction)
    }
    let refusal = refusal(JSONError(.invalidValue, problem), response)
    guard case .decoding(let error) = refusal.kind else { throw refusal }
    let excerpt = response.body.isEmpty ? "is empty" : "is \(excerpt(response.body))"
    throw Refusal(kind: .decoding(JSONError(error.kind, "\(error.message) (the body \(excerpt))")))
  }
}
