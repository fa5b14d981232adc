import WGNAPISupport

/// A struct that is a JSON object or, with ``ModelLayout/tuple(_:)``, a JSON array with an element for each property.
///
/// A model declares its properties and one table, ``layout``, from which reading, writing, equality, hashing and
/// `Codable` are derived. The table must contain every stored property.
public protocol JSONModel: JSONValue, Codable {
  /// The mapping between keys and properties.
  static var layout: ModelLayout<Self> { get }
}

extension JSONModel {
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

extension JSONModel {
  /// Returns a copy with another value for one property: `player.replacing(\.nickname, with: "abc")`.
  ///
  /// Use this because the properties of models are constants. The key path must lead to stored properties. Any
  /// other path is a programming error and stops the program.
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

// MARK: Documents

extension JSONModel {
  /// Decodes a document.
  ///
  /// - Throws: ``JSONError``, like `JSON.decode(_:from:)`.
  public static func decode(
    _ bytes: [UInt8], options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Self {
    try JSON.decode(Self.self, from: bytes, options: options)
  }

  /// Decodes a document and collects violations.
  ///
  /// - Throws: ``JSONError``, like ``JSON/decodeReporting(_:from:options:)``.
  public static func decodeReporting(
    _ bytes: [UInt8], options: JSONDecoding = JSONDecoding(validation: .report)
  ) throws(JSONError) -> (value: Self, violations: [Violation]) {
    try JSON.decodeReporting(Self.self, from: bytes, options: options)
  }

  /// Encodes the model as a document.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  public func encoded() throws(JSONError) -> [UInt8] { try JSON.encode(self) }

  /// Returns the violations in a document, like ``JSON/validate(_:as:)``.
  public static func validate(_ bytes: [UInt8]) -> [Violation] { JSON.validate(bytes, as: Self.self) }

  /// Returns whether a document is JSON without violations.
  public static func isValid(_ bytes: [UInt8]) -> Bool { JSON.isValid(bytes, as: Self.self) }

  /// Returns the violations in the model before it is sent, at most a thousand; a single one of `json` if it can't be
  /// written as JSON. Offsets are relative to its document.
  public func validate() -> [Violation] { Self.validate(value: self) }
}

// MARK: Codable

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

extension CodingKeyRepresentable where Self: JSONKey {
  /// The coding key for the key of a JSON object.
  public var codingKey: any CodingKey { AnyKey(jsonKey) }

  /// Creates a value from the key of a JSON object; nil if the key is invalid.
  public init?<Key: CodingKey>(codingKey: Key) { self.init(jsonKey: codingKey.stringValue) }
}

// The standard library has its own implementation for raw values that are strings or integers; these are more
// specific.

extension CodingKeyRepresentable where Self: JSONKey & RawRepresentable, RawValue == String {
  public var codingKey: any CodingKey { AnyKey(jsonKey) }
  public init?<Key: CodingKey>(codingKey: Key) { self.init(jsonKey: codingKey.stringValue) }
}

extension CodingKeyRepresentable where Self: JSONKey & RawRepresentable, RawValue == Int {
  public var codingKey: any CodingKey { AnyKey(jsonKey) }
  public init?<Key: CodingKey>(codingKey: Key) { self.init(jsonKey: codingKey.stringValue) }
}

private final class Payload<Coder: JSONCoder>: ReadingContext {
  let key: String
  let constraint: Constraint?
  var selection: (any SelectedFields)?
  var result: Result<Coder.Decoded, JSONError>?

  init(key: String, constraint: Constraint?, selection: (any SelectedFields)?) {
    self.key = key
    self.constraint = constraint
    self.selection = selection
  }

  func isPayload(_ key: String) -> Bool { ExactString(key) == ExactString(self.key) }

  func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError) {
    guard result == nil else { throw reader.duplicate(key, keyOffset: keyOffset) }
    let start = reader.mark
    do throws(JSONError) {
      result = .success(try reader.read(Coder.self, satisfying: constraint))
    } catch {
      // The envelope may contain the reason for the error, so read it to the end.
      result = .failure(error.located(in: reader.document))
      reader.rewind(to: start)
      do throws(JSONError) { try reader.skipValue() } catch {
        throw Secrets(in: [Coder.self]).silenced(error, at: start.offset)
      }
    }
  }
}

/// The members of the root object that its model doesn't declare.
private final class Rest: ReadingContext {
  private var members: [Range<Int>] = []
  var selection: (any SelectedFields)?

  func isPayload(_ key: String) -> Bool { true }

  func readPayload(from reader: inout JSONReader, keyOffset: Int) throws(JSONError) {
    try reader.skipValue()
    members.append(keyOffset..<reader.offset)
  }

  /// Returns the document, an object, with spaces in place of all other members.
  func object(in document: [UInt8]) -> [UInt8] {
    var object = document.map { byte in byte == 0x0A || byte == 0x0D ? byte : 0x20 }
    for brace in [document.firstIndex(of: UInt8(ascii: "{")), document.lastIndex(of: UInt8(ascii: "}"))] {
      if let brace { object[brace] = document[brace] }
    }
    for (position, member) in members.enumerated() {
      object.replaceSubrange(member, with: document[member])
      // A comma or white space, because another member follows.
      if position < members.count - 1 { object[member.upperBound] = UInt8(ascii: ",") }
    }
    return object
  }
}

extension JSONModel {
  /// Decodes an envelope in one pass with the payload, which is the value of one of its keys.
  ///
  /// - Parameters:
  ///   - bytes: The document, an object.
  ///   - key: The payload's key, which the model's layout doesn't declare.
  ///   - payload: The coder of the payload.
  ///   - constraint: A constraint that the payload must satisfy as a whole.
  ///   - selection: The fields that partial models in the payload have.
  ///   - options: How strictly to decode.
  /// - Returns: The envelope; the payload or its error (nil without the key); and violations.
  /// - Throws: ``JSONError`` if the envelope can't be decoded.
  package static func decode<Coder: JSONCoder>(
    _ bytes: [UInt8], payload key: String, as payload: Coder.Type, constraint: Constraint? = nil,
    selection: (any SelectedFields)? = nil, options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> (
    envelope: Self, payload: Result<Coder.Decoded, JSONError>?, violations: [Violation]
  ) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      let payload = Payload<Coder>(key: key, constraint: constraint, selection: selection)
      var reader = JSONReader(buffer, options: options)
      reader.context = payload
      let envelope = try reader.document { (reader) throws(JSONError) in try read(from: &reader) }
      return (envelope, payload.result, reader.violations.located(in: reader.document))
    }
  }

  /// Decodes an envelope whose payload is the rest of its object.
  ///
  /// - Returns: The envelope; the document without the envelope's members, of the same length and with the same lines, so
  ///   offsets in it are those in the document; and violations.
  /// - Throws: ``JSONError`` if the envelope can't be decoded.
  package static func decodeBesideRest(
    _ bytes: [UInt8], options: JSONDecoding
  ) throws(JSONError) -> (envelope: Self, rest: [UInt8], violations: [Violation]) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      let rest = Rest()
      var reader = JSONReader(buffer, options: options)
      reader.context = rest
      let envelope = try reader.document { (reader) throws(JSONError) in try read(from: &reader) }
      return (envelope, rest.object(in: bytes), reader.violations.located(in: reader.document))
    }
  }
}
