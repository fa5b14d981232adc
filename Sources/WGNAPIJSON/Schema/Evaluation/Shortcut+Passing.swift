extension Shortcut {
  /// Passes a number, a boolean or null that is surely accepted; anything else is left where it is. White space has
  /// been passed.
  @inline(__always)
  func pass(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    var after = next
    switch kind {
    case .integer:
      if let value = JSONReader.plainInt64(&after, end), integers.contains(value) {
        next = after
        return true
      }
    case .number:
      if let value = JSONReader.plainDouble(&after, end),
        (doubles.lower < value && value < doubles.upper) || (value == 0 && integers.contains(0))
      {
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

  /// Four bytes, the first in the lowest.
  @inline(__always)
  private static func word(_ start: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
  }

  // MARK: Numbers

  /// Passes a number of any length without looking at its value.
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
      // The high bit of each byte that is no digit, up to the first such byte; carries spoil only what follows it.
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
  /// After an element that ended at `next`: whether another follows. The reader's position is set where none does.
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
