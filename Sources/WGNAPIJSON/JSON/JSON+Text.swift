extension JSON {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> JSON {
    switch reader.peek() {
    case .null:
      _ = try reader.readNull()
      return .null
    case .bool: return .bool(try reader.readBool())
    case .number: return .number(try reader.readNumber())
    case .string: return .string(try reader.readString())
    case .array:
      return .array(
        try withTemporarySlot { (slot) throws(JSONError) in
          try reader.readElements(into: slot) { (element, reader) throws(JSONError) in
            element.initialize(to: try read(from: &reader))
          }
        })
    case .object:
      var object = JSONObject()
      guard try reader.enterObject() else { return .object(object) }
      repeat {
        let key = try reader.scanKey()
        let text = reader.string(key)
        try reader.countMemory(JSONObject.memberSize)
        guard object.insert(try read(from: &reader), for: text) else {
          throw reader.duplicate(text, keyOffset: reader.keyOffset(key))
        }
      } while try reader.continueObject()
      return .object(object)
    case nil: throw reader.mismatch("a value")
    }
  }

  public static func write(_ value: JSON, to writer: inout JSONWriter) throws(JSONError) {
    switch value {
    case .null: writer.writeNull()
    case .bool(let value): writer.write(value)
    case .number(let value): writer.write(value)
    case .string(let value): writer.write(value)
    case .array(let elements):
      try writer.writeArray(elements) { (element, writer) throws(JSONError) in
        try write(element, to: &writer)
      }
    case .object(let object):
      writer.beginObject()
      for (key, value) in object {
        writer.writeKey(key)
        try write(value, to: &writer)
      }
      writer.endObject()
    }
  }
}

extension JSON: CustomStringConvertible {
  /// The JSON text, without white space.
  public var description: String {
    (try? document()).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension JSON {
  /// Returns the value as a document.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  func document() throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    do throws(JSONError) {
      try Self.write(self, to: &writer)
    } catch {
      throw writer.located(error)
    }
    return writer.finish()
  }
}
