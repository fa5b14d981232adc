import WGNAPISupport

/// A coder for arrays with a custom coder for their elements: `ListOf<UnixTime>` reads `[Date]`.
public enum ListOf<Element: JSONCoder>: JSONCoder {
  public typealias Decoded = [Element.Decoded]

  public static func read(from reader: inout JSONReader) throws(JSONError) -> [Element.Decoded] {
    try withTemporarySlot { (slot) throws(JSONError) in try read(into: slot, from: &reader) }
  }

  public static func read(
    into slot: UnsafeMutablePointer<[Element.Decoded]>, from reader: inout JSONReader
  ) throws(JSONError) {
    if try reader.readScalars(Element.self, into: slot) { return }
    try reader.readElements(into: slot) { (element, reader) throws(JSONError) in
      try Element.read(into: element, from: &reader)
    }
  }

  public static func write(_ value: [Element.Decoded], to writer: inout JSONWriter) throws(JSONError) {
    if writer.writeScalars(value, Element.self) { return }
    try writer.writeElements(of: value) { (element, writer) throws(JSONError) in
      try Element.write(element.pointee, to: &writer)
    }
  }
}

/// A coder for dictionaries with a custom coder for their values: `MapOf<AccountID, OptionalOf<Player>>`
/// reads `[AccountID: Player?]`. Duplicate keys are an error, and so are different keys that are equal in
/// Swift: for `String`, canonically equivalent ones, such as `é` as one or two code points. Members are
/// written in the order of their keys.
public enum MapOf<Key: JSONKey, Element: JSONCoder>: JSONCoder {
  public typealias Decoded = [Key: Element.Decoded]

  public static func read(from reader: inout JSONReader) throws(JSONError) -> [Key: Element.Decoded] {
    try withTemporarySlot { (slot) throws(JSONError) in try read(into: slot, from: &reader) }
  }

  public static func read(
    into slot: UnsafeMutablePointer<[Key: Element.Decoded]>, from reader: inout JSONReader
  ) throws(JSONError) {
    if try reader.readScalarMap(Key.self, Element.self, into: slot) { return }
    slot.initialize(
      to: try reader.readMap { (slot, reader) throws(JSONError) in try Element.read(into: slot, from: &reader)
      })
  }

  public static func write(_ value: [Key: Element.Decoded], to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    if !writer.writeScalarMembers(value, Key.self, Element.self) {
      try writer.writeMembers(of: value) { (element, writer) throws(JSONError) in
        try Element.write(element.pointee, to: &writer)
      }
    }
    writer.endObject()
  }
}

/// A coder for a value or null: `OptionalOf<UnixTime>` reads `Date?`.
public enum OptionalOf<Wrapped: JSONCoder>: JSONCoder {
  public typealias Decoded = Wrapped.Decoded?

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

  public static func read(from reader: inout JSONReader) throws(JSONError) -> [Element] {
    try ListOf<Element>.read(from: &reader)
  }

  public static func read(
    into slot: UnsafeMutablePointer<[Element]>, from reader: inout JSONReader
  ) throws(JSONError) {
    try ListOf<Element>.read(into: slot, from: &reader)
  }

  public static func write(_ value: [Element], to writer: inout JSONWriter) throws(JSONError) {
    try ListOf<Element>.write(value, to: &writer)
  }
}

extension Array: JSONValue where Element: JSONValue {}

extension Dictionary: JSONCoder where Key: JSONKey, Value: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> [Key: Value] {
    try MapOf<Key, Value>.read(from: &reader)
  }

  public static func read(
    into slot: UnsafeMutablePointer<[Key: Value]>, from reader: inout JSONReader
  ) throws(JSONError) {
    try MapOf<Key, Value>.read(into: slot, from: &reader)
  }

  public static func write(_ value: [Key: Value], to writer: inout JSONWriter) throws(JSONError) {
    try MapOf<Key, Value>.write(value, to: &writer)
  }
}

extension Optional: JSONCoder where Wrapped: JSONValue {
  public typealias Decoded = Wrapped?

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Wrapped? {
    try OptionalOf<Wrapped>.read(from: &reader)
  }

  public static func write(_ value: Wrapped?, to writer: inout JSONWriter) throws(JSONError) {
    try OptionalOf<Wrapped>.write(value, to: &writer)
  }
}

extension Optional: JSONValue where Wrapped: JSONValue {}

extension Dictionary: JSONValue where Key: JSONKey, Value: JSONValue {}

extension Dictionary {
  /// Returns the value for a key; nil if there is none, and if it is null.
  ///
  /// For maps whose values may be null, such as `[AccountID: Player?]`: `players.value(for: id)` is a `Player?`, while
  /// `players[id]` tells a missing key from null.
  public func value<Wrapped>(for key: Key) -> Wrapped? where Value == Wrapped? { self[key] ?? nil }
}

/// A type whose values can be the keys of JSON objects.
public protocol JSONKey: Hashable, Sendable {
  /// Creates a value from a key; nil if the key is invalid.
  init?(jsonKey: String)

  /// Creates a value from the UTF-8 of a key; nil if the key is invalid. The default implementation calls
  /// `init(jsonKey:)`.
  init?(jsonKeyUTF8: UnsafeBufferPointer<UInt8>)

  /// The key.
  var jsonKey: String { get }
}

extension JSONKey {
  public init?(jsonKeyUTF8: UnsafeBufferPointer<UInt8>) {
    self.init(jsonKey: String(decoding: jsonKeyUTF8, as: UTF8.self))
  }
}

extension String: JSONKey {
  public init(jsonKey: String) { self = jsonKey }
  public var jsonKey: String { self }
}

/// Integer keys are decimal numbers in their shortest form. `"01"` is invalid, so that different keys never
/// have the same value.
extension JSONKey where Self: FixedWidthInteger {
  public init?(jsonKey: String) {
    guard let parsed = IntegerText.shortest(jsonKey) else { return nil }
    self.init(parsed)
  }

  public init?(jsonKeyUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    guard let parsed = IntegerText.shortest(bytes) else { return nil }
    self.init(parsed)
  }

  @inline(__always)
  private init?(_ parsed: IntegerText.Parsed) {
    if parsed.isNegative {
      guard let value = IntegerText.int64(parsed) else { return nil }
      self.init(exactly: value)
    } else {
      self.init(exactly: parsed.magnitude)
    }
  }

  public var jsonKey: String { description }
}

extension Int: JSONKey {}
extension Int8: JSONKey {}
extension Int16: JSONKey {}
extension Int32: JSONKey {}
extension Int64: JSONKey {}
extension UInt: JSONKey {}
extension UInt8: JSONKey {}
extension UInt16: JSONKey {}
extension UInt32: JSONKey {}
extension UInt64: JSONKey {}

extension JSONKey where Self: RawRepresentable, RawValue: JSONKey {
  public init?(jsonKey: String) {
    guard let raw = RawValue(jsonKey: jsonKey) else { return nil }
    self.init(rawValue: raw)
  }

  public init?(jsonKeyUTF8: UnsafeBufferPointer<UInt8>) {
    guard let raw = RawValue(jsonKeyUTF8: jsonKeyUTF8) else { return nil }
    self.init(rawValue: raw)
  }

  public var jsonKey: String { rawValue.jsonKey }
}
