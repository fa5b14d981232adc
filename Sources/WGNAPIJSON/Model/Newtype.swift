/// A type of its own around a value, so that an account's identifier is never taken for a clan's.
public protocol Newtype: JSONValue, RawRepresentable, Codable, CustomStringConvertible
where RawValue: JSONValue {
  /// Wraps a value. Nothing is checked here; constraints are checked where JSON is read.
  init(rawValue: RawValue)

  /// What the wrapped value must satisfy beyond its type; nil by default.
  static var constraints: Schema? { get }
}

extension Newtype {
  public static var constraints: Schema? { nil }

  public static var schema: Schema {
    constraints.map { .merged([RawValue.schemaReference, $0]) } ?? RawValue.schema
  }

  public var description: String { String(describing: rawValue) }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    guard let constraints, reader.validates else { return Self(rawValue: try RawValue.read(from: &reader)) }
    return try reader.constrained(by: constraints) { (reader) throws(JSONError) in
      Self(rawValue: try RawValue.read(from: &reader))
    }
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    try RawValue.write(value.rawValue, to: &writer)
  }
}

/// A newtype whose value must not reach a log: it is shown as `<redacted>`. `rawValue` has the value itself.
public protocol SecretNewtype: Newtype, CustomDebugStringConvertible, CustomReflectable {}

extension SecretNewtype {
  public var description: String { redactionMark }
  public var debugDescription: String { redactionMark }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A newtype around an integer: written as a literal, made from text, used as the key of a map.
public protocol IntegerNewtype: Newtype, JSONKey, CodingKeyRepresentable, ExpressibleByIntegerLiteral,
  LosslessStringConvertible
where RawValue: FixedWidthInteger & JSONKey, IntegerLiteralType == RawValue {}

extension IntegerNewtype {
  public init(integerLiteral value: RawValue) { self.init(rawValue: value) }

  /// The value of decimal text; nil if the text is no integer or does not fit.
  public init?(_ description: String) {
    guard let value = RawValue(description) else { return nil }
    self.init(rawValue: value)
  }
}

/// A newtype around a string: written as a literal, made from text, used as the key of a map.
public protocol StringNewtype: Newtype, JSONKey, CodingKeyRepresentable, ExpressibleByStringLiteral,
  LosslessStringConvertible
where RawValue == String, StringLiteralType == String {}

extension StringNewtype {
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  public init(_ description: String) { self.init(rawValue: description) }
}

/// What stands in a secret's place, wherever one is shown.
package let redactionMark = "<redacted>"
