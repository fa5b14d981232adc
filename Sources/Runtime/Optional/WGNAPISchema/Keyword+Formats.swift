import WGNAPIFormats
import WGNAPIJSON

extension JSONSchema.Keyword {
  /// Requires a match of a regular expression (ECMA-262) anywhere in the text (validation, section 6.3.3).
  public static func pattern(_ pattern: String) -> Self { .pattern(matching: RegexPattern.matching(pattern)) }

  /// Requires the text to have a format (validation, section 7). It is an annotation unless `asserted`;
  /// unknown formats are never asserted.
  public static func format(_ name: String, asserted: Bool) -> Self {
    asserted ? .format(name, judgedBy: StringFormat(rawValue: name)) : .format(name)
  }

  /// Applies schemas to the values whose keys match a regular expression (core, section 10.3.2.2).
  public static func patternProperties(_ schemas: JSONSchema.Entries<JSONSchema>) -> Self {
    .patternProperties(schemas.entries.map { (pattern: RegexPattern.matching($0.key), schema: $0.value) })
  }
}
