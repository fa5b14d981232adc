extension JSONReader {
  /// Skips a part of a string up to the quote, backslash or control character that ends it, eight bytes at a
  /// time and without a branch per character. Masks have the high bit set for each byte that they apply to.
  ///
  /// - Parameters:
  ///   - next: The beginning of the part, between characters. Afterwards its end or, if fewer than eight
  ///     bytes are left, the first character that wasn't checked.
  /// - Returns: false if the part isn't valid UTF-8 (Unicode, table 3-7); `next` is meaningless then.
  @inline(__always)
  static func passRun(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isASCII: inout Bool
  ) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    // Bytes at the beginning of the next eight that must be continuation bytes, that follow E0, and that
    // follow ED.
    var (mustContinue, afterE0, afterED): (UInt64, UInt64, UInt64) = (0, 0, 0)
    while end - next >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let control = (word &- (ones &* 0x20)) & ~word
      let stops = (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | control) & highs
      let length = stops.trailingZeroBitCount >> 3
      if !isASCII || word & highs != 0 {
        isASCII = false
        let leads = word & (word << 1) & highs
        let leadsOfThree = leads & (word << 2)
        let leadsOfFour = leadsOfThree & (word << 3)
        let continues = word & ~(word << 1) & highs
        let expected = mustContinue | leads << 8 | leadsOfThree << 16 | leadsOfFour << 24
        let (e0, ed) = (zeros(word ^ (ones &* 0xE0)), zeros(word ^ (ones &* 0xED)))
        let faults =
          (continues ^ expected) | zeros((word & (ones &* 0xFE)) ^ (ones &* 0xC0))
          | ((afterE0 | e0 << 8) & ~(word << 2)) | ((afterED | ed << 8) & (word << 2))
        if faults != 0, faults.trailingZeroBitCount >> 3 <= length { return false }
        if leadsOfFour != 0, !isValid(leadsOfFour, before: length, next, end) { return false }
        mustContinue = leads >> 56 | leadsOfThree >> 48 | leadsOfFour >> 40
        (afterE0, afterED) = (e0 >> 56, ed >> 56)
      }
      next += length
      if stops != 0 { return true }
    }
    // The last character may be incomplete: check it again.
    if !isASCII, next[-1] >= 0x80 {
      next -= 1
      while next.pointee & 0xC0 == 0x80 { next -= 1 }
    }
    return true
  }

  /// Returns the bytes that are zero.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((word & lows) &+ lows) | word | lows)
  }

  /// Returns whether four-byte sequences, which are rare, are valid.
  @inline(never)
  private static func isValid(
    _ leads: UInt64, before length: Int, _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    var leads = leads
    while leads != 0 {
      let index = leads.trailingZeroBitCount >> 3
      guard index < length else { return true }
      guard sequenceLength(start + index, end) == 4 else { return false }
      leads &= leads - 1
    }
    return true
  }
}
