#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number with up to 38 digits. A number outside the range of `Decimal` is an error.
extension Decimal: JSONValue {
  public static var schema: Schema { .number }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Decimal {
    let start = reader.mark
    let number = try reader.readNumber()
    guard let value = number.decimalValue, value.isFinite else {
      reader.rewind(to: start)
      throw reader.error(.outOfRange, "number \(number.text.printable) does not fit Decimal")
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
  public static var schema: Schema { [.type(.string), .minLength(1), .format("uri-reference")] }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> URL {
    try reader.readText("a URL") { URL(string: $0) }
  }

  public static func write(_ value: URL, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value.absoluteString)
  }
}

/// A string in the form of RFC 9562, written in lowercase.
extension UUID: JSONValue {
  public static var schema: Schema { [.type(.string), .asserted(.uuid)] }

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
