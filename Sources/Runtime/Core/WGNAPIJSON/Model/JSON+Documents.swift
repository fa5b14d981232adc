extension JSON {
  /// Decodes a document: `try JSON.decode([Player].self, from: bytes)`. A byte order mark at its beginning is ignored
  /// (RFC 8259, section 8.1).
  ///
  /// - Parameters:
  ///   - coder: The type of the value, or a coder such as ``UnixTime``.
  ///   - bytes: The document.
  ///   - options: How strictly to decode.
  /// - Throws: ``JSONError`` with path and line for malformed JSON, bytes after the value, or a value of the wrong type; with
  ///   `validation: .strict`, also for the first constraint violation.
  public static func decode<Coder: JSONCoder>(
    _ coder: Coder.Type, from bytes: [UInt8], options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Coder.Decoded {
    try Coder.decode(bytes, options: options)
  }

  /// Decodes a document in memory that is valid during the call.
  ///
  /// - Throws: ``JSONError``, as for an array of bytes.
  public static func decode<Coder: JSONCoder>(
    _ coder: Coder.Type, from bytes: UnsafeBufferPointer<UInt8>, options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Coder.Decoded {
    try Coder.decode(bytes, options: options)
  }

  /// Decodes a document and collects constraint violations and, if requested, unknown keys: at most a thousand. Keys longer
  /// than 256 bytes are truncated in their locations.
  ///
  /// - Throws: ``JSONError`` for malformed JSON and values of the wrong type.
  public static func decodeReporting<Coder: JSONCoder>(
    _ coder: Coder.Type, from bytes: [UInt8], options: JSONDecoding = JSONDecoding(validation: .report)
  ) throws(JSONError) -> (value: Coder.Decoded, violations: [Violation]) {
    try Coder.decodeReporting(bytes, options: options)
  }

  /// Encodes a value as a JSON document.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable` for values that JSON can't represent, such as infinity.
  public static func encode<Value: JSONValue>(_ value: Value) throws(JSONError) -> [UInt8] {
    try Value.encode(value)
  }

  /// Encodes a value as a JSON document with a coder: `try JSON.encode(date, as: UnixTime.self)`.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public static func encode<Coder: JSONCoder>(
    _ value: Coder.Decoded, as coder: Coder.Type
  ) throws(JSONError) -> [UInt8] {
    try Coder.encode(value)
  }

  /// Returns the violations in a document, at most a thousand: its first value that can't be read, which ends the check, and
  /// constraints. `JSONSchema(of:)` in `WGNAPISchema` finds all values that can't be read.
  public static func validate<Coder: JSONCoder>(_ bytes: [UInt8], as coder: Coder.Type) -> [Violation] {
    Coder.validate(bytes)
  }

  /// Returns whether a document is JSON without violations. Ends at the first.
  public static func isValid<Coder: JSONCoder>(_ bytes: [UInt8], as coder: Coder.Type) -> Bool {
    Coder.isValid(bytes)
  }

  /// Returns the value as a document without white space.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public func encoded() throws(JSONError) -> [UInt8] { try JSON.encode(self) }
}

// MARK: Trees

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

extension JSON: JSONValue {}
