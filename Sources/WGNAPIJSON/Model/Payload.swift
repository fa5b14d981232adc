private final class Payload<Coder: JSONCoder>: ReadingContext {
  let key: String
  let constraint: Schema?
  var selection: FieldSelection?
  var result: Result<Coder.Decoded, JSONError>?

  init(key: String, constraint: Schema?, selection: FieldSelection?) {
    self.key = key
    self.constraint = constraint
    self.selection = selection
  }

  var payloadKey: String? { key }

  func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError) {
    guard result == nil else { throw reader.duplicate(key, keyOffset: keyOffset) }
    let start = reader.mark
    do throws(JSONError) {
      result = .success(try reader.read(Coder.self, satisfying: constraint))
    } catch {
      // The envelope may contain the reason for the error, so read it to the end.
      result = .failure(error.located(in: reader.document))
      reader.rewind(to: start)
      try reader.skipValue()
    }
  }
}

extension JSONModel {
  /// Decodes an envelope in one pass with the payload, which is the value of one of its keys.
  ///
  /// - Parameters:
  ///   - bytes: The document, an object.
  ///   - key: The payload's key, which the model's layout doesn't declare.
  ///   - payload: The coder of the payload.
  ///   - options: How strictly to decode.
  /// - Returns: The envelope; the payload or its error (nil without the key); and violations.
  /// - Throws: ``JSONError`` if the envelope can't be decoded.
  public static func decode<Coder: JSONCoder>(
    _ bytes: [UInt8], payload key: String, as payload: Coder.Type, options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> (
    envelope: Self, payload: Result<Coder.Decoded, JSONError>?, violations: [Violation]
  ) {
    try decode(bytes, payload: key, as: payload, constraint: nil, selection: nil, options: options)
  }

  /// Decodes an envelope like the method above. As a whole, the payload must satisfy `constraint`; partial
  /// models in it have the fields of a selection.
  package static func decode<Coder: JSONCoder>(
    _ bytes: [UInt8], payload key: String, as payload: Coder.Type, constraint: Schema?,
    selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> (
    envelope: Self, payload: Result<Coder.Decoded, JSONError>?, violations: [Violation]
  ) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      let payload = Payload<Coder>(key: key, constraint: constraint, selection: selection)
      var reader = JSONReader(buffer, options: options)
      reader.context = payload
      let envelope = try reader.document { (reader) throws(JSONError) in try read(from: &reader) }
      return (envelope, payload.result, reader.violations.located(in: reader.document))
    }
  }
}
