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
    _ bytes: [UInt8], constraint: Constraint?, selection: (any SelectedFields)?, options: JSONDecoding
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

  /// Returns the violations in a document, at most a thousand: what can't be read at all, and constraints.
  ///
  /// The first value that has no Swift type ends it. `JSONSchema(of:)` in `WGNAPISchema` finds all such values.
  public static func validate(_ bytes: [UInt8]) -> [Violation] { validate(bytes, satisfying: nil) }

  /// Returns the violations in a value before it is sent, at most a thousand; a single violation of
  /// `json` if it can't be written as JSON. Offsets are relative to its text without white space.
  public static func validate(value: Value) -> [Violation] {
    do throws(JSONError) {
      return validate(try encode(value), satisfying: nil, isOwn: true)
    } catch {
      return [Violation(malformed: error)]
    }
  }

  /// Returns whether a document is JSON without violations.
  public static func isValid(_ bytes: [UInt8]) -> Bool { (try? decode(bytes)) != nil }

  /// Returns the violations in a document, like `validate(_:)`. As a whole, it must satisfy `constraint`.
  ///
  /// - Parameter isOwn: Whether the document was written here, so that its size doesn't matter, and partial models have the
  ///   fields that they have.
  package static func validate(
    _ bytes: [UInt8], satisfying constraint: Constraint?, isOwn: Bool = false
  ) -> [Violation] {
    bytes.withUnsafeBufferPointer { buffer in
      var options = JSONDecoding(validation: .report)
      if isOwn { (options.maximumDepth, options.maximumMemory) = (.max, .max) }
      var reader = JSONReader(buffer, options: options)
      reader.acceptsAnyPart = isOwn
      do throws(JSONError) {
        _ = try reader.document { (reader) throws(JSONError) in
          try reader.read(Self.self, satisfying: constraint)
        }
        return reader.violations.located(in: buffer)
      } catch {
        let others = reader.violations.prefix(JSONReader.violationLimit - 1)
        return Array(others).located(in: buffer) + [Violation(unreadable: error)]
      }
    }
  }
}

extension JSONValue {
  /// Encodes the value as a JSON document.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public func encoded() throws(JSONError) -> [UInt8] { try Self.encode(self) }

  /// Returns the violations in the value before it is sent; see ``JSONCoder/validate(value:)``.
  public func validate() -> [Violation] { Self.validate(value: self) }
}

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
}

/// Any `Decoder` gives a tree and any `Encoder` takes one.
extension JSON: Codable {
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      var object = JSONObject()
      for key in container.allKeys { object[key.stringValue] = try container.decode(JSON.self, forKey: key) }
      self = .object(object)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(try decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSON {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    if let value = try? container.decode(Int64.self) { return .number(JSONNumber(value)) }
    if let value = try? container.decode(UInt64.self) { return .number(JSONNumber(value)) }
    let value = try container.decode(Double.self)
    guard let number = JSONNumber(value) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(value) isn't a JSON number")
    }
    return .number(number)
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number):
      var container = encoder.singleValueContainer()
      if let value = number.int64 {
        try container.encode(value)
      } else if let value = number.uint64 {
        try container.encode(value)
      } else {
        try container.encode(number.double)
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let object):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in object { try container.encode(value, forKey: AnyKey(stringValue: key)) }
    }
  }

}

/// A key of a coding container.
struct AnyKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

  init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }

  /// Creates a key that is a number, too, if the text is one.
  init(_ text: String) { (stringValue, intValue) = (text, IntegerText.int(text)) }
}

extension JSONCoder {
  /// Decodes a value from any `Decoder` by way of a tree. Constraints are checked as for JSON.
  ///
  /// - Throws: `DecodingError` with the path to the error.
  public static func decode(from decoder: any Decoder) throws -> Value {
    let tree = try JSON(from: decoder)
    do throws(JSONError) {
      return try tree.decode(as: Self.self, options: JSONDecoding(maximumDepth: .max))
    } catch {
      let path = error.path.map { AnyKey($0) }
      let context = DecodingError.Context(
        codingPath: decoder.codingPath + path, debugDescription: error.message, underlyingError: error)
      switch error.kind {
      case .typeMismatch: throw DecodingError.typeMismatch(Value.self, context)
      case .missingKey: throw DecodingError.valueNotFound(Value.self, context)
      default: throw DecodingError.dataCorrupted(context)
      }
    }
  }

  /// Encodes a value to any `Encoder` by way of a tree.
  ///
  /// - Throws: `EncodingError` for values that JSON can't represent.
  public static func encode(_ value: Value, to encoder: any Encoder) throws {
    let tree: JSON
    do throws(JSONError) {
      tree = try JSON(encoding: value, as: Self.self)
    } catch {
      let path = encoder.codingPath + error.path.map { AnyKey(stringValue: $0) }
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: path, debugDescription: error.message, underlyingError: error))
    }
    try tree.encode(to: encoder)
  }
}
