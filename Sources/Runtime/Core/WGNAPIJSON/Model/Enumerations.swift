/// An enumeration that keeps unknown values, because a service can add values at any time.
public protocol OpenEnumeration: JSONValue, JSONKey, RawRepresentable, CaseIterable, Codable,
  CodingKeyRepresentable, CustomStringConvertible
where RawValue: JSONValue & JSONKey {
  /// Creates a value, known or unknown, from its raw value.
  init(rawValue: RawValue)

  /// The known values, in the order of the API description.
  static var allCases: [Self] { get }

  /// The constraints on a value in addition to those of its type; nil by default.
  static var constraints: Constraint? { get }
}

extension OpenEnumeration {
  public static var constraints: Constraint? { nil }

  /// Whether the value is in `allCases`.
  public var isKnown: Bool { Self.allCases.contains(self) }

  public var description: String { String(describing: rawValue) }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    try reader.constrained(by: constraints, of: [RawValue.self]) { (reader) throws(JSONError) in
      try readAny(from: &reader)
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
  static var constraints: Constraint? { get }
}

extension ClosedEnumeration {
  public static var constraints: Constraint? { nil }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    try reader.constrained(by: constraints, of: [RawValue.self]) { (reader) throws(JSONError) in
      try readKnown(from: &reader)
    }
  }

  private static func readKnown(from reader: inout JSONReader) throws(JSONError) -> Self {
    reader.skipWhitespace()
    let start = reader.offset
    guard let value = Self(rawValue: try RawValue.read(from: &reader)) else {
      throw reader.error(
        .invalidValue, "expected one of \(knownValues), found \(reader.excerpt(from: start))", at: start
      ).violating("enum")
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

/// A distinct type for a value, so that an account's identifier can't be used as a clan's, for example.
public protocol Newtype: JSONValue, RawRepresentable, Codable, CustomStringConvertible
where RawValue: JSONValue {
  /// Wraps a value without checking it. Constraints are checked when JSON is read.
  init(rawValue: RawValue)

  /// The constraints on the wrapped value in addition to those of its type; nil by default.
  static var constraints: Constraint? { get }
}

extension Newtype {
  public static var constraints: Constraint? { nil }

  public var description: String { String(describing: rawValue) }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    try readValue(from: &reader)
  }

  fileprivate static func readValue(from reader: inout JSONReader) throws(JSONError) -> Self {
    try reader.constrained(by: constraints, of: [RawValue.self]) { (reader) throws(JSONError) in
      Self(rawValue: try RawValue.read(from: &reader))
    }
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    try RawValue.write(value.rawValue, to: &writer)
  }
}

/// A newtype whose value must not appear in logs. Its descriptions, and errors in its JSON, show `<redacted>`; the value is in
/// `rawValue`.
public protocol SecretNewtype: Newtype, CustomReflectable {}

extension SecretNewtype {
  public var description: String { redactionMark }
  public var debugDescription: String { redactionMark }
  public var customMirror: Mirror { Mirror(self, children: []) }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    try reader.hiding { (reader) throws(JSONError) in try readValue(from: &reader) }
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    if writer.hidesSecrets { return writer.write(redactionMark) }
    let start = writer.count
    try RawValue.write(value.rawValue, to: &writer)
    writer.noteSecret(from: start)
  }
}

/// A newtype for an integer. It can be written as a literal, created from text, and used as a dictionary key.
public protocol IntegerNewtype: Newtype, JSONKey, CodingKeyRepresentable, ExpressibleByIntegerLiteral,
  LosslessStringConvertible
where RawValue: FixedWidthInteger & JSONKey, IntegerLiteralType == RawValue {}

extension IntegerNewtype {
  public init(integerLiteral value: RawValue) { self.init(rawValue: value) }

  /// Creates a value from decimal text; nil if the text isn't an integer or doesn't fit.
  public init?(_ description: String) {
    guard let value = RawValue(description) else { return nil }
    self.init(rawValue: value)
  }
}

/// A newtype for a string. It can be written as a literal, created from text, and used as a dictionary key.
public protocol StringNewtype: Newtype, JSONKey, CodingKeyRepresentable, ExpressibleByStringLiteral,
  LosslessStringConvertible
where RawValue == String, StringLiteralType == String {}

extension StringNewtype {
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  public init(_ description: String) { self.init(rawValue: description) }
}
