import WGNAPISupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Finds the index of a key by its bytes, with an immutable open-addressing hash table.
final class KeyIndex: @unchecked Sendable {
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

  init(_ keys: [String]) {
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
  func find(_ key: String) -> Int? {
    var key = key
    return key.withUTF8 { find($0) }
  }

  func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
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
