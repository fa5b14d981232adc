/// The order of keys in a document's objects: the key that followed another one in the last similar object is
/// expected after it in the next one. It is created only if the keys of a document aren't in the schemas'
/// order.
struct KeySequences: ~Copyable {
  /// For each object plan, by its number: the index of the first expected key, and then the successor of each
  /// index.
  private var sequences: UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>?
  private var count = 0

  /// The keys of plans with higher numbers are looked up.
  private static var limit: Int { 1 << 16 }

  deinit {
    for number in 0..<count { sequences?[number]?.deallocate() }
    sequences?.deallocate()
  }

  /// Returns the order recorded for a plan; nil if there is none.
  @inline(__always)
  func sequence(_ number: Int) -> UnsafeMutablePointer<Int32>? { number < count ? sequences?[number] : nil }

  /// Records that `index` followed `previous`, or came first if that is negative.
  @inline(never)
  mutating func learn(
    _ index: Int, after previous: Int, _ plan: UnsafeMutablePointer<ObjectPlan>
  ) -> UnsafeMutablePointer<Int32>? {
    let number = plan.pointee.number
    guard number < Self.limit, plan.pointee.count < Int(Int32.max) else { return nil }
    if number >= count { grow(to: number + 16) }
    let sequence = self.sequence(number) ?? make(plan)
    sequence[previous + 1] = Int32(truncatingIfNeeded: index)
    return sequence
  }

  private mutating func make(_ plan: UnsafeMutablePointer<ObjectPlan>) -> UnsafeMutablePointer<Int32> {
    let sequence = UnsafeMutablePointer<Int32>.allocate(capacity: plan.pointee.count + 1)
    for index in 0...plan.pointee.count {
      (sequence + index).initialize(to: Int32(truncatingIfNeeded: index))
    }
    sequences?[plan.pointee.number] = sequence
    return sequence
  }

  private mutating func grow(to needed: Int) {
    let larger = UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>.allocate(capacity: needed)
    larger.initialize(repeating: nil, count: needed)
    for number in 0..<count { larger[number] = sequences?[number] }
    sequences?.deallocate()
    sequences = larger
    count = needed
  }
}
