/// The order of keys in a document's objects, by table: the key that followed another one in the last object
/// is expected after it in the next one.
///
/// It is created only if the keys of a document aren't in the models' order.
struct KeyOrder: ~Copyable {
  /// For each table, by its number: the index of the first expected key, and then the successor of each
  /// index.
  private var tables: UnsafeMutableBufferPointer<UnsafeMutablePointer<UInt32>?> = .init(start: nil, count: 0)

  deinit {
    for successors in tables { successors?.deallocate() }
    tables.deallocate()
  }

  /// Returns the order of a table's keys; nil if it is the table's own.
  @inline(__always)
  borrowing func successors(ofTable number: Int) -> UnsafeMutablePointer<UInt32>? {
    number < tables.count ? tables[number] : nil
  }

  /// Begins to record the order of a table with `count` keys.
  mutating func learn(table number: Int, count: Int) -> UnsafeMutablePointer<UInt32> {
    if let successors = successors(ofTable: number) { return successors }
    if number >= tables.count { grow(to: number + 8) }
    let successors = UnsafeMutablePointer<UInt32>.allocate(capacity: count + 1)
    for index in 0...count { (successors + index).initialize(to: UInt32(truncatingIfNeeded: index)) }
    tables[number] = successors
    return successors
  }

  private mutating func grow(to needed: Int) {
    let larger = UnsafeMutableBufferPointer<UnsafeMutablePointer<UInt32>?>.allocate(capacity: needed)
    larger.initialize(repeating: nil)
    for index in tables.indices { larger[index] = tables[index] }
    tables.deallocate()
    tables = larger
  }
}
