#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A coder for a point in time as whole seconds since 1970.
public enum UnixTime: JSONCoder {
  public typealias Decoded = Date

  public static var schema: Schema { .integer }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Date {
    Date(timeIntervalSince1970: Double(try reader.readInt64()))
  }

  public static func write(_ value: Date, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(try writer.whole(value.timeIntervalSince1970))
  }
}

/// A coder for a point in time as whole milliseconds since 1970.
public enum UnixMilliseconds: JSONCoder {
  public typealias Decoded = Date

  public static var schema: Schema { .integer }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Date {
    Date(timeIntervalSince1970: Double(try reader.readNarrowInteger()) / 1000)
  }

  public static func write(_ value: Date, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(try writer.whole(value.timeIntervalSince1970 * 1000))
  }
}

/// A coder for a point in time as `date-time` per RFC 3339. It is written in UTC, with up to six digits for
/// fractions of a second.
public enum ISO8601: JSONCoder {
  public typealias Decoded = Date

  public static var schema: Schema { [.type(.string), .asserted(.dateTime)] }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Date {
    try reader.readText("a date-time") { Timestamp($0).map { Date(timeIntervalSince1970: $0.seconds) } }
  }

  public static func write(_ value: Date, to writer: inout JSONWriter) throws(JSONError) {
    guard let text = Timestamp.text(value.timeIntervalSince1970) else {
      throw JSONError(
        .notRepresentable, "a date-time has a year from 0 to 9999", byteOffset: writer.count)
    }
    writer.write(text)
  }
}

/// A coder for bytes as a Base64 string (RFC 4648, section 4).
public enum Base64: JSONCoder {
  public typealias Decoded = Data

  public static var schema: Schema { [.type(.string), .asserted(.byte)] }

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

extension JSONWriter {
  /// Returns a number of seconds or milliseconds rounded to the nearest integer.
  fileprivate func whole(_ value: Double) throws(JSONError) -> Int64 {
    guard let whole = Int64(exactly: value.rounded()) else {
      throw JSONError(.notRepresentable, "the date is out of range", byteOffset: count)
    }
    return whole
  }
}
