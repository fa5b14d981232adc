/// A schema in a place where a value is held: the Swift type, and how it is read and written.
struct TypeUse {
  /// The Swift type without optionality.
  var type: SwiftType
  /// What reads and writes it, where that isn't the type itself.
  var coder: Coder?
  /// What the value must satisfy beside being of the type.
  var constraint: SchemaLiteral?
  var isNullable = false

  /// The coder for use within other coders.
  var anyCoder: Coder { coder ?? .own(type) }

  /// As an element of a list or map: null is part of it.
  var element: TypeUse {
    guard isNullable else { return self }
    return TypeUse(
      type: .optional(type), coder: coder.map(Coder.optional),
      constraint: constraint.map(SchemaLiteral.nullable))
  }

  /// A list of such values.
  var list: TypeUse { TypeUse(type: .array(type), coder: coder.map(Coder.list)) }

  /// A map of such values.
  func map(by key: SwiftType) -> TypeUse {
    TypeUse(
      type: .dictionary(key: key, value: type), coder: coder.map { .map(key: key, value: $0) })
  }
}
