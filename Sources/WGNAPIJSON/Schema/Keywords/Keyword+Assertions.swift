// What is asserted of values themselves (validation, section 6).
extension Schema.Keyword {
  // MARK: Any type

  /// The value is of one of the types (section 6.1.1).
  public static func type(_ types: JSONTypes) -> Self { Self(.type(types)) }

  /// The value is one of these: the keyword `enum` (section 6.1.2). Numbers are compared by value, objects without
  /// regard to order.
  public static func enumeration(_ values: [JSON]) -> Self { Self(.enumeration(values)) }

  /// The value is this one (section 6.1.3).
  public static func const(_ value: JSON) -> Self { Self(.const(value)) }

  // MARK: Numbers

  /// The number is a multiple, exactly, in decimal: `0.3` is one of `0.1` (section 6.2.1).
  public static func multipleOf(_ divisor: JSONNumber) -> Self { Self(.multipleOf(divisor)) }

  /// The number is at most this (section 6.2.2). Limits are exact at any size.
  public static func maximum(_ limit: JSONNumber) -> Self { Self(.maximum(limit)) }

  /// The number is less than this (section 6.2.3).
  public static func exclusiveMaximum(_ limit: JSONNumber) -> Self { Self(.exclusiveMaximum(limit)) }

  /// The number is at least this (section 6.2.4).
  public static func minimum(_ limit: JSONNumber) -> Self { Self(.minimum(limit)) }

  /// The number is greater than this (section 6.2.5).
  public static func exclusiveMinimum(_ limit: JSONNumber) -> Self { Self(.exclusiveMinimum(limit)) }

  // MARK: Strings

  /// The text has at most this many code points (section 6.3.1).
  public static func maxLength(_ count: Int) -> Self { Self(.maxLength(count)) }

  /// The text has at least this many code points (section 6.3.2).
  public static func minLength(_ count: Int) -> Self { Self(.minLength(count)) }

  /// The pattern is found in the text (section 6.3.3).
  package static func pattern(matching pattern: any TextPattern) -> Self { Self(.pattern(pattern)) }

  /// The text has a format (section 7), as an annotation. `WGNAPIFormats` has the one that is asserted.
  public static func format(_ name: String) -> Self { Self(.format(name, nil)) }

  /// The text has a format, which a rule judges.
  package static func format(_ name: String, judgedBy rule: (any TextRule)?) -> Self {
    Self(.format(name, rule))
  }

  /// The text has the format of a value with a Swift type.
  static func asserted(_ format: ValueFormat) -> Self { .format(format.rawValue, judgedBy: format) }

  // MARK: Arrays

  /// The array has at most this many elements (section 6.4.1).
  public static func maxItems(_ count: Int) -> Self { Self(.maxItems(count)) }

  /// The array has at least this many elements (section 6.4.2).
  public static func minItems(_ count: Int) -> Self { Self(.minItems(count)) }

  /// No two elements are equal (section 6.4.3).
  public static func uniqueItems(_ isUnique: Bool = true) -> Self { Self(.uniqueItems(isUnique)) }

  /// At most this many elements satisfy `contains` (section 6.4.4).
  public static func maxContains(_ count: Int) -> Self { Self(.maxContains(count)) }

  /// At least this many elements satisfy `contains`, instead of one (section 6.4.5).
  public static func minContains(_ count: Int) -> Self { Self(.minContains(count)) }

  // MARK: Objects

  /// The object has at most this many members (section 6.5.1).
  public static func maxProperties(_ count: Int) -> Self { Self(.maxProperties(count)) }

  /// The object has at least this many members (section 6.5.2).
  public static func minProperties(_ count: Int) -> Self { Self(.minProperties(count)) }

  /// The object has these keys (section 6.5.3).
  public static func required(_ keys: [String]) -> Self { Self(.required(keys)) }

  /// Where the object has the one key, it has the others (section 6.5.4).
  public static func dependentRequired(_ keys: Schema.Entries<[String]>) -> Self {
    Self(.dependentRequired(keys))
  }
}
