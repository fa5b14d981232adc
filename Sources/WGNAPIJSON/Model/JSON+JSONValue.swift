extension JSON {
  /// Reads a document. Of duplicate keys the document is rejected.
  ///
  /// - Throws: ``JSONError`` with path and line.
  public init(parsing bytes: [UInt8], options: JSONDecoding = JSONDecoding()) throws(JSONError) {
    self = try JSON.decode(bytes, options: options)
  }

  /// Reads a document from text.
  ///
  /// - Throws: ``JSONError`` with path and line.
  public init(parsing text: String, options: JSONDecoding = JSONDecoding()) throws(JSONError) {
    self = try JSON.decode(Array(text.utf8), options: options)
  }

  /// The JSON of a value.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public init<Value: JSONValue>(encoding value: Value) throws(JSONError) {
    self = try JSON(encoding: value, as: Value.self)
  }

  /// The JSON of a value as a coder writes it.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public init<Coder: JSONCoder>(encoding value: Coder.Decoded, as coder: Coder.Type) throws(JSONError) {
    self = try JSON(
      parsing: Coder.encode(value), options: JSONDecoding(maximumDepth: .max, maximumMemory: .max))
  }

  /// Reads this value as a coder reads its JSON.
  ///
  /// - Throws: ``JSONError`` with the path within this value.
  public func decode<Coder: JSONCoder>(
    as coder: Coder.Type, options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Coder.Decoded {
    try Coder.decode(encoded(), options: options)
  }
}

extension JSON: JSONValue {
  public static var schema: Schema { .any }
}
