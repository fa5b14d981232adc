/// A scanner for a text, byte by byte, that never reads beyond its end.
@frozen @usableFromInline
package struct FormatScanner {
  @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
  @usableFromInline package var index: Int
  @usableFromInline package let end: Int

  @inlinable package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.init(bytes, 0..<bytes.count) }

  /// Creates a scanner for a part of a text.
  @inlinable package init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    index = max(range.lowerBound, 0)
    end = min(range.upperBound, bytes.count)
  }

  @inlinable package var isAtEnd: Bool { index >= end }
  @inlinable package var rest: Range<Int> { index..<max(index, end) }

  /// Returns the next byte, or one at a distance after it; nil at the end.
  @inlinable package func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < end ? bytes[index + distance] : nil
  }

  @inlinable package mutating func next() -> UInt8? {
    guard let byte = peek() else { return nil }
    index += 1
    return byte
  }

  @inlinable package mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = peek(), byte == UInt8(truncatingIfNeeded: character.value), character.isASCII else {
      return false
    }
    index += 1
    return true
  }

  /// Skips a letter, ignoring case.
  @inlinable package mutating func skip(letter: Unicode.Scalar) -> Bool {
    guard let byte = peek(), byte | 0x20 == UInt8(truncatingIfNeeded: letter.value | 0x20) else {
      return false
    }
    index += 1
    return true
  }

  /// Skips all bytes that are accepted, and returns their number.
  @inlinable package mutating func skip(while accepts: (UInt8) -> Bool) -> Int {
    let start = index
    while let byte = peek(), accepts(byte) { index += 1 }
    return index - start
  }

  /// Reads a number with this many decimal digits.
  @inlinable package mutating func number(digits count: Int) -> Int? {
    var value = 0
    for distance in 0..<count {
      guard let byte = peek(distance), byte.isDigit else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    index += count
    return value
  }

  /// Reads a time of day such as `08:49:37`, in seconds after midnight. A leap second (`:60`) is the same as the
  /// following second.
  @inline(__always)
  @inlinable package mutating func timeOfDay() -> (seconds: Int, isLeapSecond: Bool)? {
    guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":"),
      let second = number(digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return (hour * 3600 + minute * 60 + second, second == 60)
  }
}

extension UInt8 {
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable package var isHexadecimal: Bool { hexadecimalValue != nil }
  /// The value of a hexadecimal digit; nil for any other character.
  @inlinable package var hexadecimalValue: UInt8? {
    if isDigit { return self - 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
  /// Whether the byte is a `tchar` (RFC 9110, section 5.6.2).
  @inlinable package var isTokenByte: Bool { isDigit || isLetter || isTokenSign }

  @inline(never)
  @usableFromInline var isTokenSign: Bool { "!#$%&'*+-.^_`|~".utf8.contains(self) }
}
