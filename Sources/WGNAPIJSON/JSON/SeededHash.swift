/// Hashes of bytes with a seed chosen once per process.
enum SeededHash {
  private static let seed = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))

  /// Combines eight bytes at a time by multiplication with secret values.
  static func hash(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
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
  static func hash(_ value: UInt64) -> UInt64 { fold(fold(value ^ seed.0, seed.1 | 1), seed.0 | 1) }

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return high ^ low
  }
}
