import WGNAPISupport

// Nothing of `Codable` is synthesized for generated types: it goes through their own reading and writing.

extension JSONModel {
  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}

extension JSONUnion {
  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}

extension Newtype {
  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}

extension OpenEnumeration {
  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}

extension ClosedEnumeration {
  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}

// MARK: Keys

// The standard encoders encode a dictionary as an object only if its keys conform to
// `CodingKeyRepresentable`; otherwise as an array of alternating keys and values.

/// A dictionary key as a coding key.
private struct MapKey: CodingKey {
  let stringValue: String
  var intValue: Int? { IntegerText.int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = intValue.description }
}

extension CodingKeyRepresentable where Self: JSONKey {
  /// The coding key for the key of a JSON object.
  public var codingKey: any CodingKey { MapKey(stringValue: jsonKey) }

  /// Creates a value from the key of a JSON object; nil if the key is invalid.
  public init?<Key: CodingKey>(codingKey: Key) { self.init(jsonKey: codingKey.stringValue) }
}

// The standard library has its own implementation for raw values that are strings or integers; these are more
// specific.

extension CodingKeyRepresentable where Self: JSONKey & RawRepresentable, RawValue == String {
  public var codingKey: any CodingKey { MapKey(stringValue: jsonKey) }
  public init?<Key: CodingKey>(codingKey: Key) { self.init(jsonKey: codingKey.stringValue) }
}

extension CodingKeyRepresentable where Self: JSONKey & RawRepresentable, RawValue == Int {
  public var codingKey: any CodingKey { MapKey(stringValue: jsonKey) }
  public init?<Key: CodingKey>(codingKey: Key) { self.init(jsonKey: codingKey.stringValue) }
}
