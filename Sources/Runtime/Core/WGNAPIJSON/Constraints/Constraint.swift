/// What must be true of a value in addition to its Swift type, with the names of JSON Schema (2020-12):
///
/// ```swift
/// $0.required("nickname", \.nickname, [.minLength(3), .maxLength(24)])
/// $0.required("ids", \.ids, [.maxItems(100), .items([.minimum(1)])])
/// ```
///
/// It is checked when the value is read or sent. A keyword doesn't apply to values of other JSON types (core, section
/// 7.6.1). `WGNAPISchema` has complete schemas, and `Constraint.Keyword.schema(_:)` to check one.
public struct Constraint: Sendable, ExpressibleByArrayLiteral {
  let plan: ConstraintKeywords
  /// The only value that needs to satisfy nothing: null, or an empty text.
  let exception: Exception?

  enum Exception: Sendable {
    case null, emptyText
  }

  /// Creates a constraint of all these keywords.
  public init(_ keywords: [Keyword]) { self.init(plan: ConstraintKeywords(keywords), exception: nil) }

  public init(arrayLiteral keywords: Keyword...) { self.init(keywords) }

  private init(plan: ConstraintKeywords, exception: Exception?) {
    self.plan = plan
    self.exception = exception
  }

  /// Returns a constraint that null satisfies, too.
  public static func nullable(_ constraint: Constraint) -> Constraint {
    Constraint(plan: constraint.plan, exception: .null)
  }

  /// The same constraint, which an empty text satisfies, too.
  var orEmptyText: Constraint { Constraint(plan: plan, exception: .emptyText) }

  /// The keywords.
  package var keywords: [Keyword] { plan.keywords }
  /// Whether null satisfies the constraint, whatever the keywords say.
  package var acceptsNull: Bool { exception == .null }
  /// Whether an empty text satisfies the constraint, whatever the keywords say.
  package var acceptsEmptyText: Bool { exception == .emptyText }

  /// The checks that this module doesn't know.
  package var checks: [any ValueCheck] {
    keywords.flatMap { keyword -> [any ValueCheck] in
      switch keyword.form {
      case .check(let check): [check]
      case .allOf(let constraints): constraints.flatMap(\.checks)
      default: []
      }
    }
  }

  /// Returns a constraint that requires both.
  package static func all(_ first: Constraint?, _ second: Constraint) -> Constraint {
    first.map { Constraint([.allOf([$0, second])]) } ?? second
  }
}

extension Constraint {
  /// A keyword of a constraint, with its value.
  public struct Keyword: Sendable {
    package let form: Form

    init(_ form: Form) { self.form = form }

    package enum Form: Sendable {
      case type(JSONTypes)
      case enumeration(ValueIndex)
      case const(JSON)
      case limit(NumberLimit)
      case minLength(Int)
      case maxLength(Int)
      case pattern(any TextPattern)
      /// With a rule if it is asserted.
      case format(String, (any TextRule)?)
      case inText(NumberLimits)
      case items(Constraint)
      case minItems(Int)
      case maxItems(Int)
      case uniqueItems
      case additionalProperties(Constraint)
      case propertyNames(Constraint)
      case required([String])
      case dependentRequired([(key: String, required: [String])])
      case minProperties(Int)
      case maxProperties(Int)
      case allOf([Constraint])
      case anyOf([Constraint])
      case oneOf([Constraint])
      case not(Constraint)
      case check(any ValueCheck)
    }
  }
}

/// A check of values that this module doesn't know.
package protocol ValueCheck: Sendable {
  /// Returns the violations in the next value, at most `limit`, without instance locations and lines, and skips it.
  ///
  /// - Throws: ``JSONError`` if the value isn't JSON or takes too much work.
  func violations(_ reader: inout JSONReader, limit: Int) throws(JSONError) -> [Violation]

  /// Returns whether the check names a property of the value.
  func hasProperty(_ name: String) -> Bool
}

// Keywords for values themselves (validation, section 6).
extension Constraint.Keyword {
  // MARK: Any type

  /// Requires the value to have one of the types (section 6.1.1).
  public static func type(_ types: JSONTypes) -> Self { Self(.type(types)) }

  /// Requires the value to be one of these: the keyword `enum` (section 6.1.2). Numbers are compared by
  /// value, objects without regard to order.
  public static func enumeration(_ values: [JSON]) -> Self { Self(.enumeration(ValueIndex(values))) }

  /// Requires the value to equal this one (section 6.1.3).
  public static func const(_ value: JSON) -> Self { Self(.const(value)) }

  // MARK: Numbers

  /// Requires the number to be a multiple, computed in exact decimal arithmetic: `0.3` is a multiple of `0.1`
  /// (section 6.2.1).
  public static func multipleOf(_ divisor: JSONNumber) -> Self { Self(.limit(.multipleOf(divisor))) }

  /// Requires the number to be at most this (section 6.2.2). Limits of any size are exact.
  public static func maximum(_ limit: JSONNumber) -> Self { Self(.limit(.maximum(limit))) }

  /// Requires the number to be less than this (section 6.2.3).
  public static func exclusiveMaximum(_ limit: JSONNumber) -> Self { Self(.limit(.exclusiveMaximum(limit))) }

  /// Requires the number to be at least this (section 6.2.4).
  public static func minimum(_ limit: JSONNumber) -> Self { Self(.limit(.minimum(limit))) }

  /// Requires the number to be greater than this (section 6.2.5).
  public static func exclusiveMinimum(_ limit: JSONNumber) -> Self { Self(.limit(.exclusiveMinimum(limit))) }

  // MARK: Strings

  /// Requires the text to have at most this many code points (section 6.3.1).
  public static func maxLength(_ count: Int) -> Self { Self(.maxLength(count)) }

  /// Requires the text to have at least this many code points (section 6.3.2).
  public static func minLength(_ count: Int) -> Self { Self(.minLength(count)) }

  /// Requires a match of the pattern anywhere in the text (section 6.3.3).
  package static func pattern(matching pattern: any TextPattern) -> Self {
    // Here, because several constraints, and threads, can share a keyword.
    pattern.prepare()
    return Self(.pattern(pattern))
  }

  /// Annotates the text with a format (section 7). `WGNAPIFormats` has a version that asserts it.
  public static func format(_ name: String) -> Self { Self(.format(name, nil)) }

  /// Requires the text to have a format, which a rule checks.
  package static func format(_ name: String, judgedBy rule: (any TextRule)?) -> Self {
    rule?.prepare()
    return Self(.format(name, rule))
  }

  /// Requires the number in a text to be within these limits: `.inText([.minimum(0)])`. Texts that aren't numbers in JSON
  /// syntax are accepted.
  public static func inText(_ limits: Constraint) -> Self {
    Self(
      .inText(
        NumberLimits(
          limits.keywords.compactMap { if case .limit(let limit) = $0.form { limit } else { nil } })))
  }

  // MARK: Arrays

  /// Requires the elements of the array, which its type has checked, to satisfy a constraint (core, section 10.3.1.2).
  public static func items(_ constraint: Constraint) -> Self { Self(.items(constraint)) }

  /// Requires the array to have at most this many elements (section 6.4.1).
  public static func maxItems(_ count: Int) -> Self { Self(.maxItems(count)) }

  /// Requires the array to have at least this many elements (section 6.4.2).
  public static func minItems(_ count: Int) -> Self { Self(.minItems(count)) }

  /// Requires all elements to be different (section 6.4.3).
  public static func uniqueItems() -> Self { Self(.uniqueItems) }

  // MARK: Objects

  /// Requires the values of the dictionary to satisfy a constraint (core, section 10.3.2.3).
  public static func additionalProperties(_ constraint: Constraint) -> Self {
    Self(.additionalProperties(constraint))
  }

  /// Requires the keys, as strings, to satisfy a constraint (core, section 10.3.2.4).
  public static func propertyNames(_ constraint: Constraint) -> Self { Self(.propertyNames(constraint)) }

  /// Requires the object to have at most this many members (section 6.5.1).
  public static func maxProperties(_ count: Int) -> Self { Self(.maxProperties(count)) }

  /// Requires the object to have at least this many members (section 6.5.2).
  public static func minProperties(_ count: Int) -> Self { Self(.minProperties(count)) }

  /// Requires the object to have these keys (section 6.5.3).
  public static func required(_ keys: [String]) -> Self { Self(.required(keys)) }

  /// Requires an object that has a key to have certain other keys (section 6.5.4).
  public static func dependentRequired(_ keys: KeyValuePairs<String, [String]>) -> Self {
    Self(.dependentRequired(keys.map { (key: $0.key, required: $0.value) }))
  }

  // MARK: In place

  /// Requires the value to satisfy all constraints (core, section 10.2.1.1).
  public static func allOf(_ constraints: [Constraint]) -> Self { Self(.allOf(constraints)) }

  /// Requires the value to satisfy at least one constraint (core, section 10.2.1.2).
  public static func anyOf(_ constraints: [Constraint]) -> Self { Self(.anyOf(constraints)) }

  /// Requires the value to satisfy exactly one constraint (core, section 10.2.1.3).
  public static func oneOf(_ constraints: [Constraint]) -> Self { Self(.oneOf(constraints)) }

  /// Requires the value not to satisfy the constraint (core, section 10.2.1.4).
  public static func not(_ constraint: Constraint) -> Self { Self(.not(constraint)) }

  /// Requires the value to pass a check that this module doesn't know.
  package static func check(_ check: any ValueCheck) -> Self { Self(.check(check)) }
}
