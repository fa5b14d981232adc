import WGNAPISupport

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
