/// The types of JSON values, with integers apart from other numbers.
struct TypeSet: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let null = TypeSet(rawValue: 1)
  static let boolean = TypeSet(rawValue: 2)
  static let integer = TypeSet(rawValue: 4)
  static let fraction = TypeSet(rawValue: 8)
  static let string = TypeSet(rawValue: 16)
  static let array = TypeSet(rawValue: 32)
  static let object = TypeSet(rawValue: 64)

  static let anyNumber: TypeSet = [.integer, .fraction]
  static let all: TypeSet = [.null, .boolean, .anyNumber, .string, .array, .object]

  /// The types' names in JSON Schema, joined for a message.
  var description: String {
    var names: [String] = []
    if contains(.null) { names.append("null") }
    if contains(.boolean) { names.append("boolean") }
    if contains(.anyNumber) { names.append("number") } else if contains(.integer) { names.append("integer") }
    if contains(.string) { names.append("string") }
    if contains(.array) { names.append("array") }
    if contains(.object) { names.append("object") }
    return names.joined(separator: " or ")
  }
}

/// One schema: the types it admits and what else it asserts.
///
/// An assertion looks at values of the types it is about and accepts the others, as JSON Schema has it.
final class SchemaNode: Sendable {
  let types: TypeSet
  let assertions: [Assertion]

  init(types: TypeSet, assertions: [Assertion]) {
    self.types = types
    self.assertions = assertions
  }

  enum Assertion: Sendable {
    case length(min: Int, max: Int)
    case pattern(Pattern)
    case format(String, asserted: Bool)
    case minimum(JSONNumber, exclusive: Bool)
    case maximum(JSONNumber, exclusive: Bool)
    case multipleOf(JSONNumber)
    case array(ArrayKeywords)
    case object(ObjectKeywords)
    case enumeration([JSON])
    case const(JSON)
    case nullable(Schema)
    case allOf([Schema])
    case anyOf([Schema])
    case oneOf([Schema])
    case not(Schema)
    case conditional(Schema, then: Schema, otherwise: Schema)
    case reference(Lazy<Schema>)
  }
}

/// What a schema asserts about arrays.
struct ArrayKeywords: Sendable {
  let items: Schema?
  let prefixItems: [Schema]
  let minItems: Int?
  let maxItems: Int?
  let uniqueItems: Bool
  let contains: Schema?
  let minContains: Int?
  let maxContains: Int?
}
