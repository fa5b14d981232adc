extension StringSpan {
  /// Returns whether the length in code points is within bounds.
  @inlinable @inline(__always)
  package func isLength(in bounds: Bounds<Int>) -> Bool {
    // Each code point has one to four bytes, or up to twelve with escapes. For most texts, this is
    // sufficient.
    let fewest = hasEscapes ? (count + 11) / 12 : (count + 3) >> 2
    if count <= bounds.upper, fewest >= bounds.lower { return true }
    return bounds.contains(codePointCount)
  }

  /// The number of code points.
  @usableFromInline package var codePointCount: Int {
    var result = 0
    var next = start
    let end = start + count
    while next < end {
      guard next.pointee == UInt8(ascii: "\\") else {
        if next.pointee & 0xC0 != 0x80 { result += 1 }
        next += 1
        continue
      }
      // Scanning has checked that escapes are complete. The second half of a surrogate pair belongs to the first.
      let isUnicode = next[1] == UInt8(ascii: "u")
      let isTrail =
        isUnicode && next[2] | 0x20 == UInt8(ascii: "d") && next[3] | 0x20 >= UInt8(ascii: "c")
      if !isTrail { result += 1 }
      next += isUnicode ? 6 : 2
    }
    return result
  }
}
