/// The types of JSON values in the keyword `type` (validation, section 6.1.1).
public struct JSONTypes: OptionSet, Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let null = JSONTypes(rawValue: 1)
  public static let boolean = JSONTypes(rawValue: 2)
  /// Numbers without a fractional part, in any notation: `1`, `1.0`, `1e3`.
  public static let integer = JSONTypes(rawValue: 4)
  /// Numbers, including integers.
  public static let number: JSONTypes = [.integer, .fraction]
  public static let string = JSONTypes(rawValue: 16)
  public static let array = JSONTypes(rawValue: 32)
  public static let object = JSONTypes(rawValue: 64)

  /// Numbers with a fractional part.
  package static let fraction = JSONTypes(rawValue: 8)
  package static let all: JSONTypes = [.null, .boolean, .number, .string, .array, .object]

  /// The names of the types for a message: `integer or null`.
  public var description: String {
    var text = ""
    let number = isSuperset(of: .number) ? "number" : "integer"
    for (type, name) in [
      (JSONTypes.integer, number), (.string, "string"), (.boolean, "boolean"), (.array, "array"),
      (.object, "object"), (.null, "null"),
    ] where contains(type) {
      if !text.isEmpty { text += " or " }
      text += name
    }
    return text
  }
}

extension JSONTypes {
  /// The types of values that begin with a byte; for numbers, both types.
  @inlinable @inline(__always)
  package init(startingWith byte: UInt8) {
    switch byte {
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "{"): self = .object
    default: self = []
    }
  }
}
