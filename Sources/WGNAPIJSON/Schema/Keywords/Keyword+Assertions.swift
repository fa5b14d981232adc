// Assertions on values themselves (validation, section 6).
extension Schema.Keyword {
  // MARK: Any type

  /// Requires the value to have one of the types (section 6.1.1).
  public static func type(_ types: JSONTypes) -> Self { Self(.type(types)) }

  /// Requires the value to be one of these: the keyword `enum` (section 6.1.2). Numbers are compared by
  /// value, objects without regard to order.
  public static func enumeration(_ values: [JSON]) -> Self { Self(.enumeration(values)) }

  /// Requires the value to equal this one (section 6.1.3).
  public static func const(_ value: JSON) -> Self { Self(.const(value)) }

  // MARK: Numbers

  /// Requires the number to be a multiple, computed in exact decimal arithmetic: `0.3` is a multiple of `0.1`
  /// (section 6.2.1).
  public static func multipleOf(_ divisor: JSONNumber) -> Self { Self(.multipleOf(divisor)) }

  /// Requires the number to be at most this (section 6.2.2). Limits of any size are exact.
  public static func maximum(_ limit: JSONNumber) -> Self { Self(.maximum(limit)) }

  /// Requires the number to be less than this (section 6.2.3).
  public static func exclusiveMaximum(_ limit: JSONNumber) -> Self { Self(.exclusiveMaximum(limit)) }

  /// Requires the number to be at least this (section 6.2.4).
  public static func minimum(_ limit: JSONNumber) -> Self { Self(.minimum(limit)) }

  /// Requires the number to be greater than this (section 6.2.5).
  public static func exclusiveMinimum(_ limit: JSONNumber) -> Self { Self(.exclusiveMinimum(limit)) }

  // MARK: Strings

  /// Requires the text to have at most this many code points (section 6.3.1).
  public static func maxLength(_ count: Int) -> Self { Self(.maxLength(count)) }

  /// Requires the text to have at least this many code points (section 6.3.2).
  public static func minLength(_ count: Int) -> Self { Self(.minLength(count)) }

  /// Requires a match of the pattern anywhere in the text (section 6.3.3).
  package static func pattern(matching pattern: any TextPattern) -> Self { Self(.pattern(pattern)) }

  /// Annotates the text with a format (section 7). `WGNAPIFormats` has a version that asserts it.
  public static func format(_ name: String) -> Self { Self(.format(name, nil)) }

  /// Requires the text to have a format, which a rule checks.
  package static func format(_ name: String, judgedBy rule: (any TextRule)?) -> Self {
    Self(.format(name, rule))
  }

  /// Requires the text to have the format of a value with a Swift type.
  static func asserted(_ format: ValueFormat) -> Self { .format(format.rawValue, judgedBy: format) }

  // MARK: Arrays

  /// Requires the array to have at most this many elements (section 6.4.1).
  public static func maxItems(_ count: Int) -> Self { Self(.maxItems(count)) }

  /// Requires the array to have at least this many elements (section 6.4.2).
  public static func minItems(_ count: Int) -> Self { Self(.minItems(count)) }

  /// Requires all elements to be different (section 6.4.3).
  public static func uniqueItems(_ isUnique: Bool = true) -> Self { Self(.uniqueItems(isUnique)) }

  /// Requires at most this many elements to satisfy `contains` (section 6.4.4).
  public static func maxContains(_ count: Int) -> Self { Self(.maxContains(count)) }

  /// Requires at least this many elements, instead of one, to satisfy `contains` (section 6.4.5).
  public static func minContains(_ count: Int) -> Self { Self(.minContains(count)) }

  // MARK: Objects

  /// Requires the object to have at most this many members (section 6.5.1).
  public static func maxProperties(_ count: Int) -> Self { Self(.maxProperties(count)) }

  /// Requires the object to have at least this many members (section 6.5.2).
  public static func minProperties(_ count: Int) -> Self { Self(.minProperties(count)) }

  /// Requires the object to have these keys (section 6.5.3).
  public static func required(_ keys: [String]) -> Self { Self(.required(keys)) }

  /// Requires an object that has a key to have certain other keys (section 6.5.4).
  public static func dependentRequired(_ keys: Schema.Entries<[String]>) -> Self {
    Self(.dependentRequired(keys))
  }
}
