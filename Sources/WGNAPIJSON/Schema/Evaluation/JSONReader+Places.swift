/// A position in a document to return to.
struct Place: BitwiseCopyable {
  let position: UnsafePointer<UInt8>
  let depth: Int
}

extension JSONReader {
  /// The current position.
  var place: Place {
    @inline(__always) get { Place(position: position, depth: remainingDepth) }
  }

  /// Moves back to a position, to read from there again.
  @inline(__always)
  mutating func back(to place: Place) {
    goBack(to: place.position)
    remainingDepth = place.depth
  }

  /// Returns to a position after reading something before it again.
  @inline(__always)
  mutating func leave(to place: Place) {
    position = place.position
    remainingDepth = place.depth
  }

  /// Checks that the stack has enough room for applying a few more schemas.
  @inline(never)
  mutating func checkRoom() throws(JSONError) {
    let bounds = stack ?? .ofCurrentThread
    stack = bounds
    guard bounds.isNearlyExhausted else { return }
    throw error(
      .depthExceeded, "the stack is exhausted: schemas and values are nested too deep for this thread")
  }

  /// Checks that only white space is left.
  mutating func expectEnd() throws(JSONError) {
    skipWhitespace()
    if position != end { throw error(.syntax, "expected the end, found \(excerpt(from: offset))") }
  }

  // MARK: Passing tokens

  /// Skips an integer of up to eighteen digits without fraction and exponent. Returns nil, without skipping
  /// anything, if something else follows. White space must have been skipped.
  @inline(__always)
  mutating func passShortInteger() -> Int64? {
    var next = position
    let isNegative = next < end && next.pointee == UInt8(ascii: "-")
    if isNegative { next += 1 }
    let digits = next
    let limit = end - next > 18 ? next + 18 : end
    var value: Int64 = 0
    while next < limit {
      let digit = next.pointee &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ Int64(digit)
      next += 1
    }
    guard next > digits, digits.pointee != UInt8(ascii: "0") || next == digits + 1 else { return nil }
    if next < end {
      let byte = next.pointee
      if byte &- 0x30 < 10 || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") { return nil }
    }
    position = next
    return isNegative ? 0 &- value : value
  }

  /// Skips `null`, `true` or `false`, given its first byte.
  @inline(__always)
  mutating func passLiteral(_ first: UInt8) throws(JSONError) {
    if first == UInt8(ascii: "n") { _ = try readNull() } else { _ = try readBool() }
  }
}

extension StringSpan {
  /// Returns whether the length in code points is within bounds.
  @inline(__always)
  func isLength(in bounds: Bounds<Int>) -> Bool {
    // Each code point has one to four bytes, or up to twelve with escapes. For most texts, this is
    // sufficient.
    let fewest = hasEscapes ? (count + 11) / 12 : (count + 3) >> 2
    if count <= bounds.upper, fewest >= bounds.lower { return true }
    return bounds.contains(codePointCount)
  }

  /// The number of code points.
  var codePointCount: Int {
    var result = 0
    var next = start
    let end = start + count
    while next < end {
      let byte = next.pointee
      if byte == UInt8(ascii: "\\") {
        guard next + 1 < end, next[1] == UInt8(ascii: "u") else {
          next += 2
          result += 1
          continue
        }
        // The other half of a leading surrogate has been checked.
        let isLead =
          next + 3 < end && next[2] | 0x20 == UInt8(ascii: "d") && isLeadDigit(next[3])
        next += isLead ? 12 : 6
        result += 1
      } else {
        if byte & 0xC0 != 0x80 { result += 1 }
        next += 1
      }
    }
    return result
  }

  private func isLeadDigit(_ byte: UInt8) -> Bool {
    byte == 0x38 || byte == 0x39 || byte | 0x20 == 0x61 || byte | 0x20 == 0x62
  }
}

extension NumberSpan {
  /// Whether the number is an integer.
  var isInteger: Bool { isPlain || JSONNumber(scanned: text).isInteger }
}
