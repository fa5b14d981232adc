/// A scalar: its text, after resolving quotes, escapes, line folding and block indentation.
///
/// The tree doesn't decide the type of a scalar. Code that expects a boolean uses `asBool`; a country code `no`, a
/// date `2026-11-20` or a name `1e3` stays text where text is expected.
public struct YAMLScalar: Sendable, Hashable {
  /// The style of a scalar.
  public enum Style: Sendable, Hashable {
    /// Without quotes. Without a tag, only plain scalars can be null, booleans or numbers.
    case plain
    /// `'text'`
    case singleQuoted
    /// `"text"`
    case doubleQuoted
    /// A block after `|`.
    case literal
    /// A block after `>`.
    case folded
  }

  /// The exact text. For a number, the spelling in the file, without rounding.
  public let text: String

  /// The style of the scalar.
  public let style: Style

  /// The tag before it, if any.
  public let tag: YAMLTag?

  /// Creates a scalar, for instance to interpret text that isn't from a file.
  public init(_ text: String, style: Style = .plain, tag: YAMLTag? = nil) {
    self.text = text
    self.style = style
    self.tag = tag
  }

  /// Whether the scalar can be of the type `wanted`: it has that tag, or it has none and is plain.
  func mayBe(_ wanted: YAMLTag) -> Bool {
    if let tag { return tag == wanted }
    return style == .plain
  }
}

/// The type of a scalar in the core schema of YAML 1.2 (YAML 1.2.2, section 10.3).
public enum YAMLCoreType: Sendable, Hashable, CustomStringConvertible {
  /// `null`, `~`, or nothing.
  case null
  /// `true` or `false`.
  case boolean
  /// `12`, `0o17`, `0xFF`.
  case integer
  /// `1.5`, `1e3`, `.inf`, `.nan`.
  case float
  /// Everything else.
  case string

  /// "a string", "an integer", "a number", "a boolean", "null".
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .float: "a number"
    case .string: "a string"
    }
  }
}

/// The result of reading a scalar as a number.
public enum YAMLNumber<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The value.
  case value(Value)
  /// A number outside of the type's range.
  case outOfRange
  /// Digits after a leading zero, such as `017`: octal in YAML 1.1, decimal in YAML 1.2, and therefore rejected.
  case ambiguousOctal
  /// Not a number of this kind.
  case mismatch
}
