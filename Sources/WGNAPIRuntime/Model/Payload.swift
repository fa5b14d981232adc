/// Reads the value of one key of the root object, for a model whose table does not know that key.
protocol PayloadReader: AnyObject {
  var key: String { get }
  func read(from reader: inout JSONReader, objectOffset: Int) throws(JSONError)
}

private final class Payload<Coder: JSONCoder>: PayloadReader {
  let key: String
  var result: Result<Coder.Decoded, JSONError>?

  init(key: String) { self.key = key }

  func read(from reader: inout JSONReader, objectOffset: Int) throws(JSONError) {
    guard result == nil else { throw reader.duplicate(key, objectOffset: objectOffset) }
    let start = reader.mark
    do throws(JSONError) {
      result = .success(try Coder.read(from: &reader))
    } catch {
      // The envelope may say why the payload is not what it should be, so it is read to its end.
      result = .failure(error.located(in: reader.document))
      reader.rewind(to: start)
      try reader.skipValue()
    }
  }
}

extension JSONModel {
  /// Reads an envelope in one pass with the payload that stands under one of its keys.
  ///
  /// - Parameters:
  ///   - bytes: The document, an object.
  ///   - key: The payload's key, which the model's layout does not declare.
  ///   - payload: The coder of the payload.
  /// - Returns: The envelope, the payload or why it could not be read (nil without the key), and violations.
  /// - Throws: ``JSONError`` where the envelope cannot be read.
  public static func decode<Coder: JSONCoder>(
    _ bytes: [UInt8], payload key: String, as payload: Coder.Type, options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> (
    envelope: Self, payload: Result<Coder.Decoded, JSONError>?, violations: [Violation]
  ) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      let payload = Payload<Coder>(key: key)
      var reader = JSONReader(buffer, options: options)
      reader.payload = payload
      let envelope = try reader.document { (reader) throws(JSONError) in try read(from: &reader) }
      return (envelope, payload.result, reader.violations.located(in: reader.document))
    }
  }
}
