/// A key in its most common form, `"key":`, to be compared with a document byte for byte.
struct WrittenKey: BitwiseCopyable {
  /// The text, followed by seven more readable bytes. Its owner is whoever made it.
  let bytes: UnsafePointer<UInt8>
  /// The length of the text; 0 if the key has escapes, which can be spelled differently.
  let count: Int

  /// Skips the key with quotes and colon if it is at `next`; otherwise returns false.
  @inline(__always)
  func pass(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
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

  @inline(__always)
  private func load(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    (start + offset).loadUnaligned(as: UInt64.self)
  }
}
