import WGNAPIJSON

extension Schema.Keyword {
  /// The regular expression of ECMA-262 is found anywhere in the text (validation, section 6.3.3).
  public static func pattern(_ pattern: String) -> Self { .pattern(matching: RegexPattern.matching(pattern)) }

  /// The text has a format (validation, section 7). An annotation, unless `asserted`; formats that are not known are never
  /// asserted.
  public static func format(_ name: String, asserted: Bool) -> Self {
    asserted ? .format(name, judgedBy: StringFormat(rawValue: name)) : .format(name)
  }

  /// The values of the keys in which a regular expression is found (core, section 10.3.2.2).
  public static func patternProperties(_ schemas: Schema.Entries<Schema>) -> Self {
    .patternProperties(schemas.entries.map { (pattern: RegexPattern.matching($0.key), schema: $0.value) })
  }
}
