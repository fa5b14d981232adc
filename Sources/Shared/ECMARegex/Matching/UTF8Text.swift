/// UTF-8 text that can be read in both directions, character by character.
///
/// Invalid UTF-8 is read as arbitrary characters, but never beyond the ends.
struct UTF8Text {
  let bytes: UnsafeBufferPointer<UInt8>

  var count: Int { bytes.count }

  /// The character at an index below `count`, and its length.
  @inline(__always)
  func character(at index: Int) -> (scalar: UInt32, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (UInt32(first), 1) }
    let length = Self.length(first)
    guard length > 1, length <= bytes.count - index else { return (0xFFFD, 1) }
    let second = UInt32(bytes[index + 1] & 0x3F)
    if length == 2 { return (UInt32(first & 0x1F) << 6 | second, 2) }
    let third = UInt32(bytes[index + 2] & 0x3F)
    if length == 3 { return (UInt32(first & 0x0F) << 12 | second << 6 | third, 3) }
    return (UInt32(first & 0x07) << 18 | second << 12 | third << 6 | UInt32(bytes[index + 3] & 0x3F), 4)
  }

  /// The character that ends before an index above zero, and its length.
  func character(before index: Int) -> (scalar: UInt32, length: Int) {
    var length = 1
    while length < 4, length < index, bytes[index - length] & 0xC0 == 0x80 { length += 1 }
    let (scalar, forward) = character(at: index - length)
    return forward == length ? (scalar, length) : (0xFFFD, 1)
  }

  /// The length of the character that begins with a byte.
  @inline(__always)
  static func length(_ first: UInt8) -> Int {
    if first < 0xC0 { return 1 }
    if first < 0xE0 { return 2 }
    return first < 0xF0 ? 3 : 4
  }
}
