import WGNAPIJSON
import WGNAPISupport

/// The checks for objects.
struct ObjectChecks: BitwiseCopyable {
  /// All keys named in the schema, in the order in which they are expected.
  var properties: UnsafeMutablePointer<Property>
  var count: Int
  /// A small number that identifies the plan.
  var number: Int
  /// The number of words in a bit set of these keys.
  var wordCount: Int
  /// The required keys, as such a bit set.
  var required: UnsafeMutablePointer<UInt64>
  var index: Unmanaged<KeyIndex>
  var additional: NodePointer?
  var sizes = Bounds<Int>(lower: 0, upper: .max)
  /// Rare checks; nil if there are none.
  var extras: Unmanaged<ObjectExtras>?
  var keys: Unmanaged<ObjectKeys>

  /// Whether the members' shortcuts and targets have been set; see ``SchemaFinishing``.
  var isFinished = false

  /// A key named in the schema.
  struct Property: BitwiseCopyable {
    let key: WrittenKey
    /// The schema in `properties`.
    let value: NodePointer?
    /// The schema for members with this key, possibly that of `additionalProperties`.
    var target: NodePointer?
    /// The scalars that the schema certainly accepts.
    var shortcut = Shortcut()
  }
}

/// The keys of an ``ObjectChecks`` as text.
final class ObjectKeys {
  let texts: [String]
  init(_ texts: [String]) { self.texts = texts }
}

/// Rare checks for objects.
final class ObjectExtras {
  var patterns: [(pattern: any TextPattern, value: NodePointer)] = []
  var names: NodePointer?
  var dependentRequired: [(key: Int, required: [Int])] = []
  var dependentSchemas: [(key: Int, value: NodePointer)] = []

  @inline(never)
  func add(_ pattern: any TextPattern, _ value: NodePointer) {
    pattern.prepare()
    patterns.append((pattern: pattern, value: value))
  }

  var isEmpty: Bool {
    patterns.isEmpty && names == nil && dependentRequired.isEmpty && dependentSchemas.isEmpty
  }
}

/// The sets of `enum` and `const`. A value must be in all of them.
final class AllowedValues {
  let sets: [ValueSet]
  init(_ sets: [ValueSet]) { self.sets = sets }
}

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
