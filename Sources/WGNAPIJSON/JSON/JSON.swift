/// Any JSON value.
///
/// Objects keep the order of their members, but ignore it in comparisons. Numbers keep their text, but are
/// compared by value. Strings are compared code point by code point.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  @inline(never)
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ExactString(value))
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }

  // MARK: Views

  /// Whether the value is null.
  public var isNull: Bool { self == .null }
  /// The value of a boolean; nil for other types.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value of a number; nil for other types.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
  /// The value of a number if it is an integer that fits an `Int`; otherwise nil.
  public var int: Int? { number?.int64.flatMap { Int(exactly: $0) } }
  /// The nearest double to the value of a number; nil for other types.
  public var double: Double? { number?.double }
  /// The value of a string; nil for other types.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The elements of an array; nil for other types.
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object; nil for other types.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The value of a key; nil if there is none or this isn't an object.
  public subscript(key: String) -> JSON? { object?[key] }

  /// The element at an index; nil if there is none or this isn't an array.
  public subscript(index: Int) -> JSON? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  public init(floatLiteral value: Double) { self = .number(JSONNumber(floatLiteral: value)) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}
