import WGNAPISupport

/// Finds the index of a key by its bytes, with an immutable open-addressing hash table.
package final class KeyIndex: @unchecked Sendable {
  private struct Slot {
    let bytes: UnsafePointer<UInt8>
    let count: Int
    let index: Int
  }

  /// The slots. Empty ones have a count that no key has.
  private let slots: UnsafeMutablePointer<Slot>
  private let mask: Int
  /// The bytes of all keys.
  private let text: UnsafeMutablePointer<UInt8>

  package init(_ keys: [String]) {
    var capacity = 4
    while capacity < keys.count * 2 { capacity *= 2 }
    mask = capacity - 1
    text = .allocate(capacity: keys.reduce(1) { $0 + $1.utf8.count })
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(bytes: UnsafePointer(text), count: -1, index: 0), count: capacity)
    var next = text
    for (index, key) in keys.enumerated() {
      let bytes = key.bytes
      let count = bytes.count
      next.initialize(from: bytes, count: count)
      var slot = Self.hash(next, count) & mask
      while slots[slot].count >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Slot(bytes: UnsafePointer(next), count: count, index: index)
      next += count
    }
  }

  deinit {
    slots.deallocate()
    text.deallocate()
  }

  @inline(never)
  package func find(_ key: String) -> Int? {
    var key = key
    return key.withUTF8 { find($0) }
  }

  package func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
    let bytes = key.baseAddress ?? UnsafePointer(text)
    var slot = Self.hash(bytes, key.count) & mask
    while slots[slot].count >= 0 {
      if slots[slot].count == key.count, memcmp(slots[slot].bytes, bytes, key.count) == 0 {
        return slots[slot].index
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Combines the length with the first and the last eight bytes. The keys in the table are fixed, so input
  /// can't cause collisions.
  @inline(__always)
  private static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var hash = UInt64(truncatingIfNeeded: count)
    if count >= 8 {
      let start = UnsafeRawPointer(bytes)
      hash = hash &* 0x9E37_79B9_7F4A_7C15 ^ start.loadUnaligned(as: UInt64.self)
      hash = hash &* 0x9E37_79B9_7F4A_7C15 ^ (start + (count - 8)).loadUnaligned(as: UInt64.self)
    } else {
      for index in 0..<count { hash = hash << 8 ^ UInt64(bytes[index]) ^ (hash >> 56) }
    }
    hash = hash &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: hash >> 32)
  }
}

/// A key in its most common form, `"key":`, to be compared with a document byte for byte.
@usableFromInline package struct WrittenKey: BitwiseCopyable {
  /// The text, followed by seven more readable bytes. Its owner is whoever made it.
  @usableFromInline package let bytes: UnsafePointer<UInt8>
  /// The length of the text; 0 if the key has escapes, which can be spelled differently.
  @usableFromInline package let count: Int

  package init(bytes: UnsafePointer<UInt8>, count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// Skips the key with quotes and colon if it is at `next`; otherwise returns false.
  @inlinable @inline(__always)
  package func pass(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    guard count > 0, end - next >= max(count, 8) else { return false }
    let here = UnsafeRawPointer(next)
    let key = UnsafeRawPointer(bytes)
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

  @inlinable @inline(__always)
  func load(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    (start + offset).loadUnaligned(as: UInt64.self)
  }
}

/// The positions of values by their hashes, from 0 in the order of insertion.
///
/// The values are kept by the user. A dictionary for each type of values would be a thousand lines of SIL for users to
/// compile. The hashes must have random seeds.
package struct HashTable: Sendable {
  private var hashes: [UInt64] = []
  /// A position plus one, or zero; at least a third of them are zero.
  private var slots: [Int] = []

  package init() {}

  /// Calls `isEqual` with the positions of values that have a hash; returns the first for which it is true.
  @inline(__always)
  package func first(_ hash: UInt64, where isEqual: (Int) -> Bool) -> Int? {
    if hashes.isEmpty { return nil }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] > 0 {
      let position = slots[slot] - 1
      if hashes[position] == hash, isEqual(position) { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Inserts the hash of a value whose position is the number of values so far.
  @inline(never)
  package mutating func insert(_ hash: UInt64) {
    hashes.append(hash)
    if hashes.count * 3 >= slots.count * 2 {
      slots = [Int](repeating: 0, count: max(slots.count * 2, 16))
      for position in hashes.indices { place(position) }
    } else {
      place(hashes.count - 1)
    }
  }

  private mutating func place(_ position: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hashes[position]) & mask
    while slots[slot] > 0 { slot = (slot + 1) & mask }
    slots[slot] = position + 1
  }

  package mutating func removeAll() {
    hashes = []
    slots = []
  }
}

/// Hashes of bytes with a seed chosen once per process.
package enum SeededHash {
  private static let seed = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))

  /// Combines eight bytes at a time by multiplication with secret values.
  package static func hash(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let (first, second) = seed
    var state = first ^ UInt64(truncatingIfNeeded: count)
    let bytes = UnsafeRawPointer(start)
    var offset = 0
    while count - offset >= 8 {
      state = fold(state ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), second)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < count {
      rest = rest << 8 | UInt64(start[offset])
      offset += 1
    }
    return fold(fold(state ^ rest, second), first | 1)
  }

  /// Returns the hash of a number.
  package static func hash(_ value: UInt64) -> UInt64 { fold(fold(value ^ seed.0, seed.1 | 1), seed.0 | 1) }

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return high ^ low
  }
}

/// Keys in the order of their first occurrence.
package struct KeyCollection {
  package private(set) var texts: [String] = []
  private var indices: [ExactString: Int] = [:]

  package init() {}

  package mutating func indices(_ keys: [String]) -> [Int] {
    var result: [Int] = []
    for key in keys { result.append(index(key)) }
    return result
  }

  @inline(never)
  package mutating func index(_ key: String) -> Int {
    if let index = indices[ExactString(key)] { return index }
    indices[ExactString(key)] = texts.count
    texts.append(key)
    return texts.count - 1
  }
}
