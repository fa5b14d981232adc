/// The use of a schema for a value: its Swift type, and how it is read and written.
struct TypeUse {
  /// The Swift type without optionality.
  var type: SwiftType
  /// The coder, if it isn't the type itself.
  var coder: Coder?
  /// The constraints besides the type.
  var constraint: ConstraintLiteral?
  var isNullable = false

  /// The coder for use within other coders.
  var anyCoder: Coder { coder ?? .own(type) }

  /// The type as an element of a list or map, which includes null.
  var element: TypeUse {
    guard isNullable else { return self }
    return TypeUse(
      type: .optional(type), coder: coder.map(Coder.optional),
      constraint: constraint?.nullable)
  }

  /// A list of such values.
  var list: TypeUse { TypeUse(type: .array(type), coder: coder.map(Coder.list)) }

  /// A map of such values.
  func map(by key: SwiftType) -> TypeUse {
    TypeUse(
      type: .dictionary(key: key, value: type), coder: coder.map { .map(key: key, value: $0) })
  }
}
