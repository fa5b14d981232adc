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

  /// Whether the members' shortcuts and targets are there; see ``SchemaFinishing``.
  var isFinished = false

  /// A key that the schema names.
  struct Property: BitwiseCopyable {
    /// `"key":`, as it mostly stands in documents, and seven more bytes that may be read.
    let written: UnsafePointer<UInt8>
    /// Its length; 0 where the key has escapes, which may be spelled otherwise.
    let count: Int
    /// The schema of `properties`.
    let value: NodePointer?
    /// The schema of members with this key, be it that of `additionalProperties`.
    var target: NodePointer?
    /// What it surely accepts.
    var shortcut = Shortcut()

    init(written: UnsafePointer<UInt8>, count: Int, value: NodePointer?) {
      self.written = written
      self.count = count
      self.value = value
    }

    /// Passes the key, its quotes and its colon, if they stand at `next` byte for byte.
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

/// What few objects are checked for.
final class ObjectExtras {
  var patterns: [(pattern: any TextPattern, value: NodePointer)] = []
  var names: NodePointer?
  var dependentRequired: [(key: Int, required: [Int])] = []
  var dependentSchemas: [(key: Int, value: NodePointer)] = []

  var isEmpty: Bool {
    patterns.isEmpty && names == nil && dependentRequired.isEmpty && dependentSchemas.isEmpty
  }
}
