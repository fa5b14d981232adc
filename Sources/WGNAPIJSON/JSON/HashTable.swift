/// The positions of values by their hashes, from 0 in the order of insertion.
///
/// The values are kept by the user. A dictionary for each type of values would be a thousand lines of SIL for users to
/// compile. The hashes must have random seeds.
struct HashTable {
  private var hashes: [UInt64] = []
  /// A position plus one, or zero; at least a third of them are zero.
  private var slots: [Int] = []

  var count: Int { hashes.count }

  /// Calls `isEqual` with the positions of values that have a hash; returns the first for which it is true.
  @inline(__always)
  func first(_ hash: UInt64, where isEqual: (Int) -> Bool) -> Int? {
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
  mutating func insert(_ hash: UInt64) {
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

  mutating func removeAll() {
    hashes = []
    slots = []
  }
}
