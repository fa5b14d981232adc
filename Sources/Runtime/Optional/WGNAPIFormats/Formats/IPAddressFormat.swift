import WGNAPISupport

/// `ipv4` (RFC 2673, section 3.2) and `ipv6` (RFC 4291, section 2.2).
enum IPAddressFormat {
  /// Returns whether the text is four decimal numbers up to 255 without leading zeros.
  static func acceptsV4(_ start: FormatScanner) -> Bool {
    var scanner = start
    for part in 0..<4 {
      guard part == 0 || scanner.skip(".") else { return false }
      var value = 0
      var count = 0
      while count < 3, let byte = scanner.peek(), byte.isDigit {
        value = value * 10 + Int(byte - 0x30)
        count += 1
        _ = scanner.next()
        // A number that begins with zero is only that zero.
        if value == 0 { break }
      }
      guard count > 0, value <= 255 else { return false }
    }
    return scanner.isAtEnd
  }

  /// Returns whether the text is eight groups of up to four hexadecimal digits. `::` may replace one or more
  /// groups of zeros once, and the last two groups may be an IPv4 address. Zones (`%eth0`) aren't allowed.
  static func acceptsV6(_ start: FormatScanner) -> Bool {
    var scanner = start
    var groups = 0
    var isCompressed = false
    if scanner.peek() == UInt8(ascii: ":") {
      guard scanner.skip(":"), scanner.skip(":") else { return false }
      isCompressed = true
      if scanner.isAtEnd { return true }
    }
    while groups < 8 {
      let group = scanner.rest
      let digits = scanner.skip(while: \.isHexadecimal)
      if scanner.peek() == UInt8(ascii: ".") {
        groups += 2
        return acceptsV4(FormatScanner(scanner.bytes, group)) && (isCompressed ? groups < 8 : groups == 8)
      }
      guard 1...4 ~= digits else { return false }
      groups += 1
      if scanner.isAtEnd { return isCompressed ? groups < 8 : groups == 8 }
      guard scanner.skip(":") else { return false }
      if scanner.skip(":") {
        guard !isCompressed else { return false }
        isCompressed = true
        if scanner.isAtEnd { return groups < 8 }
      }
    }
    return false
  }
}
