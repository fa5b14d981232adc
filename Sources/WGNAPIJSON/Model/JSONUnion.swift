/// An enumeration whose cases are the alternatives of `oneOf` or `anyOf`.
///
/// It declares one table, ``union``, from which reading, writing, equality, hashing, `Codable` and the schema
/// are derived.
public protocol JSONUnion: JSONValue, Codable {
  /// The alternatives and the rules for choosing one.
  static var union: Union<Self> { get }
}

extension JSONUnion {
  public static var schema: Schema { union.schema }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    try union.read(from: &reader)
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    try union.write(value, to: &writer)
  }

  public static func == (left: Self, right: Self) -> Bool {
    for alternative in union.all {
      if let isEqual = alternative.isEqual(left, right) { return isEqual }
    }
    return false
  }

  public func hash(into hasher: inout Hasher) {
    for (index, alternative) in Self.union.all.enumerated() where alternative.hash(self, &hasher) {
      return hasher.combine(index)
    }
  }
}
