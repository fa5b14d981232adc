/// A schema in a place where a value is held: the Swift type, and how it is read and written.
struct TypeUse {
  /// The Swift type without optionality: `[PlayerMatch]`.
  var type: String
  /// The coder, where the type isn't its own: `ListOf<UnixTime>`.
  var coder: String?
  /// What the value must satisfy beside being of the type: `[.minLength(3)]`.
  var constraint: String?
  var isNullable = false
  /// Whether the type needs Foundation's name in scope.
  var needsFoundation = false

  /// The coder for use within other coders.
  var coderName: String { coder ?? type }

  /// The type with its optionality.
  var optionalType: String { isNullable ? "\(type)?" : type }

  /// As an element of a list or map: null is part of it.
  var element: TypeUse {
    guard isNullable else { return self }
    var use = self
    use.type = "\(type)?"
    use.coder = coder.map { "OptionalOf<\($0)>" }
    use.constraint = constraint.map { ".nullable(\($0))" }
    use.isNullable = false
    return use
  }
}
