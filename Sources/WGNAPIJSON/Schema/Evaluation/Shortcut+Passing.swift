extension Shortcut {
  /// Skips a number, a boolean or null that is certainly accepted; otherwise returns false and skips nothing.
  /// White space must have been skipped.
  @inline(__always)
  func pass(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    var after = next
    switch kind {
    case .integer:
      if let value = JSONReader.plainInt64(&after, end), bounds.accepts(value) {
        next = after
        return true
      }
    case .number:
      if let value = JSONReader.plainDouble(&after, end), bounds.accepts(value) {
        next = after
        return true
      }
    case .anyNumber: if Self.passNumber(&next, end) { return true }
    case .boolean: if Self.passBoolean(&next, end) { return true }
    case .none, .string: break
    }
    return acceptsNull && Self.passNull(&next, end)
  }

  @inline(__always)
  private static func passNull(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    guard end - next >= 4, word(next) == 0x6C6C_756E else { return false }
    next += 4
    return true
  }

  @inline(__always)
  private static func passBoolean(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    guard end - next >= 5 else { return false }
    if word(next) == 0x6575_7274 {
      next += 4
      return true
    }
    guard next.pointee == UInt8(ascii: "f"), word(next + 1) == 0x6573_6C61 else { return false }
    next += 5
    return true
  }

  /// Returns four bytes as a word, the first in the lowest byte.
  @inline(__always)
  private static func word(_ start: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
  }

  // MARK: Numbers

  /// Skips a number of any length without computing its value.
  @inline(__always)
  private static func passNumber(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    var after = next
    guard after < end else { return false }
    if after.pointee == UInt8(ascii: "-") { after += 1 }
    let integer = after
    skipDigits(&after, end)
    guard after > integer, integer.pointee != UInt8(ascii: "0") || after == integer + 1 else { return false }
    if after < end, after.pointee == UInt8(ascii: ".") {
      after += 1
      let fraction = after
      skipDigits(&after, end)
      guard after > fraction else { return false }
    }
    if after < end, after.pointee | 0x20 == UInt8(ascii: "e") { return false }
    next = after
    return true
  }

  @inline(__always)
  private static func skipDigits(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    while end - next >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
      let digits = word ^ 0x3030_3030_3030_3030
      // Set the high bit of each byte that isn't a digit, up to the first one; carries affect only the bytes
      // after it.
      let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
      guard others == 0 else {
        next += others.trailingZeroBitCount >> 3
        return
      }
      next += 8
    }
    while next < end, Digits.isDigit(next.pointee) { next += 1 }
  }
}

extension JSONReader {
  /// Returns whether another element follows one that ended at `next`. If none does, sets the reader's
  /// position.
  @inline(__always)
  package mutating func continueArray(_ next: inout UnsafePointer<UInt8>) throws(JSONError) -> Bool {
    Self.skipWhitespace(&next, end)
    if next < end, next.pointee == UInt8(ascii: ",") {
      next += 1
      return true
    }
    position = next
    return try continueArray()
  }
}
