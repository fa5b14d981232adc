import WGNAPIJSON

extension Constraint.Keyword {
  /// Requires a match of a regular expression (ECMA-262) anywhere in the text (validation, section 6.3.3).
  public static func pattern(_ pattern: String) -> Self { .pattern(matching: RegexPattern.matching(pattern)) }

  /// Requires the text to have a format (validation, section 7). It is an annotation unless `asserted`;
  /// unknown formats are never asserted.
  public static func format(_ name: String, asserted: Bool) -> Self {
    asserted ? .format(name, judgedBy: StringFormat(rawValue: name)) : .format(name)
  }
}
