import WGNAPIJSON
import WGNAPISupport

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
