/// The order of keys in a document's objects: the key that followed another one in the last similar object is expected
/// after it in the next one.
///
/// It is created only if the keys of a document aren't in the order of the models or schemas.
struct KeyOrder: ~Copyable {
  /// For each model or schema, by its number: the index of the first expected key, and then the successor of each
  /// index.
  private var orders: UnsafeMutableBufferPointer<UnsafeMutablePointer<UInt32>?> = .init(start: nil, count: 0)

  /// The keys of models and schemas with higher numbers are looked up.
  private static var limit: Int { 1 << 16 }

  deinit {
    for order in orders { order?.deallocate() }
    orders.deallocate()
  }

  /// Returns the order recorded for a model or schema; nil if it is its own.
  @inline(__always)
  borrowing func successors(_ number: Int) -> UnsafeMutablePointer<UInt32>? {
    number < orders.count ? orders[number] : nil
  }

  /// Records that the key `index` followed the key before `position`, or came first if that is 0, and returns the order
  /// of the model or schema, which has `count` keys; nil if there is no room for it.
  @inline(never)
  mutating func learn(
    _ index: Int, at position: Int, number: Int, count: Int
  ) -> UnsafeMutablePointer<UInt32>? {
    guard number < Self.limit, count < Int(UInt32.max) else { return nil }
    if number >= orders.count { grow(to: number + 8) }
    let order = orders[number] ?? make(count: count)
    orders[number] = order
    order[position] = UInt32(truncatingIfNeeded: index)
    return order
  }

  private func make(count: Int) -> UnsafeMutablePointer<UInt32> {
    let order = UnsafeMutablePointer<UInt32>.allocate(capacity: count + 1)
    for index in 0...count { (order + index).initialize(to: UInt32(truncatingIfNeeded: index)) }
    return order
  }

  private mutating func grow(to needed: Int) {
    let larger = UnsafeMutableBufferPointer<UnsafeMutablePointer<UInt32>?>.allocate(capacity: needed)
    larger.initialize(repeating: nil)
    for index in orders.indices { larger[index] = orders[index] }
    orders.deallocate()
    orders = larger
  }
}
