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

// In the standard encoders, a dictionary is an object only if its keys say what they are as coding keys; else it is a list
// of keys and values in turn.

/// A key of a map, as a coding key.
private struct MapKey: CodingKey {
  let stringValue: String
  var intValue: Int? { IntegerText.int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = intValue.description }
}

extension CodingKeyRepresentable where Self: JSONKey {
  /// The key of a JSON object.
  public var codingKey: any CodingKey { MapKey(stringValue: jsonKey) }

  /// The value a key of a JSON object stands for; nil if it stands for none.
  public init?<Key: CodingKey>(codingKey: Key) { self.init(jsonKey: codingKey.stringValue) }
}

// The standard library has its own way for raw values that are strings or integers; these are more specific.

extension CodingKeyRepresentable where Self: JSONKey & RawRepresentable, RawValue == String {
  public var codingKey: any CodingKey { MapKey(stringValue: jsonKey) }
  public init?<Key: CodingKey>(codingKey: Key) { self.init(jsonKey: codingKey.stringValue) }
}

extension CodingKeyRepresentable where Self: JSONKey & RawRepresentable, RawValue == Int {
  public var codingKey: any CodingKey { MapKey(stringValue: jsonKey) }
  public init?<Key: CodingKey>(codingKey: Key) { self.init(jsonKey: codingKey.stringValue) }
}
