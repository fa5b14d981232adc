import WGNAPIJSON
import WGNAPITransport

/// Decodes bodies that aren't JSON to a type of your own: images, protobufs, XML.
///
/// ```swift
/// enum PNG: BodyDecoder {
///   static func decode(_ body: [UInt8], contentType: String?) throws -> Image { try Image(png: body) }
/// }
/// ```
///
/// In a spec, `response: {bytes: image/png, codec: PNG}` names it. The cache keeps the bytes, with the decoded value in
/// memory.
public protocol BodyDecoder: SendableMetatype {
  /// The type of the decoded body.
  associatedtype Value: Sendable

  /// Decodes a body.
  ///
  /// The body is hostile input. The beginning of a thrown error's text becomes a part of the `APIError`, of kind
  /// `decoding`, with the request's secrets removed.
  ///
  /// - Parameters:
  ///   - body: The body, decompressed.
  ///   - contentType: The value of the `Content-Type` field; nil if there is none. It is one of the media types that the
  ///     endpoint describes.
  static func decode(_ body: [UInt8], contentType: String?) throws -> Value
}

/// Encodes values of your own as the bodies of requests. In a spec, `body: {bytes: image/png, codec: PNG}` names it.
public protocol BodyEncoder: SendableMetatype {
  /// The type of the values.
  associatedtype Value: Hashable & Sendable

  /// Encodes a value. If it throws an error, the request isn't sent, and the error's text is a violation in the `APIError`.
  static func encode(_ value: Value) throws -> [UInt8]
}

/// Decodes and encodes bodies that aren't JSON.
public typealias BodyCodec = BodyDecoder & BodyEncoder

/// Returns the beginning of the text of a codec's error, which may be of any type, on one line.
package func codecProblem(_ error: any Error, redaction: Redaction = Redaction()) -> String {
  let text = (error as? JSONError)?.message ?? "\(error)"
  return BodyExcerpt.text(of: Array(text.utf8), redaction: redaction, limit: 300)
}

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
  /// Adds a body that `codec` decodes. The media type may be a range such as `image/*`; without one, any is accepted.
  public mutating func decoded<Codec: BodyDecoder>(
    _ statuses: some StatusRange, _ codec: Codec.Type, type: String? = nil,
    _ make: @escaping @Sendable (Codec.Value) -> Output
  ) {
    add(statuses, type, .decoded { body, type in make(try Codec.decode(body, contentType: type)) })
  }
}

extension FailureFormat {
  /// A body that `codec` decodes. The media type may be a range such as `image/*`; without one, any is accepted. The error's
  /// body is the codec's value.
  public static func decoded<Codec: BodyDecoder>(
    _ statuses: some StatusRange, _ codec: Codec.Type, type: String? = nil
  ) -> Self {
    let expected = type.flatMap { MediaRange($0) }
    return Self(statuses: statuses.statusRange, mediaType: type) { (body, context) throws(JSONError) in
      if let expected, let type = context.contentType, MediaRange(type).map(expected.contains) != true {
        let found = context.redaction(type).printable
        throw JSONError(.invalidValue, "expected the media type \(expected.text), found \(found)")
      }
      do {
        return Content(body: try Codec.decode(body, contentType: context.contentType))
      } catch is CancellationError {
        throw JSONError(stoppedBy: .cancellation)
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
