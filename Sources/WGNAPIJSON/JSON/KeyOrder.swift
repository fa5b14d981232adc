/// The order in which a document has the keys of its objects, table by table: what followed a key in the last object
/// is expected after it in the next one.
///
/// A document whose keys come in the order of the models never makes one.
struct KeyOrder: ~Copyable {
  /// For each table that was met, by its number: the index expected first, and then what follows each index.
  private var tables: UnsafeMutableBufferPointer<UnsafeMutablePointer<UInt32>?> = .init(start: nil, count: 0)

  deinit {
    for successors in tables { successors?.deallocate() }
    tables.deallocate()
  }

  /// What is known of a table's order; nil where its keys came in their own.
  @inline(__always)
  borrowing func successors(ofTable number: Int) -> UnsafeMutablePointer<UInt32>? {
    number < tables.count ? tables[number] : nil
  }

  /// Begins to learn the order of a table with `count` keys.
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
