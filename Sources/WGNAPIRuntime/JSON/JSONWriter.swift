/// Writes JSON into bytes, value by value, without white space.
public struct JSONWriter: ~Copyable {
  var bytes: [UInt8] = []
  /// The discriminator's member, to be written into the next object that does not declare its key.
  var discriminator: (key: String, tag: String)?

  /// A writer of an empty document.
  public init() {}

  /// Writes `null`.
  public mutating func writeNull() { append("null") }

  /// Writes `true` or `false`.
  public mutating func write(_ value: Bool) { append(value ? "true" : "false") }

  /// Writes an integer.
  public mutating func write<Integer: FixedWidthInteger>(_ value: Integer) {
    if value >= 0, value < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
    } else {
      writeDigits(value)
    }
  }

  private mutating func writeDigits<Integer: FixedWidthInteger>(_ value: Integer) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    guard var rest = UInt64(exactly: value.magnitude) else {
      return bytes.append(contentsOf: value.magnitude.description.utf8)
    }
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Writes a number in the shortest text that reads as the same number.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable` for infinities and NaN.
  public mutating func write(_ value: Double) throws(JSONError) {
    guard value.isFinite else {
      throw JSONError(.notRepresentable, "\(value) is no JSON number", byteOffset: bytes.count)
    }
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a number as it was written where it came from.
  public mutating func write(_ value: JSONNumber) { bytes.append(contentsOf: value.text.utf8) }

  /// Writes a string. Only what RFC 8259 demands is escaped: quotes, backslashes and control characters.
  public mutating func write(_ value: String) {
    var value = value
    value.withUTF8 { writeString($0) }
  }

  /// Writes an array, calling `element` with each value to be written.
  public mutating func writeArray<Elements: Sequence>(
    _ elements: Elements, _ element: (Elements.Element, inout JSONWriter) throws(JSONError) -> Void
  ) throws(JSONError) {
    beginArray()
    for value in elements {
      beginElement()
      try element(value, &self)
    }
    endArray()
  }

  /// Begins an array.
  public mutating func beginArray() { bytes.append(UInt8(ascii: "[")) }

  /// Begins an element of an array; its value must follow.
  public mutating func beginElement() {
    if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
  }

  /// Ends an array.
  public mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// Begins an object.
  public mutating func beginObject() { bytes.append(UInt8(ascii: "{")) }

  /// Begins a member of an object; its value must follow.
  public mutating func writeKey(_ key: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    write(key)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Ends an object.
  public mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

  /// The bytes written.
  public consuming func finish() -> [UInt8] { bytes }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func writeString(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var plain = 0
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
      bytes.append(contentsOf: text[plain..<index])
      plain = index + 1
      switch byte {
      case 0x22: append("\\\"")
      case 0x5C: append("\\\\")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      default:
        append("\\u00")
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: (digits.utf8.count < 2 ? "0" + digits : digits).utf8)
      }
    }
    bytes.append(contentsOf: text[plain...])
    bytes.append(UInt8(ascii: "\""))
  }

  /// An error with the path to where it happened, found in what was written so far.
  borrowing func located(_ error: JSONError) -> JSONError {
    bytes.withUnsafeBufferPointer { error.located(in: $0) }
  }
}
