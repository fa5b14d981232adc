/// Any JSON value.
///
/// Objects keep the order of their members and are equal without regard to it; numbers keep their text and are
/// equal by value, and strings are equal code point by code point.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)

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

  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ExactString(value))
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }

  // MARK: Views

  /// Whether this is null.
  public var isNull: Bool { self == .null }
  /// The value of a boolean.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value of a number.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
  /// The value of an integer in range.
  public var int: Int? { number?.int64.flatMap { Int(exactly: $0) } }
  /// The value of a number as a double.
  public var double: Double? { number?.double }
  /// The value of a string.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The elements of an array.
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The value of a key; nil where there is none and of anything that is no object.
  public subscript(key: String) -> JSON? { object?[key] }

  /// The element at an index; nil where there is none and of anything that is no array.
  public subscript(index: Int) -> JSON? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension JSON: JSONValue {
  public static var schema: Schema { .any }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> JSON {
    switch reader.peek() {
    case .null:
      _ = try reader.readNull()
      return .null
    case .bool: return .bool(try reader.readBool())
    case .number: return .number(try reader.readNumber())
    case .string: return .string(try reader.readString())
    case .array:
      return .array(try ListOf<JSON>.read(from: &reader))
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
    (try? encoded()).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  public init(floatLiteral value: Double) { self = .number(JSONNumber(floatLiteral: value)) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}
