/// The JSON types of the values that a schema accepts, possibly including too many.
public struct ValueTypes: Sendable {
  /// A schema that accepts any number has both `number` and `integer`.
  public private(set) var types: Set<JSONType>

  /// - Parameter index: the named schemas.
  public init(of schema: Schema, in index: SchemaIndex) {
    var known: [String: Set<JSONType>] = [:]
    types = Self.types(of: schema, in: index, known: &known)
  }

  /// Whether any type is possible.
  public var isAny: Bool { types == Self.any }

  public var mayBeObject: Bool { types.contains(.object) }

  func overlaps(_ other: ValueTypes) -> Bool { !types.isDisjoint(with: other.types) }

  private static let any = Set(JSONType.allCases)

  private static func types(
    of schema: Schema, in index: SchemaIndex, known: inout [String: Set<JSONType>]
  ) -> Set<JSONType> {
    if schema.isNever { return [] }
    // One element in place of a list may be of any type.
    if schema.lenience.contains(.singleAsList) { return any }
    var result = ownTypes(of: schema)
    if let reference = schema.reference {
      if !result.isDisjoint(with: [.integer, .number]), index.readsNumbersInText(schema) {
        result.insert(.string)
      }
      result.formIntersection(types(ofNamed: reference.text, in: index, known: &known))
    }
    for part in schema.allOf { result.formIntersection(types(of: part, in: index, known: &known)) }
    for alternatives in [schema.anyOf, schema.oneOf] where !alternatives.isEmpty {
      var union: Set<JSONType> = []
      for alternative in alternatives { union.formUnion(types(of: alternative, in: index, known: &known)) }
      // An open union accepts unknown values of any type.
      if schema.isOpen ?? true { union = any }
      result.formIntersection(union)
    }
    if schema.isNullable { result.insert(.null) }
    for lenience in schema.lenience {
      switch lenience {
      case .numberInString, .numberAsString, .emptyAsNull: result.insert(.string)
      case .emptyListAsMap: result.insert(.array)
      case .nullAsAbsent: result.insert(.null)
      case .singleAsList: break
      }
    }
    return result
  }

  private static func types(
    ofNamed name: String, in index: SchemaIndex, known: inout [String: Set<JSONType>]
  ) -> Set<JSONType> {
    if let types = known[name] { return types }
    guard let target = index[name] else { return any }
    // A cycle doesn't limit the types.
    known[name] = any
    let types = types(of: target, in: index, known: &known)
    known[name] = types
    return types
  }

  private static func ownTypes(of schema: Schema) -> Set<JSONType> {
    var result = Set(schema.types)
    if result.contains(.number) { result.insert(.integer) }
    if result.isEmpty {
      let isObject = !schema.object.properties.isEmpty
      result = isObject ? [.object] : schema.array.prefixItems.isEmpty ? any : [.array]
    }
    let values = schema.const.map { [$0] } ?? schema.enumeration?.cases.map(\.value)
    if let values { result.formIntersection(values.flatMap(\.types)) }
    return result
  }
}

extension Literal {
  fileprivate var types: [JSONType] {
    switch self {
    case .null: [.null]
    case .boolean: [.boolean]
    // `1.0` is also an integer.
    case .number: [.integer, .number]
    case .string: [.string]
    case .array: [.array]
    case .object: [.object]
    }
  }
}
