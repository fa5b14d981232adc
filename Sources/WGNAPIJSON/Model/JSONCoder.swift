import WGNAPISupport

/// A type that converts between a Swift type and JSON.
///
/// Types with a single natural form in JSON are their own coders (``JSONValue``). Types with several forms,
/// such as `Date`, have separate coders (``UnixTime``, ``ISO8601``).
public protocol JSONCoder<Decoded>: Sendable {
  /// The Swift type.
  associatedtype Decoded: Hashable & Sendable

  /// Reads one JSON value.
  ///
  /// - Throws: ``JSONError`` for malformed JSON, an unexpected type, or a value out of range.
  static func read(from reader: inout JSONReader) throws(JSONError) -> Decoded

  /// Reads one JSON value into uninitialized memory, which stays uninitialized if an error is thrown.
  ///
  /// It has a default implementation; models read their fields in place.
  static func read(into slot: UnsafeMutablePointer<Decoded>, from reader: inout JSONReader) throws(JSONError)

  /// Writes one JSON value.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable` for values that JSON can't represent, such as
  ///   infinity.
  static func write(_ value: Decoded, to writer: inout JSONWriter) throws(JSONError)

  /// The schema of the JSON.
  static var schema: Schema { get }

  /// Whether a property that may be nil is nil for an empty text, as with ``EmptyAsNull``. The default is false.
  static var readsEmptyAsNull: Bool { get }
}

/// A type that is its own coder, because it has a single natural form in JSON.
public protocol JSONValue: JSONCoder, Hashable where Decoded == Self {}

extension JSONCoder {
  /// A shorter name for the Swift type. (The requirement has another one because `Dictionary.Value` exists.)
  public typealias Value = Decoded

  /// False.
  public static var readsEmptyAsNull: Bool { false }

  public static func read(
    into slot: UnsafeMutablePointer<Value>, from reader: inout JSONReader
  ) throws(JSONError) {
    slot.initialize(to: try read(from: &reader))
  }
}

// MARK: - Entry points

extension JSONCoder {
  /// Decodes a document. A byte order mark at its beginning is ignored (RFC 8259, section 8.1).
  ///
  /// - Throws: ``JSONError`` with path and line for malformed JSON, bytes after the value, or a value of the
  ///   wrong type; with `validation: .strict`, also for the first constraint violation.
  public static func decode(
    _ bytes: [UInt8], options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Value {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> Value in
      try decode(buffer, options: options)
    }
  }

  /// Decodes a document in memory that is valid during the call.
  ///
  /// - Throws: ``JSONError`` as `decode(_:options:)` of an array does.
  public static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Value {
    var reader = JSONReader(bytes, options: options)
    return try reader.document { (reader) throws(JSONError) in try read(from: &reader) }
  }

  /// Decodes a document and collects constraint violations and, if requested, unknown keys: at most a
  /// thousand. Keys longer than 256 bytes are truncated in their locations.
  ///
  /// - Throws: ``JSONError`` for malformed JSON and values of the wrong type.
  public static func decodeReporting(
    _ bytes: [UInt8], options: JSONDecoding = JSONDecoding(validation: .report)
  ) throws(JSONError) -> (value: Value, violations: [Violation]) {
    try decodeReporting(bytes, constraint: nil, selection: nil, options: options)
  }

  /// Decodes a document like the method above. As a whole, it must satisfy `constraint`; partial models have
  /// the fields of a selection.
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

  /// Encodes a value as a JSON document.
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

  /// Returns the schema violations in a document, at most a thousand; a single violation of `json` if it
  /// isn't JSON or takes too much work to check.
  public static func validate(_ bytes: [UInt8]) -> [Violation] {
    schemaReference.validate(bytes)
  }

  /// Returns the schema violations in a value before it is sent, at most a thousand; a single violation of
  /// `json` if it can't be written as JSON. Offsets are relative to its text without white space.
  public static func validate(value: Value) -> [Violation] {
    do throws(JSONError) {
      return schemaReference.validate(try encode(value))
    } catch {
      return [Violation(malformed: error)]
    }
  }

  /// Applies the schema to a document; see ``Schema/evaluate(_:)-([UInt8])``.
  public static func evaluate(_ bytes: [UInt8]) -> Evaluation { schemaReference.evaluate(bytes) }

  /// Returns whether a document is JSON that the schema accepts. It stops at the first violation.
  public static func isValid(_ bytes: [UInt8]) -> Bool { schemaReference.isValid(bytes) }
}

extension JSONValue {
  /// Encodes the value as a JSON document.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public func encoded() throws(JSONError) -> [UInt8] { try Self.encode(self) }

  /// Returns the schema violations in the value before it is sent; see ``JSONCoder/validate(value:)``.
  public func validate() -> [Violation] { Self.validate(value: self) }
}

extension Schema {
  /// Returns the schema of a coder, such as a model. It is resolved on first use, so that models can refer to
  /// themselves, and doesn't appear in keyword locations.
  public static func value<C: JSONCoder>(_ coder: C.Type) -> Schema { CoderSchemas.schema(of: coder) }
}

/// The schemas of coders, one per type, so that each is compiled once.
enum CoderSchemas {
  private static let mutex = Mutex()
  nonisolated(unsafe) private static var schemas: [ObjectIdentifier: Schema] = [:]

  static func schema<C: JSONCoder>(of coder: C.Type) -> Schema {
    mutex.withLock {
      if let schema = schemas[ObjectIdentifier(coder)] { return schema }
      let schema = Schema([Schema.Keyword(.reference(SchemaLink { C.schema }))])
      schemas[ObjectIdentifier(coder)] = schema
      return schema
    }
  }
}
