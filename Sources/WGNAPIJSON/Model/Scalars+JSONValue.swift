extension Bool: JSONValue {
  public static var schema: Schema { .boolean }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Bool { try reader.readBool() }

  public static func write(_ value: Bool, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value)
  }
}

extension String: JSONValue {
  public static var schema: Schema { .string }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> String {
    try reader.readString()
  }

  public static func write(_ value: String, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value)
  }
}

extension Double: JSONValue {
  public static var schema: Schema { .number }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Double {
    try reader.readDouble()
  }

  public static func write(_ value: Double, to writer: inout JSONWriter) throws(JSONError) {
    try writer.write(value)
  }
}

/// The nearest `Float`, converted directly from the text. A number outside its range is an error.
extension Float: JSONValue {
  public static var schema: Schema { .number }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Float {
    let start = reader.mark
    let number = try reader.readNumber()
    guard let value = Float(number.text), value.isFinite else {
      reader.rewind(to: start)
      throw reader.error(.outOfRange, "number \(number.text.printable) does not fit Float")
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
  public static var schema: Schema {
    [.type(.integer), .minimum(JSONNumber(Decoded.min)), .maximum(JSONNumber(Decoded.max))]
  }

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
  public static var schema: Schema { .number }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> JSONNumber {
    try reader.readNumber()
  }

  public static func write(_ value: JSONNumber, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value)
  }
}
