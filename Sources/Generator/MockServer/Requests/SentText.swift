/// A text as it was sent, and decoded.
struct SentText: Hashable {
  /// Percent-encoded, if its place in a request asks for that.
  var raw: String
  var decoded: String

  /// Text that isn't encoded.
  init(_ text: String) {
    raw = text
    decoded = text
  }

  /// - Parameter plusIsSpace: whether `+` is a space, as in queries and forms.
  init(percentEncoded raw: String, plusIsSpace: Bool) {
    self.raw = raw
    decoded = percentDecoded(raw, plusIsSpace: plusIsSpace)
  }
}

/// A name and a value in a query, a form or cookies.
struct TextPair: Hashable {
  var name: String
  var text: SentText

  /// The most pairs of a request, and the most values in one text, that the server reads.
  static let most = 10_000

  /// Whether a byte is in a text more often than a number of times. Stops as soon as that is known.
  static func has(_ byte: UInt8, moreThan most: Int, in text: some Collection<UInt8>) -> Bool {
    guard text.count > most else { return false }
    var count = 0
    for other in text where other == byte {
      count += 1
      if count > most { return true }
    }
    return false
  }

  /// The most commas in JSON that is a part or a field: more values take too much work to check.
  static let mostCommas = 100_000

  /// The pairs of a query or a form (URL Standard, section 5.1): one more than ``most`` if there are too many.
  static func pairs(of text: some StringProtocol) -> [TextPair] {
    text.utf8.split(separator: UInt8(ascii: "&"), maxSplits: most).map { pair in
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return TextPair(
        name: percentDecoded(String(decoding: parts[0], as: UTF8.self), plusIsSpace: true),
        text: SentText(
          percentEncoded: parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "", plusIsSpace: true)
      )
    }
  }
}

/// Replaces percent-encoded bytes. A `%` without two hexadecimal digits stays, and bytes that aren't UTF-8 become U+FFFD.
func percentDecoded(_ text: some StringProtocol, plusIsSpace: Bool) -> String {
  guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
    return String(text)
  }
  let bytes = Array(text.utf8)
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var position = 0
  while position < bytes.count {
    let byte = bytes[position]
    if byte == UInt8(ascii: "%"), position + 2 < bytes.count, let high = digit(bytes[position + 1]),
      let low = digit(bytes[position + 2])
    {
      result.append(high << 4 | low)
      position += 3
      continue
    }
    result.append(byte == UInt8(ascii: "+") && plusIsSpace ? UInt8(ascii: " ") : byte)
    position += 1
  }
  return String(decoding: result, as: UTF8.self)
}

/// The value of a hexadecimal digit.
private func digit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}
