/// What objects are checked for.
struct ObjectPlan: BitwiseCopyable {
  /// The keys that the schema names anywhere, in the order in which they are expected.
  var properties: UnsafeMutablePointer<Property>
  var count: Int
  /// Tells plans apart; small.
  var number: Int
  /// The words of a bit set of these keys.
  var wordCount: Int
  /// The keys that must be there, as such a set.
  var required: UnsafeMutablePointer<UInt64>
  var index: Unmanaged<KeyIndex>
  var additional: NodePointer?
  var sizes = Bounds<Int>(lower: 0, upper: .max)
  /// What few schemas have; nil where they have none of it.
  var extras: Unmanaged<ObjectExtras>?
  var keys: Unmanaged<ObjectKeys>

  /// A key that the schema names.
  struct Property: BitwiseCopyable {
    /// The key in quotes, with zeros up to a multiple of eight bytes.
    var quoted: UnsafeMutablePointer<UInt64>
    /// Its length with quotes.
    var count: Int
    /// Whether it stands in JSON byte for byte.
    var isPlain: Bool
    /// The bits of the last word that belong to it.
    var lastMask: UInt64
    /// The schema of `properties`.
    var value: NodePointer?

    /// The key's bytes.
    var bytes: UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(
        start: (UnsafeRawPointer(quoted) + 1).assumingMemoryBound(to: UInt8.self), count: count - 2)
    }
  }
}

/// The keys of an ``ObjectPlan`` as text.
final class ObjectKeys {
  let texts: [String]
  init(_ texts: [String]) { self.texts = texts }
}

/// What few objects are checked for.
final class ObjectExtras {
  var patterns: [(pattern: Pattern, value: NodePointer)] = []
  var names: NodePointer?
  var dependentRequired: [(key: Int, required: [Int])] = []
  var dependentSchemas: [(key: Int, value: NodePointer)] = []

  var isEmpty: Bool {
    patterns.isEmpty && names == nil && dependentRequired.isEmpty && dependentSchemas.isEmpty
  }
}
