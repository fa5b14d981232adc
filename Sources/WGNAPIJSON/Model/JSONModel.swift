import WGNAPISupport

/// A struct that is a JSON object or, with ``Layout/tuple(_:)``, a JSON array of fixed length.
///
/// A model declares its properties and one table, ``layout``, from which reading, writing, equality, hashing,
/// `Codable` and the schema are derived. The table must contain every stored property.
public protocol JSONModel: JSONValue, Codable {
  /// The mapping between keys and properties.
  static var layout: Layout<Self> { get }
}

extension JSONModel {
  public static var schema: Schema { objectSchema(layout) }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    try withTemporarySlot { (slot) throws(JSONError) in
      try layout.table.read(into: UnsafeMutableRawPointer(slot), from: &reader)
    }
  }

  public static func read(
    into slot: UnsafeMutablePointer<Self>, from reader: inout JSONReader
  ) throws(JSONError) {
    try layout.table.read(into: UnsafeMutableRawPointer(slot), from: &reader)
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    let table = layout.table
    try withUnsafePointer(to: value) { (slot) throws(JSONError) in
      try table.write(UnsafeRawPointer(slot), to: &writer)
    }
  }

  public static func == (left: Self, right: Self) -> Bool {
    let table = layout.table
    return withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { right in
        table.isEqual(UnsafeRawPointer(left), UnsafeRawPointer(right))
      }
    }
  }

  public func hash(into hasher: inout Hasher) {
    let table = Self.layout.table
    withUnsafePointer(to: self) { table.hash(UnsafeRawPointer($0), into: &hasher) }
  }

  /// Declared here so that the compiler doesn't synthesize it for each type.
  public var hashValue: Int { valueOfHash(self) }
}

// Private, because what a public function calls can be inlined into the modules of users, for each of their models.
private func valueOfHash<Model: JSONModel>(_ model: Model) -> Int {
  var hasher = Hasher()
  model.hash(into: &hasher)
  return hasher.finalize()
}

private func objectSchema<Model: JSONModel>(_ layout: Layout<Model>) -> Schema { layout.schema }

extension JSONModel {
  /// Returns a copy with another value for one property: `player.replacing(\.nickname, with: "abc")`.
  ///
  /// Use this because the properties of models are constants. The key path must refer to a stored property of
  /// the model itself. Any other path is a programming error and stops the program.
  public func replacing<Value>(_ path: KeyPath<Self, Value>, with value: Value) -> Self {
    guard let offset = MemoryLayout<Self>.offset(of: path) else {
      preconditionFailure("\(path) isn't a stored property of \(Self.self)")
    }
    // Constants can't be assigned, so create the copy in memory that isn't a value yet, as decoding does.
    let memory = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    defer { memory.deallocate() }
    memory.initialize(to: self)
    let slot = (UnsafeMutableRawPointer(memory) + offset).assumingMemoryBound(to: Value.self)
    slot.deinitialize(count: 1)
    slot.initialize(to: value)
    return memory.move()
  }

  /// Returns a copy with another value for a variable property, such as a boxed one, or for a property in it.
  public func replacing<Value>(_ path: WritableKeyPath<Self, Value>, with value: Value) -> Self {
    var copy = self
    copy[keyPath: path] = value
    return copy
  }
}

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
