/// The scalars that a schema certainly accepts, checked inline without a call. For all others, the schema
/// itself decides.
struct Shortcut: BitwiseCopyable {
  /// The type of the scalars.
  enum Kind: UInt8 {
    case none
    /// Integers within the bounds.
    case integer
    /// Numbers within the bounds.
    case number
    /// All numbers.
    case anyNumber
    /// Text whose length is within the bounds; other text is certainly rejected.
    case string
    case boolean
  }

  var kind = Kind.none
  /// Whether null is certainly accepted, too.
  var acceptsNull = false
  var bounds = ScalarBounds()
}

/// The known rules for scalars of a schema and of those it applies in place.
struct ScalarCertainty {
  /// The types of scalars that are accepted within the bounds. Nothing is known about other types.
  var types: JSONTypes = .scalars
  private var bounds = ScalarBounds()
  private var lengths = Bounds<Int>(lower: 0, upper: .max)

  /// A value that contains no known rules.
  static var nothing: ScalarCertainty { ScalarCertainty(types: []) }

  private init(types: JSONTypes) { self.types = types }

  /// Creates the rules from a schema's own keywords.
  init(_ node: NodePointer) {
    types.formIntersection(node.pointee.types)
    if node.pointee.checks.contains(.values) { types = [] }
    lengths = node.pointee.lengths
    if node.pointee.string != nil { types.remove(.string) }
    guard let number = node.pointee.number?.takeUnretainedValue() else { return }
    if !number.isRange { types.subtract(.number) }
    bounds = ScalarBounds(integers: number.integers, doubles: number.doubles)
  }

  /// Adds the rules of another schema that applies to the same value.
  mutating func formIntersection(_ other: ScalarCertainty) {
    types.formIntersection(other.types)
    bounds.integers.formIntersection(other.bounds.integers)
    bounds.doubles.formIntersection(other.bounds.doubles)
    lengths.formIntersection(other.lengths)
  }

  var shortcut: Shortcut {
    var shortcut = Shortcut(acceptsNull: types.contains(.null), bounds: bounds)
    switch types.subtracting(.null) {
    case .integer: shortcut.kind = .integer
    case .number:
      let isUnbounded = bounds.doubles.lower == -.infinity && bounds.doubles.upper == .infinity
      shortcut.kind = isUnbounded ? .anyNumber : .number
    case .string:
      shortcut.kind = .string
      shortcut.bounds.integers = Bounds(lower: Int64(lengths.lower), upper: Int64(lengths.upper))
    case .boolean: shortcut.kind = .boolean
    default: break
    }
    return shortcut
  }
}

extension JSONTypes {
  fileprivate static let scalars: JSONTypes = [.null, .boolean, .number, .string]
}
