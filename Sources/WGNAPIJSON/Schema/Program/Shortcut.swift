/// The scalars that a schema certainly accepts, checked inline without a call. For all others, the schema
/// itself decides.
struct Shortcut: BitwiseCopyable {
  /// The type of the scalars.
  enum Kind: UInt8 {
    case none
    /// Integers within `integers`.
    case integer
    /// Numbers strictly within `doubles`, and zero if it is within `integers`.
    case number
    /// All numbers.
    case anyNumber
    /// Text whose length in code points is within `integers`; other text is certainly rejected.
    case string
    case boolean
  }

  var kind = Kind.none
  /// Whether null is certainly accepted, too.
  var acceptsNull = false
  var integers = Bounds<Int64>(lower: .min, upper: .max)
  var doubles = Bounds<Double>(lower: -.infinity, upper: .infinity)
}

/// The known rules for scalars of a schema and of those it applies in place.
struct ScalarCertainty {
  /// The types of scalars that are accepted within the bounds. Nothing is known about other types.
  var types: JSONTypes = .scalars
  private var integers = Bounds<Int64>(lower: .min, upper: .max)
  private var doubles = Bounds<Double>(lower: -.infinity, upper: .infinity)
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
    integers = number.integers
    doubles = number.doubles
  }

  /// Adds the rules of another schema that applies to the same value.
  mutating func formIntersection(_ other: ScalarCertainty) {
    types.formIntersection(other.types)
    integers.formIntersection(other.integers)
    doubles.formIntersection(other.doubles)
    lengths.formIntersection(other.lengths)
  }

  var shortcut: Shortcut {
    var shortcut = Shortcut(acceptsNull: types.contains(.null), integers: integers, doubles: doubles)
    switch types.subtracting(.null) {
    case .integer: shortcut.kind = .integer
    case .number:
      let isUnbounded = doubles.lower == -.infinity && doubles.upper == .infinity
      shortcut.kind = isUnbounded ? .anyNumber : .number
    case .string:
      shortcut.kind = .string
      shortcut.integers = Bounds(lower: Int64(lengths.lower), upper: Int64(lengths.upper))
    case .boolean: shortcut.kind = .boolean
    default: break
    }
    return shortcut
  }
}

extension JSONTypes {
  fileprivate static let scalars: JSONTypes = [.null, .boolean, .number, .string]
}

extension Bounds {
  fileprivate mutating func formIntersection(_ other: Bounds) {
    lower = max(lower, other.lower)
    upper = min(upper, other.upper)
  }
}
