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
    /// The key in its most common form, `"key":`, followed by seven more readable bytes.
    let written: UnsafePointer<UInt8>
    /// The length of this text; 0 if the key has escapes, which can be spelled differently.
    let count: Int
    /// The schema in `properties`.
    let value: NodePointer?
    /// The schema for members with this key, possibly that of `additionalProperties`.
    var target: NodePointer?
    /// The scalars that the schema certainly accepts.
    var shortcut = Shortcut()

    init(written: UnsafePointer<UInt8>, count: Int, value: NodePointer?) {
      self.written = written
      self.count = count
      self.value = value
    }

    /// Skips the key with quotes and colon if it is at `next`, byte for byte; otherwise returns false.
    @inline(__always)
    func pass(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
      guard count > 0, end - next >= max(count, 8) else { return false }
      let here = UnsafeRawPointer(next)
      let key = UnsafeRawPointer(written)
      if count >= 8 {
        var offset = 0
        while offset + 8 <= count {
          guard load(here, offset) == load(key, offset) else { return false }
          offset += 8
        }
        guard load(here, count - 8) == load(key, count - 8) else { return false }
      } else {
        let mask = UInt64.max >> UInt64(64 - 8 * count)
        let difference = UInt64(littleEndian: load(here, 0)) ^ UInt64(littleEndian: load(key, 0))
        guard difference & mask == 0 else { return false }
      }
      next += count
      return true
    }

    @inline(__always)
    private func load(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
      (start + offset).loadUnaligned(as: UInt64.self)
    }
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

  var isEmpty: Bool {
    patterns.isEmpty && names == nil && dependentRequired.isEmpty && dependentSchemas.isEmpty
  }
}
