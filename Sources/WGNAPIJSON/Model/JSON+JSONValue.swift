extension JSON {
  /// Parses a document. Duplicate keys are an error.
  ///
  /// - Throws: ``JSONError`` with path and line.
  public init(parsing bytes: [UInt8], options: JSONDecoding = JSONDecoding()) throws(JSONError) {
    self = try JSON.decode(bytes, options: options)
  }

  /// Parses a document from text.
  ///
  /// - Throws: ``JSONError`` with path and line.
  public init(parsing text: String, options: JSONDecoding = JSONDecoding()) throws(JSONError) {
    self = try JSON.decode(Array(text.utf8), options: options)
  }

  /// Creates the JSON of a value.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public init<Value: JSONValue>(encoding value: Value) throws(JSONError) {
    self = try JSON(encoding: value, as: Value.self)
  }

  /// Creates the JSON of a value with a coder.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public init<Coder: JSONCoder>(encoding value: Coder.Decoded, as coder: Coder.Type) throws(JSONError) {
    self = try JSON(
      parsing: Coder.encode(value), options: JSONDecoding(maximumDepth: .max, maximumMemory: .max))
  }

  /// Decodes this value with a coder.
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
