/// A set of small numbers, such as the initialized fields of a value under construction.
@usableFromInline package struct FieldSet: ~Copyable {
  @usableFromInline var first: UInt64 = 0
  /// The numbers after the first 64.
  @usableFromInline let rest: UnsafeMutablePointer<UInt64>?

  package init(count: Int) {
    guard count > 64 else {
      rest = nil
      return
    }
    let words = (count - 1) / 64
    let rest = UnsafeMutablePointer<UInt64>.allocate(capacity: words)
    rest.initialize(repeating: 0, count: words)
    self.rest = rest
  }

  deinit { rest?.deallocate() }

  @inlinable @inline(__always)
  package borrowing func contains(_ index: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(index & 63)
    if index < 64 { return first & bit != 0 }
    return rest.map { $0[index / 64 - 1] & bit != 0 } ?? false
  }

  @inlinable @inline(__always)
  package mutating func insert(_ index: Int) {
    let bit: UInt64 = 1 << UInt64(index & 63)
    if index < 64 { first |= bit } else { rest?[index / 64 - 1] |= bit }
  }
}
