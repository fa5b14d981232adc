import WGNAPISupport

/// A string in a document, without its quotes.
@usableFromInline package struct StringSpan {
  package let start: UnsafePointer<UInt8>
  @usableFromInline package let count: Int
  @usableFromInline package let hasEscapes: Bool
  package let isASCII: Bool

  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
}

extension JSONReader {
  /// Reads an empty string if it is next; otherwise returns false and reads nothing.
  mutating func readEmptyText() -> Bool {
    guard nextByte() == UInt8(ascii: "\""), end - position >= 2, position[1] == UInt8(ascii: "\"") else {
      return false
    }
    position += 2
    return true
  }

  /// Reads a string.
  public mutating func readString() throws(JSONError) -> String {
    guard nextByte() == UInt8(ascii: "\"") else { throw mismatch("string") }
    return string(try scanString())
  }

  /// Skips a string, checking its UTF-8 and its escapes. The reader must be at the opening quote.
  package mutating func scanString() throws(JSONError) -> StringSpan {
    let start = position + 1
    var next = start
    var hasEscapes = false
    var isASCII = true
    while true {
      guard Self.passRun(&next, end, isASCII: &isASCII) else {
        // The slow path finds the error and its position.
        next = start
        break
      }
      guard next < end else { break }
      if next.pointee == UInt8(ascii: "\"") {
        position = next + 1
        return StringSpan(start: start, count: next - start, hasEscapes: hasEscapes, isASCII: isASCII)
      }
      guard next.pointee == UInt8(ascii: "\\"), end - next >= 2 else { break }
      hasEscapes = true
      switch next[1] {
      case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: next += 2
      default: next += try escapeLength(next)
      }
    }
    while true {
      next = Self.skipPlain(next, end)
      guard next < end else { throw error(.syntax, "unterminated string") }
      let byte = next.pointee
      if byte == UInt8(ascii: "\"") {
        position = next + 1
        return StringSpan(start: start, count: next - start, hasEscapes: hasEscapes, isASCII: isASCII)
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        next += try escapeLength(next)
      } else if byte < 0x20 {
        throw error(.syntax, "a control character must be escaped in a string", at: next - base)
      } else {
        isASCII = false
        // In text that isn't ASCII, such characters are seldom isolated.
        repeat {
          let length = Self.sequenceLength(next, end)
          guard length > 0 else { throw error(.syntax, "the string is not valid UTF-8", at: next - base) }
          next += length
        } while next < end && next.pointee >= 0x80
      }
    }
  }

  /// Returns the first byte from `next` on that is a quote, a backslash, a control character or, if
  /// requested, not ASCII, scanning eight bytes at a time.
  @inline(__always)
  static func skipPlain(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isASCII: Bool = true
  ) -> UnsafePointer<UInt8> {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var next = start
    while end - next >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let control = word &- (ones &* 0x20)
      let found =
        (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
          | (isASCII ? control | word : control & ~word)) & highs
      if found != 0 { return next + found.trailingZeroBitCount / 8 }
      next += 8
    }
    while next < end {
      let byte = next.pointee
      if byte < 0x20 || (isASCII && byte >= 0x80) || byte == 0x22 || byte == 0x5C { break }
      next += 1
    }
    return next
  }

  /// Returns the length of the valid multi-byte UTF-8 sequence at `next`, or 0 if there is none (Unicode,
  /// table 3-7).
  static func sequenceLength(_ next: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int {
    let left = end - next
    let first = next.pointee
    func continues(_ index: Int) -> Bool { next[index] & 0xC0 == 0x80 }
    switch first {
    case 0xC2...0xDF: return left >= 2 && continues(1) ? 2 : 0
    case 0xE0...0xEF:
      guard left >= 3, continues(1), continues(2) else { return 0 }
      if first == 0xE0, next[1] < 0xA0 { return 0 }
      if first == 0xED, next[1] > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard left >= 4, continues(1), continues(2), continues(3) else { return 0 }
      if first == 0xF0, next[1] < 0x90 { return 0 }
      if first == 0xF4, next[1] > 0x8F { return 0 }
      return 4
    default: return 0
    }
  }

  /// Returns the length of the escape at `next`. A surrogate must be followed by its other half.
  private func escapeLength(_ next: UnsafePointer<UInt8>) throws(JSONError) -> Int {
    guard end - next >= 2 else { throw error(.syntax, "unterminated string") }
    switch next[1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return 2
    case 0x75:
      guard let unit = codeUnit(next + 2) else {
        throw error(.syntax, "expected four hexadecimal digits", at: next - base)
      }
      guard UTF16.isSurrogate(unit) else { return 6 }
      if UTF16.isLeadSurrogate(unit), end - next >= 12, next[6] == 0x5C, next[7] == 0x75,
        let trail = codeUnit(next + 8), UTF16.isTrailSurrogate(trail)
      {
        return 12
      }
      throw error(.syntax, "unpaired surrogate", at: next - base)
    default: throw error(.syntax, "invalid escape", at: next - base)
    }
  }

  /// Returns the UTF-16 code unit with four hexadecimal digits.
  private func codeUnit(_ digits: UnsafePointer<UInt8>) -> UInt16? {
    guard end - digits >= 4 else { return nil }
    var unit: UInt16 = 0
    for index in 0..<4 {
      guard let digit = digits[index].hexadecimalValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Returns the text of a string that this reader has scanned.
  @inline(__always)
  package func string(_ span: StringSpan) -> String {
    if span.hasEscapes { return unescaped(span) }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) {
      // Scanning has validated the text. On older systems, the standard library does so again.
      return String(copying: UTF8Span(unchecked: span.bytes.span, isKnownASCII: span.isASCII))
    }
    return String(decoding: span.bytes, as: UTF8.self)
  }

  @inline(never)
  private func unescaped(_ span: StringSpan) -> String {
    // An escape is at least as long as its UTF-8, so there is always enough room.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) {
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: span.count) { output in
        let count = unescape(span, into: output)
        let text = UnsafeBufferPointer(rebasing: output[..<count])
        return String(copying: UTF8Span(unchecked: text.span))
      }
    }
    return String(unsafeUninitializedCapacity: span.count) { unescape(span, into: $0) }
  }

  /// Writes the text of a string to memory with room for its bytes.
  ///
  /// - Returns: The number of bytes written.
  private func unescape(_ span: StringSpan, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard var target = output.baseAddress, span.count <= output.count else { return 0 }
    let first = target
    var next = span.start
    let end = span.start + span.count
    while next < end {
      let plain = Self.skipUnescaped(next, end)
      target.update(from: next, count: plain - next)
      target += plain - next
      guard plain < end else { break }
      let (scalar, length) = unescape(plain)
      next = plain + length
      if scalar.isASCII {
        target.pointee = UInt8(truncatingIfNeeded: scalar.value)
        target += 1
      } else {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          target.pointee = byte
          target += 1
        }
      }
    }
    return target - first
  }

  /// Returns the first backslash from `next` on, scanning eight bytes at a time.
  @inline(__always)
  private static func skipUnescaped(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var next = start
    while end - next >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
      let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let found = (backslash &- 0x0101_0101_0101_0101) & ~backslash & 0x8080_8080_8080_8080
      if found != 0 { return next + found.trailingZeroBitCount / 8 }
      next += 8
    }
    while next < end, next.pointee != UInt8(ascii: "\\") { next += 1 }
    return next
  }

  /// Returns the character of a valid escape and the escape's length.
  private func unescape(_ next: UnsafePointer<UInt8>) -> (Unicode.Scalar, Int) {
    switch next[1] {
    case 0x62: return ("\u{8}", 2)
    case 0x66: return ("\u{C}", 2)
    case 0x6E: return ("\n", 2)
    case 0x72: return ("\r", 2)
    case 0x74: return ("\t", 2)
    case 0x75:
      let unit = codeUnit(next + 2) ?? 0
      guard UTF16.isLeadSurrogate(unit) else { return (Unicode.Scalar(unit) ?? "\u{FFFD}", 6) }
      let trail = codeUnit(next + 8) ?? 0xDC00
      let value = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(trail & 0x3FF))
      return (Unicode.Scalar(value) ?? "\u{FFFD}", 12)
    default: return (Unicode.Scalar(next[1]), 2)
    }
  }
}

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
