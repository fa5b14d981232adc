import WGNAPISupport

extension FormatScanner {
  /// Skips a `%` followed by two hexadecimal digits.
  mutating func skipPercentEncoded() -> Bool {
    guard peek() == UInt8(ascii: "%"), peek(1)?.isHexadecimal == true, peek(2)?.isHexadecimal == true else {
      return false
    }
    index += 3
    return true
  }

  /// Reads the next character of UTF-8 text if it isn't ASCII.
  mutating func nonASCII() -> Unicode.Scalar? {
    guard let first = peek(), first >= 0xC0 else { return nil }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard length <= end - index else { return nil }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for distance in 1..<length { value = value << 6 | UInt32(bytes[index + distance] & 0x3F) }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    index += length
    return scalar
  }
}
