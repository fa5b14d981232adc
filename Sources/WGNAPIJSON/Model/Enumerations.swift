/// An enumeration that keeps unknown values, because a service can add values at any time.
public protocol OpenEnumeration: JSONValue, JSONKey, RawRepresentable, CaseIterable, Codable,
  CodingKeyRepresentable, CustomStringConvertible
where RawValue: JSONValue & JSONKey {
  /// Creates a value, known or unknown, from its raw value.
  init(rawValue: RawValue)

  /// The known values, in the order of the API description.
  static var allCases: [Self] { get }

  /// The constraints on a value in addition to those of its type; nil by default.
  static var constraints: Schema? { get }
}

extension OpenEnumeration {
  public static var constraints: Schema? { nil }

  /// Whether the value is in `allCases`.
  public var isKnown: Bool { Self.allCases.contains(self) }

  public var description: String { String(describing: rawValue) }

  public static var schema: Schema {
    constraints.map { .merged([RawValue.schemaReference, $0]) } ?? RawValue.schema
  }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    guard let constraints, reader.validates else { return try readAny(from: &reader) }
    return try reader.constrained(by: constraints) { (reader) throws(JSONError) in try readAny(from: &reader)
    }
  }

  private static func readAny(from reader: inout JSONReader) throws(JSONError) -> Self {
    guard reader.options.unknownValues != .ignore else {
      return Self(rawValue: try RawValue.read(from: &reader))
    }
    reader.skipWhitespace()
    let start = reader.offset
    let value = Self(rawValue: try RawValue.read(from: &reader))
    try reader.checkKnown(value, at: start)
    return value
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    try RawValue.write(value.rawValue, to: &writer)
  }
}

/// An enumeration with only the described values. Any other value is an error.
public protocol ClosedEnumeration: JSONValue, JSONKey, RawRepresentable, CaseIterable, Codable,
  CodingKeyRepresentable
where RawValue: JSONValue & JSONKey {
  /// The constraints on a value in addition to being one of the cases; nil by default.
  static var constraints: Schema? { get }
}

extension ClosedEnumeration {
  public static var constraints: Schema? { nil }

  public static var schema: Schema {
    let known: Schema = [.enumeration(allCases.map { json($0) })]
    return constraints.map { .merged([known, $0]) } ?? known
  }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    guard let constraints, reader.validates else { return try readKnown(from: &reader) }
    return try reader.constrained(by: constraints) { (reader) throws(JSONError) in
      try readKnown(from: &reader)
    }
  }

  private static func readKnown(from reader: inout JSONReader) throws(JSONError) -> Self {
    let start = reader.offset
    guard let value = Self(rawValue: try RawValue.read(from: &reader)) else {
      throw reader.error(
        .invalidValue, "expected one of \(knownValues), found \(reader.excerpt(from: start))", at: start)
    }
    return value
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    try RawValue.write(value.rawValue, to: &writer)
  }

  private static func json(_ value: Self) -> JSON { (try? JSON(encoding: value.rawValue)) ?? .null }

  private static var knownValues: String {
    let shown = allCases.prefix(8).map { json($0).description }.joined(separator: ", ")
    return allCases.count > 8 ? shown + ", …" : shown
  }
}
