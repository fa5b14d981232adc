/// The checks for objects.
struct ObjectPlan: BitwiseCopyable {
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

/// The keys of an ``ObjectPlan`` as text.
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
