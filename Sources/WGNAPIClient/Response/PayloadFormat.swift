import WGNAPIJSON
import WGNAPITransport

/// Decodes a payload, with or without an envelope, its coder's type erased.
package protocol PayloadFormat<Value>: Sendable {
  associatedtype Value: Sendable

  /// Decodes a body that is the payload. Partial models in it contain the fields of the selection.
  func read(
    _ body: [UInt8], selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation])

  /// Decodes a body with an envelope in one pass, with keys in any order. If the payload can't be decoded,
  /// the envelope is returned nevertheless, because it may contain the reason.
  func read<Envelope: ResponseEnvelope>(
    _ body: [UInt8], in envelope: Envelope.Type, selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value>
}

extension PayloadFormat {
  /// Decodes a body with an envelope whose payload is the rest of the object.
  fileprivate func readRest<Envelope: ResponseEnvelope>(
    _ body: [UInt8], of envelope: Envelope.Type, selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value> {
    let (envelope, rest, violations) = try Envelope.decodeBesideRest(body, options: options)
    do throws(JSONError) {
      let payload = try read(rest, selection: selection, options: options)
      return EnvelopeContent(
        envelope: envelope, payload: .success(payload.value), violations: violations + payload.violations)
    } catch {
      return EnvelopeContent(envelope: envelope, payload: .failure(error), violations: violations)
    }
  }
}

/// An envelope with its content.
package struct EnvelopeContent<Envelope, Value> {
  let envelope: Envelope
  /// The payload, or the error in it.
  let payload: Result<Value, JSONError>
  let violations: [Violation]
}

/// A payload decoded by a coder of any type.
package protocol CodedPayload {
  var coder: any JSONCoder.Type { get }
  var constraint: PayloadConstraint { get }
}

/// The constraint on a payload as a whole, in addition to those of its type.
package struct PayloadConstraint: Sendable {
  /// The constraint on a payload with all fields.
  let whole: Schema?
  /// The constraint on a payload with some fields: limits on the number of elements and members, which
  /// missing fields don't affect.
  let partial: Schema?

  init(_ schema: Schema?) {
    whole = schema
    partial = schema?.containerLimits()
  }

  private init(partial: Schema?) {
    whole = partial
    self.partial = partial
  }

  /// The constraint on the same payload with models that contain only some fields.
  package var ofParts: PayloadConstraint { PayloadConstraint(partial: partial) }

  func schema(for selection: FieldSelection?) -> Schema? { selection?.isWhole == false ? partial : whole }
}

/// A payload decoded by a coder.
package struct CoderPayload<Coder: JSONCoder, Value: Sendable>: PayloadFormat, CodedPayload {
  package let constraint: PayloadConstraint
  let make: @Sendable (Coder.Decoded) -> Value

  package init(
    constraint: PayloadConstraint = PayloadConstraint(nil),
    _ make: @escaping @Sendable (Coder.Decoded) -> Value
  ) {
    self.constraint = constraint
    self.make = make
  }

  package var coder: any JSONCoder.Type { Coder.self }

  package func read(
    _ body: [UInt8], selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation]) {
    let (value, violations) = try Coder.decodeReporting(
      body, constraint: constraint.schema(for: selection), selection: selection, options: options)
    return (make(value), violations)
  }

  package func read<Envelope: ResponseEnvelope>(
    _ body: [UInt8], in envelope: Envelope.Type, selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value> {
    if Envelope.payloadKey.isEmpty {
      return try readRest(body, of: Envelope.self, selection: selection, options: options)
    }
    let content = try Envelope.decode(
      body, payload: Envelope.payloadKey, as: Coder.self, constraint: constraint.schema(for: selection),
      selection: selection, options: options)
    let missing = JSONError(.missingKey, "the key \"\(Envelope.payloadKey)\" is missing", line: 1)
    return EnvelopeContent(
      envelope: content.envelope, payload: (content.payload ?? .failure(missing)).map(make),
      violations: content.violations)
  }
}

/// A payload that is ignored.
struct EmptyPayload<Value: Sendable>: PayloadFormat {
  let make: @Sendable () -> Value

  func read(
    _ body: [UInt8], selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation]) { (make(), []) }

  func read<Envelope: ResponseEnvelope>(
    _ body: [UInt8], in envelope: Envelope.Type, selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value> {
    if Envelope.payloadKey.isEmpty {
      return try readRest(body, of: Envelope.self, selection: selection, options: options)
    }
    let content = try Envelope.decode(
      body, payload: Envelope.payloadKey, as: IgnoredJSON.self, options: options)
    return EnvelopeContent(
      envelope: content.envelope, payload: .success(make()), violations: content.violations)
  }
}

/// Any JSON value, checked for syntax and discarded.
private enum IgnoredJSON: JSONCoder {
  static func read(from reader: inout JSONReader) throws(JSONError) -> Bool {
    try reader.skipValue()
    return true
  }

  static func write(_ value: Bool, to writer: inout JSONWriter) throws(JSONError) {
    throw JSONError(.notRepresentable, "an ignored payload can't be written")
  }

  static var schema: Schema { .any }
}

/// A model of the object that a service wraps around its payloads.
///
/// The layout contains everything except the payload: the value of ``payloadKey`` or, if that is empty, all members
/// that the layout doesn't contain.
public protocol ResponseEnvelope: JSONModel {
  /// The type of the service's error codes.
  associatedtype ServiceCode: ServiceErrorCode = UnnamedErrorCode
  /// The key of the payload; empty if the payload is the rest of the object.
  static var payloadKey: String { get }
  /// The error in the envelope; nil if the request succeeded.
  var failure: ServiceFailure? { get }
}

/// No envelope: the body is the payload.
public struct NoEnvelope: ResponseEnvelope {
  /// An empty key, which isn't used.
  public static let payloadKey = ""
  /// An empty layout.
  public static let layout = Layout<Self> { _ in }

  /// Creates the envelope.
  public init() {}

  /// Nil, always.
  public var failure: ServiceFailure? { nil }
}

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
