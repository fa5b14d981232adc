/// How a Swift value stands in JSON.
///
/// Types that have one natural form in JSON are their own coders (``JSONValue``); a coder of its own serves values
/// with several forms, such as `Date` (``UnixTime``, ``ISO8601``).
public protocol JSONCoder<Decoded>: Sendable {
  /// The Swift type.
  associatedtype Decoded: Hashable & Sendable

  /// Reads one JSON value.
  ///
  /// - Throws: ``JSONError`` for malformed JSON, another type than expected, or a value out of range.
  static func read(from reader: inout JSONReader) throws(JSONError) -> Decoded

  /// Reads one JSON value into uninitialised memory, which stays uninitialised when an error is thrown.
  ///
  /// Has a default implementation; models read their fields in place.
  static func read(into slot: UnsafeMutablePointer<Decoded>, from reader: inout JSONReader) throws(JSONError)

  /// Writes one JSON value.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable` for values JSON does not have, such as infinity.
  static func write(_ value: Decoded, to writer: inout JSONWriter) throws(JSONError)

  /// What the JSON looks like.
  static var schema: Schema { get }
}

/// A type that stands in JSON in one natural form.
public protocol JSONValue: JSONCoder, Hashable where Decoded == Self {}

extension JSONCoder {
  /// The Swift type, by a shorter name. (The requirement has another one because `Dictionary.Value` is taken.)
  public typealias Value = Decoded

  public static func read(
    into slot: UnsafeMutablePointer<Value>, from reader: inout JSONReader
  ) throws(JSONError) {
    slot.initialize(to: try read(from: &reader))
  }
}

// MARK: - Entry points

extension JSONCoder {
  /// Reads a whole document. A byte order mark before it is passed over (RFC 8259, section 8.1).
  ///
  /// - Throws: ``JSONError`` with path and line for malformed JSON, bytes after the value, or a value that does not
  ///   fit; with `validation: .strict` also for the first broken constraint.
  public static func decode(
    _ bytes: [UInt8], options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Value {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> Value in
      try decode(buffer, options: options)
    }
  }

  /// Reads a whole document from memory that is valid during the call.
  ///
  /// - Throws: ``JSONError`` as `decode(_:options:)` of an array does.
  public static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Value {
    var reader = JSONReader(bytes, options: options)
    return try reader.document { (reader) throws(JSONError) in try read(from: &reader) }
  }

  /// Reads a whole document and collects the constraints it breaks and, where asked for, unknown keys: a thousand
  /// violations at most. Keys beyond 256 bytes are cut in their locations.
  ///
  /// - Throws: ``JSONError`` for malformed JSON and values that do not fit their types.
  public static func decodeReporting(
    _ bytes: [UInt8], options: JSONDecoding = JSONDecoding(validation: .report)
  ) throws(JSONError) -> (value: Value, violations: [Violation]) {
    try decodeReporting(bytes, constraint: nil, selection: nil, options: options)
  }

  /// As above; the document as a whole satisfies `constraint`, and partial models have the fields of a selection.
  package static func decodeReporting(
    _ bytes: [UInt8], constraint: Schema?, selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation]) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      var reader = JSONReader(buffer, options: options)
      if let selection { reader.context = SelectionContext(selection) }
      let value = try reader.document { (reader) throws(JSONError) in
        try reader.read(Self.self, satisfying: constraint)
      }
      return (value, reader.violations.located(in: buffer))
    }
  }

  /// The value as a JSON document.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public static func encode(_ value: Value) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    do throws(JSONError) {
      try write(value, to: &writer)
    } catch {
      throw writer.located(error)
    }
    return writer.finish()
  }

  /// What in the document breaks the schema, a thousand violations at most; one violation of `json` where it is
  /// not JSON or takes too much work to check.
  public static func validate(_ bytes: [UInt8]) -> [Violation] {
    schemaReference.validate(bytes)
  }

  /// What in a value breaks the schema, before it is sent: a thousand violations at most, and one of `json` where it
  /// cannot be written as JSON. Offsets are those of its text without white space.
  public static func validate(value: Value) -> [Violation] {
    do throws(JSONError) {
      return schemaReference.validate(try encode(value))
    } catch {
      return [Violation(malformed: error)]
    }
  }

  /// Applies the schema to a document; see ``Schema/evaluate(_:)-([UInt8])``.
  public static func evaluate(_ bytes: [UInt8]) -> Evaluation { schemaReference.evaluate(bytes) }

  /// Whether the document is JSON that the schema accepts; stops at the first violation.
  public static func isValid(_ bytes: [UInt8]) -> Bool { schemaReference.isValid(bytes) }
}

extension JSONValue {
  /// The value as a JSON document.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public func encoded() throws(JSONError) -> [UInt8] { try Self.encode(self) }

  /// What in the value breaks its schema, before it is sent; see ``JSONCoder/validate(value:)``.
  public func validate() -> [Violation] { Self.validate(value: self) }
}
