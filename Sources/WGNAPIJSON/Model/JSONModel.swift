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
