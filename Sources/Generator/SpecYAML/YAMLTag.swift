/// The allowed tags: YAML's own for the core schema (YAML 1.2.2, chapter 10).
public enum YAMLTag: String, Sendable, Hashable, CaseIterable {
  /// `!!str`
  case string = "str"
  /// `!!int`
  case integer = "int"
  /// `!!float`
  case float = "float"
  /// `!!bool`
  case boolean = "bool"
  /// `!!null`
  case null = "null"
  /// `!!seq`
  case sequence = "seq"
  /// `!!map`
  case mapping = "map"

  static let prefix = "tag:yaml.org,2002:"

  /// Nil for a tag that isn't one of these.
  init?(uri: String) {
    guard uri.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(uri.dropFirst(Self.prefix.count)))
  }

  /// The tag as written: `!!str`.
  public var shorthand: String { "!!" + rawValue }
}
