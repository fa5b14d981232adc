/// A scalar: its text as written, after quotes, escapes, line folding and block indentation are resolved.
///
/// The tree doesn't decide what a scalar means. Whoever expects a boolean asks for `asBool`, and a country
/// code `no`, a date `2026-11-20` or a name `1e3` stays text where text is expected.
public struct YAMLScalar: Sendable, Hashable {
  /// How a scalar is written.
  public enum Style: Sendable, Hashable {
    /// Without quotes. Only plain scalars are ever null, booleans or numbers, unless a tag says so.
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

  /// The text, exactly. For a number this is how the file spells it, without any rounding.
  public let text: String

  /// How it is written.
  public let style: Style

  /// The tag before it, if there is one.
  public let tag: YAMLTag?

  /// Makes a scalar, for instance to resolve text that didn't come from a file.
  public init(_ text: String, style: Style = .plain, tag: YAMLTag? = nil) {
    self.text = text
    self.style = style
    self.tag = tag
  }

  /// Whether the scalar may be read as `wanted`: its tag says so, or it has none and is plain.
  func mayBe(_ wanted: YAMLTag) -> Bool {
    if let tag { return tag == wanted }
    return style == .plain
  }
}

/// What a scalar looks like under the core schema of YAML 1.2 (YAML 1.2.2, section 10.3).
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

/// The outcome of reading a scalar as a number.
public enum YAMLNumber<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The value.
  case value(Value)
  /// A number that the type can't hold.
  case outOfRange
  /// Digits after a leading zero, as in `017`: octal for YAML 1.1, decimal for YAML 1.2, and therefore
  /// refused.
  case ambiguousOctal
  /// No number of this kind.
  case mismatch
}
