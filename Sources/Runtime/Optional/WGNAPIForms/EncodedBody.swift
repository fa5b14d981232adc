import WGNAPIClient
import WGNAPIJSON

// Bodies that a codec encodes.
extension ParameterBuilder {
  /// Adds a body that `codec` encodes.
  public mutating func encoded<Codec: BodyEncoder>(
    _ path: KeyPath<Request, Codec.Value>, as codec: Codec.Type, mediaType: String, secret: Bool = false
  ) {
    add(
      "body", .body, nil, secret: secret, form: Form.bytes(mediaType: mediaType),
      EncodedSource<Request, Codec.Value, Codec>(path: path) { $0 })
  }

  /// Adds a body that `codec` encodes. It is omitted if nil.
  public mutating func encoded<Codec: BodyEncoder>(
    _ path: KeyPath<Request, Codec.Value?>, as codec: Codec.Type, mediaType: String, secret: Bool = false
  ) {
    add(
      "body", .body, nil, secret: secret, form: Form.bytes(mediaType: mediaType),
      EncodedSource<Request, Codec.Value?, Codec>(path: path) { $0 })
  }

  /// Adds a body that `codec` encodes.
  ///
  /// - Parameters:
  ///   - path: The property with one of several bodies.
  ///   - codec: What encodes the value.
  ///   - mediaType: The media type.
  ///   - alternative: Returns the value if the body is this one.
  public mutating func encoded<Choice: Hashable & Sendable, Codec: BodyEncoder>(
    _ path: KeyPath<Request, Choice>, as codec: Codec.Type, mediaType: String,
    of alternative: @escaping @Sendable (Choice) -> Codec.Value?
  ) {
    add(
      "body", .body, nil, secret: false, form: Form.bytes(mediaType: mediaType),
      EncodedSource<Request, Choice, Codec>(path: path, value: alternative))
  }
}

/// A property that a codec encodes. Its bytes take the place of its JSON.
///
/// Unchecked for the same reason as ``PropertySource``.
private struct EncodedSource<Request, Property: Hashable & Sendable, Codec: BodyEncoder>: ParameterSource,
  @unchecked Sendable
{
  let path: KeyPath<Request, Property>
  let value: @Sendable (Property) -> Codec.Value?

  var coder: any JSONCoder.Type { JSON.self }

  func json(of request: Request) throws(JSONError) -> [UInt8]? {
    guard let value = value(request[keyPath: path]) else { return nil }
    do {
      return try Codec.encode(value)
    } catch {
      throw JSONError(.notRepresentable, "the body can't be encoded: \(codecProblem(error))")
    }
  }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}
