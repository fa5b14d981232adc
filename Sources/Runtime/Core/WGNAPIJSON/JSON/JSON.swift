import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Any JSON value.
///
/// Objects keep the order of their members, but ignore it in comparisons. Numbers keep their text, but are
/// compared by value. Strings are compared code point by code point.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  @inline(never)
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

  /// Whether the value is null.
  public var isNull: Bool { self == .null }
  /// The value of a boolean; nil for other types.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value of a number; nil for other types.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
  /// The value of a number if it is an integer that fits an `Int`; otherwise nil.
  public var int: Int? { number?.int64.flatMap { Int(exactly: $0) } }
  /// The nearest double to the value of a number; nil for other types.
  public var double: Double? { number?.double }
  /// The value of a string; nil for other types.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The elements of an array; nil for other types.
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object; nil for other types.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The value of a key; nil if there is none or this isn't an object.
  public subscript(key: String) -> JSON? { object?[key] }

  /// The element at an index; nil if there is none or this isn't an array.
  public subscript(index: Int) -> JSON? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
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

extension JSONReader {
  /// Reads a tree that is needed only for a moment, without counting its memory for longer than that.
  package mutating func readTemporaryTree() throws(JSONError) -> JSON {
    let memory = remainingMemory
    defer { remainingMemory = memory }
    return try JSON.read(from: &self)
  }
}

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
  package func document() throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    do throws(JSONError) {
      try Self.write(self, to: &writer)
    } catch {
      throw writer.located(error)
    }
    return writer.finish()
  }
}

/// A number with its original text, so that nothing is lost before its type is known.
///
/// Numbers are compared by value: `1`, `1.0` and `10e-1` are equal.
public struct JSONNumber: Hashable, Sendable {
  /// The text, which is a valid number per RFC 8259.
  public let text: String

  /// Creates a number from its text; nil if the text isn't a JSON number.
  public init?(_ text: String) {
    var copy = text
    let isNumber = copy.withUTF8 { bytes in
      var reader = JSONReader(bytes, options: JSONDecoding())
      guard bytes.first.map({ (0x21...0x7F).contains($0) }) == true, (try? reader.scanNumber()) != nil else {
        return false
      }
      return reader.offset == bytes.count
    }
    guard isNumber else { return nil }
    self.text = text
  }

  package init(scanned text: String) { self.text = text }

  /// Creates a number from an integer.
  public init<Integer: BinaryInteger>(_ value: Integer) { text = value.description }

  /// Creates a number from a double, with a text that is read as the same value, such as `1.0`; nil for
  /// infinities and NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// Creates a number from a decimal; nil for NaN.
  public init?(_ value: Decimal) { self.init(value.description) }

  /// The value, if it is an integer in range.
  public var int64: Int64? { IntegerText.int64(text) ?? Int64(exactly: decimal) }

  /// The value, if it is an integer in range.
  public var uint64: UInt64? { IntegerText.uint64(text) ?? UInt64(exactly: decimal) }

  /// The nearest double; infinite if the number exceeds the range of `Double`.
  public var double: Double { Double(text) ?? .nan }

  /// The value with up to 38 digits; nil if it exceeds the range of `Decimal`.
  public var decimalValue: Decimal? { Decimal(string: text) }

  /// Whether the number is an integer.
  public var isInteger: Bool { decimal.isInteger }

  /// The digits and the exponent.
  var decimal: DecimalDigits { DecimalDigits(text) }

  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text == right.text || left.decimal == right.decimal
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(decimal) }
}

extension JSONNumber: Comparable {
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if let left = IntegerText.int64(left.text), let right = IntegerText.int64(right.text) {
      return left < right
    }
    return left.decimal < right.decimal
  }
}

extension JSONNumber: CustomStringConvertible {
  public var description: String { text }
}

/// Literals. For numbers that don't fit a number literal, use a string literal: `"18446744073709551615"`. A
/// string literal that isn't a number is a programming error.
extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral value: Int64) { text = value.description }

  public init(floatLiteral value: Double) {
    precondition(value.isFinite, "a JSON number is finite")
    text = value.description
  }

  public init(stringLiteral value: String) {
    guard let number = JSONNumber(value) else { preconditionFailure("'\(value)' isn't a JSON number") }
    self = number
  }
}
