import WGNAPIJSON
import WGNAPISupport

/// The keys of open objects that their schemas don't name, for detecting duplicates.
///
/// All open objects share one stack; the keys of an object are above those of the objects around it. Strings
/// are created only for keys with escapes, and a few keys need no table. Hashes have random seeds, so that no
/// document can cause collisions.
struct KeySpans: ~Copyable {
  private struct Key {
    let bytes: UnsafePointer<UInt8>
    let count: Int
    let hash: UInt64
  }

  /// The keys of one object in the stack.
  private struct Table {
    let first: Int
    var slots: UnsafeMutablePointer<Int>
    var mask: Int
  }

  private var keys: UnsafeMutablePointer<Key>?
  private var capacity = 0
  private(set) var count = 0
  private var tables: [Table] = []
  /// The unescaped copies of keys, with the number of keys at that time.
  private var copies: [(count: Int, bytes: UnsafeMutablePointer<UInt8>)] = []

  /// The maximum number of keys for a linear search.
  private static var searchLimit: Int { 12 }

  deinit {
    for table in tables { table.slots.deallocate() }
    for copy in copies { copy.bytes.deallocate() }
    keys?.deallocate()
  }

  /// Adds a key to an object whose keys begin at `first`; returns false if it is a duplicate.
  mutating func insert(_ span: StringSpan, _ reader: inout JSONReader, from first: Int) -> Bool {
    let bytes = span.hasEscapes ? copy(span, &reader) : span.bytes
    guard let start = bytes.baseAddress else { return false }
    let key = Key(bytes: start, count: bytes.count, hash: SeededHash.hash(start, bytes.count))
    if count - first < Self.searchLimit {
      if let keys { for index in first..<count where Self.isEqual(keys[index], key) { return false } }
      push(key)
      return true
    }
    if tables.last?.first != first { beginTable(first) }
    return insert(key, first)
  }

  private mutating func insert(_ key: Key, _ first: Int) -> Bool {
    let last = tables.count - 1
    if (count - first) * 2 > tables[last].mask { growTable() }
    let (slots, mask) = (tables[last].slots, tables[last].mask)
    guard let keys else { return false }
    var slot = Int(truncatingIfNeeded: key.hash) & mask
    while slots[slot] >= 0 {
      if Self.isEqual(keys[slots[slot]], key) { return false }
      slot = (slot + 1) & mask
    }
    slots[slot] = count
    push(key)
    return true
  }

  /// Removes the keys of the object that began at `first`.
  mutating func end(at first: Int) {
    count = first
    while let table = tables.last, table.first >= first {
      table.slots.deallocate()
      tables.removeLast()
    }
    while let copy = copies.last, copy.count >= first {
      copy.bytes.deallocate()
      copies.removeLast()
    }
  }

  // MARK: Memory

  private mutating func push(_ key: Key) {
    if count == capacity {
      let larger = UnsafeMutablePointer<Key>.allocate(capacity: max(64, capacity * 2))
      if let keys { larger.update(from: keys, count: count) }
      keys?.deallocate()
      keys = larger
      capacity = max(64, capacity * 2)
    }
    keys?[count] = key
    count += 1
  }

  private mutating func beginTable(_ first: Int) {
    tables.append(Table(first: first, slots: .allocate(capacity: 0), mask: 0))
    fillTable(capacity: 64)
  }

  private mutating func growTable() { fillTable(capacity: (tables[tables.count - 1].mask + 1) * 2) }

  private mutating func fillTable(capacity: Int) {
    let last = tables.count - 1
    tables[last].slots.deallocate()
    let slots = UnsafeMutablePointer<Int>.allocate(capacity: capacity)
    slots.initialize(repeating: -1, count: capacity)
    for index in tables[last].first..<count {
      guard let keys else { break }
      var slot = Int(truncatingIfNeeded: keys[index].hash) & (capacity - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = index
    }
    tables[last].slots = slots
    tables[last].mask = capacity - 1
  }

  private mutating func copy(
    _ span: StringSpan, _ reader: inout JSONReader
  ) -> UnsafeBufferPointer<UInt8> {
    let text = reader.string(span)
    let bytes = text.bytes
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    start.initialize(from: bytes, count: bytes.count)
    copies.append((count: count, bytes: start))
    return UnsafeBufferPointer(start: start, count: bytes.count)
  }

  private static func isEqual(_ left: Key, _ right: Key) -> Bool {
    left.hash == right.hash && left.count == right.count && memcmp(left.bytes, right.bytes, left.count) == 0
  }
}
