/// A list whose elements have a coder of their own: `ListOf<UnixTime>` reads `[Date]`.
public enum ListOf<Element: JSONCoder>: JSONCoder {
  public typealias Decoded = [Element.Decoded]

  public static var schema: Schema { .array(Element.schemaReference) }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> [Element.Decoded] {
    var elements: [Element.Decoded] = []
    guard try reader.enterArray() else { return elements }
    // Elements are read in place and moved, one slot for all of them.
    let failure: JSONError? = withUnsafeTemporaryAllocation(of: Element.Decoded.self, capacity: 1) { buffer in
      guard let slot = buffer.baseAddress else { return JSONError(.outOfRange, "no memory for a value") }
      do throws(JSONError) {
        repeat {
          try Element.read(into: slot, from: &reader)
          elements.append(slot.move())
        } while try reader.continueArray()
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return elements
  }

  public static func write(_ value: [Element.Decoded], to writer: inout JSONWriter) throws(JSONError) {
    try writer.writeArray(value) { (element, writer) throws(JSONError) in
      try Element.write(element, to: &writer)
    }
  }
}

/// A map whose values have a coder of their own: `MapOf<AccountID, OptionalOf<Player>>` reads
/// `[AccountID: Player?]`. A duplicate key is an error, and so are two keys that the type takes for
/// equal: a `String` does so with canonically equivalent ones, such as `é` in one and in two code points. Members are
/// written in the order of their keys.
public enum MapOf<Key: JSONKey, Element: JSONCoder>: JSONCoder {
  public typealias Decoded = [Key: Element.Decoded]

  public static var schema: Schema { .map(values: Element.schemaReference, keys: KeySchema<Key>.schema) }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> [Key: Element.Decoded] {
    var map: [Key: Element.Decoded] = [:]
    reader.skipWhitespace()
    let start = reader.offset
    try reader.readObject { (text, reader) throws(JSONError) in
      guard let key = Key(jsonKey: text) else {
        throw JSONError(
          .invalidValue, "\"\(text.printable)\" is no \(Key.self)", byteOffset: start, key: text)
      }
      let value = try Element.read(from: &reader)
      guard map.updateValue(value, forKey: key) == nil else {
        throw reader.duplicate(text, objectOffset: start)
      }
    }
    return map
  }

  public static func write(_ value: [Key: Element.Decoded], to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    for (key, element) in inKeyOrder(value) {
      writer.writeKey(key)
      try Element.write(element, to: &writer)
    }
    writer.endObject()
  }
}

/// What keys of a type look like.
private enum KeySchema<Key: JSONKey> {
  static var schema: Schema? {
    guard Key.self is any FixedWidthInteger.Type else { return nil }
    return .string(pattern: "^(0|-?[1-9][0-9]*)$")
  }
}

/// A value or null: `OptionalOf<UnixTime>` reads `Date?`.
public enum OptionalOf<Wrapped: JSONCoder>: JSONCoder {
  public typealias Decoded = Wrapped.Decoded?

  public static var schema: Schema { .nullable(Wrapped.schemaReference) }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Wrapped.Decoded? {
    if try reader.readNull() { return nil }
    return try Wrapped.read(from: &reader)
  }

  public static func write(_ value: Wrapped.Decoded?, to writer: inout JSONWriter) throws(JSONError) {
    guard let value else { return writer.writeNull() }
    try Wrapped.write(value, to: &writer)
  }
}

extension Array: JSONCoder where Element: JSONValue {
  public typealias Decoded = [Element]

  public static var schema: Schema { ListOf<Element>.schema }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> [Element] {
    try ListOf<Element>.read(from: &reader)
  }

  public static func write(_ value: [Element], to writer: inout JSONWriter) throws(JSONError) {
    try ListOf<Element>.write(value, to: &writer)
  }
}

extension Array: JSONValue where Element: JSONValue {}

extension Dictionary: JSONCoder where Key: JSONKey, Value: JSONValue {
  public static var schema: Schema { MapOf<Key, Value>.schema }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> [Key: Value] {
    try MapOf<Key, Value>.read(from: &reader)
  }

  public static func write(_ value: [Key: Value], to writer: inout JSONWriter) throws(JSONError) {
    try MapOf<Key, Value>.write(value, to: &writer)
  }
}

extension Optional: JSONCoder where Wrapped: JSONValue {
  public typealias Decoded = Wrapped?

  public static var schema: Schema { OptionalOf<Wrapped>.schema }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Wrapped? {
    try OptionalOf<Wrapped>.read(from: &reader)
  }

  public static func write(_ value: Wrapped?, to writer: inout JSONWriter) throws(JSONError) {
    try OptionalOf<Wrapped>.write(value, to: &writer)
  }
}

extension Optional: JSONValue where Wrapped: JSONValue {}

extension Dictionary: JSONValue where Key: JSONKey, Value: JSONValue {}
