import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Bool: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Bool { try reader.readBool() }

  public static func write(_ value: Bool, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value)
  }
}

extension String: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> String {
    try reader.readString()
  }

  public static func write(_ value: String, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value)
  }
}

extension Double: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Double {
    try reader.readDouble()
  }

  public static func write(_ value: Double, to writer: inout JSONWriter) throws(JSONError) {
    try writer.write(value)
  }
}

/// The nearest `Float`, converted directly from the text. A number outside its range is an error.
extension Float: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Float {
    let start = reader.mark
    let number = try reader.readNumber()
    guard let value = Float(number.text), value.isFinite else {
      reader.rewind(to: start)
      throw reader.error(.outOfRange, "number \(reader.quoted(number.text)) does not fit Float")
    }
    return value
  }

  public static func write(_ value: Float, to writer: inout JSONWriter) throws(JSONError) {
    guard let number = JSONNumber(value.description) else { return try writer.write(Double(value)) }
    writer.write(number)
  }
}

/// Integers accept any number without a fractional part, as in JSON Schema: `12`, `12.0`, `1.2e1`.
extension JSONCoder where Decoded: FixedWidthInteger {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Decoded {
    try reader.readInteger(Decoded.self)
  }

  public static func write(_ value: Decoded, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value)
  }
}

extension Int: JSONValue {}
extension Int8: JSONValue {}
extension Int16: JSONValue {}
extension Int32: JSONValue {}
extension Int64: JSONValue {}
extension UInt: JSONValue {}
extension UInt8: JSONValue {}
extension UInt16: JSONValue {}
extension UInt32: JSONValue {}
extension UInt64: JSONValue {}

extension JSONNumber: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> JSONNumber {
    try reader.readNumber()
  }

  public static func write(_ value: JSONNumber, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value)
  }
}

/// A number with up to 38 digits. A number outside the range of `Decimal` is an error.
extension Decimal: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Decimal {
    let start = reader.mark
    let number = try reader.readNumber()
    // A number with more digits than the type holds would be another one.
    guard let value = number.decimalValue, value.isFinite,
      number.text.utf8.count <= 38 || JSONNumber(value) == number
    else {
      reader.rewind(to: start)
      throw reader.error(.outOfRange, "number \(reader.quoted(number.text)) does not fit Decimal")
    }
    return value
  }

  public static func write(_ value: Decimal, to writer: inout JSONWriter) throws(JSONError) {
    guard let number = JSONNumber(value) else {
      throw JSONError(.notRepresentable, "\(value) isn't a JSON number", byteOffset: writer.count)
    }
    writer.write(number)
  }
}

/// A string that `URL` accepts.
extension URL: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> URL {
    try reader.readText("a URL") { URL(string: $0) }
  }

  /// Reads a value that can't be nil: a required property, or an element. Many services write an empty text for a URL
  /// that they don't have; it is an empty URL, and a violation of `format`.
  public static func read(
    into slot: UnsafeMutablePointer<URL>, from reader: inout JSONReader
  ) throws(JSONError) {
    do throws(JSONError) {
      slot.initialize(to: try read(from: &reader))
    } catch {
      guard let empty = URLComponents().url, try reader.allowsEmptyText(insteadOf: error) else { throw error }
      slot.initialize(to: empty)
    }
  }

  public static func write(_ value: URL, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value.absoluteString)
  }
}

/// A string in the form of RFC 9562, written in lowercase.
extension UUID: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> UUID {
    // Foundation accepts missing and blank digits.
    try reader.readText("a UUID") { text in
      var text = text
      return text.withUTF8(UUIDFormat.accepts) ? UUID(uuidString: text) : nil
    }
  }

  public static func write(_ value: UUID, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value.uuidString.lowercased())
  }
}

extension JSONCoder {
  /// Decodes a document.
  ///
  /// - Throws: ``JSONError`` as `decode(_:options:)` of an array does.
  public static func decode(
    _ data: Data, options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Value {
    let result: Result<Value, JSONError> = data.withUnsafeBytes { bytes in
      do throws(JSONError) {
        return .success(try decode(bytes.bindMemory(to: UInt8.self), options: options))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension JSONReader {
  /// Reads a string and creates a value from it.
  mutating func readText<Value>(
    _ name: String, _ make: (String) -> Value?
  ) throws(JSONError) -> Value {
    skipWhitespace()
    let start = offset
    guard peek() == .string else { throw mismatch(name) }
    guard let value = make(try readString()) else {
      throw error(.invalidValue, "expected \(name), found \(excerpt(from: start))", at: start)
    }
    return value
  }
}

extension JSONReader {
  /// Reads an empty text as nil, with a violation of `format`, where a property that may be nil has the format of a URL,
  /// a date or a UUID: many services write one for a value that they don't have.
  ///
  /// - Throws: `error`, the one that reading the value at `start` has thrown, for anything else.
  @inline(never)
  package mutating func readNil(
    into slot: UnsafeMutableRawPointer, _ operations: any FieldOperations, at start: Int,
    insteadOf error: JSONError
  ) throws(JSONError) {
    guard operations.isOptional, error.byteOffset == start, operations.coder.map(hasFormat) == true,
      try allowsEmptyText(insteadOf: error)
    else { throw error }
    operations.initializeNull(slot)
  }

  /// Whether the value that has just been read is an empty text, which is then a violation of `format`.
  @inline(never)
  mutating func allowsEmptyText(insteadOf error: JSONError) throws(JSONError) -> Bool {
    guard error.kind == .invalidValue, offset >= 2, error.byteOffset == offset - 2,
      position[-2] == UInt8(ascii: "\""), position[-1] == UInt8(ascii: "\"")
    else { return false }
    if validates { try violation("format", error.message, at: offset - 2) }
    return true
  }
}

/// Whether a coder reads text in a format that an empty text doesn't have.
private func hasFormat(_ coder: any JSONCoder.Type) -> Bool {
  if let newtype = coder as? any Newtype.Type { return hasFormat(newtype.wrapped) }
  return coder == URL.self || coder == ISO8601.self || coder == CalendarDate.self || coder == UUID.self
}

extension Newtype {
  fileprivate static var wrapped: any JSONCoder.Type { RawValue.self }
}

/// A coder for bytes as a Base64 string with the alphabet for URLs (RFC 4648, section 5). It is written without padding, and read
/// with or without.
public enum Base64URL: JSONCoder {
  public typealias Decoded = Data

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Data {
    try reader.readText("base64url") { text in
      var bytes = Array(text.utf8)
      for index in bytes.indices {
        switch bytes[index] {
        case UInt8(ascii: "-"): bytes[index] = UInt8(ascii: "+")
        case UInt8(ascii: "_"): bytes[index] = UInt8(ascii: "/")
        case UInt8(ascii: "+"), UInt8(ascii: "/"): return nil
        default: break
        }
      }
      if bytes.last != UInt8(ascii: "=") {
        bytes += Array(repeating: UInt8(ascii: "="), count: (4 - bytes.count % 4) % 4)
      }
      let isBase64 = bytes.withUnsafeBufferPointer { Base64Format.accepts($0) }
      return isBase64 ? Data(base64Encoded: Data(bytes)) : nil
    }
  }

  public static func write(_ value: Data, to writer: inout JSONWriter) throws(JSONError) {
    var bytes: [UInt8] = []
    for byte in value.base64EncodedString().utf8 {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: "-"))
      case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "_"))
      case UInt8(ascii: "="): break
      default: bytes.append(byte)
      }
    }
    writer.write(String(decoding: bytes, as: UTF8.self))
  }
}

/// A coder for bytes as a Base64 string (RFC 4648, section 4).
public enum Base64: JSONCoder {
  public typealias Decoded = Data

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Data {
    // Foundation's decoder accepts more than Base64, such as padding after a complete group.
    try reader.readText("base 64") { text in
      let isBase64 = Array(text.utf8).withUnsafeBufferPointer { Base64Format.accepts($0) }
      return isBase64 ? Data(base64Encoded: text) : nil
    }
  }

  public static func write(_ value: Data, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value.base64EncodedString())
  }
}
