/// A secret that is recognised in any spelling of its characters.
struct SpelledSecret: Hashable, Sendable {
  private let scalars: [Unicode.Scalar]

  init(_ secret: String) { scalars = Array(secret.unicodeScalars) }

  /// The bytes that its first character's spellings may begin with.
  var firstBytes: [UInt8] {
    guard let first = scalars.first else { return [] }
    return Array("\(first)".utf8.prefix(1)) + Array("%\\&~+".utf8)
  }

  /// Where the secret ends that begins at `index`; nil if there is none.
  ///
  /// An escape may begin as its character does (`&` and `&amp;`), so every place where the characters so far
  /// may end is followed up.
  func end(in text: [UInt8], from index: Int) -> Int? {
    var ends = [index]
    for scalar in scalars {
      var next: [Int] = []
      for end in ends {
        for length in Self.lengths(of: scalar, at: text[end...]) where !next.contains(end + length) {
          next.append(end + length)
        }
      }
      guard !next.isEmpty else { return nil }
      ends = next
    }
    return ends.max()
  }

  /// The lengths of the spellings of `scalar` that `text` begins with.
  private static func lengths(of scalar: Unicode.Scalar, at text: ArraySlice<UInt8>) -> [Int] {
    guard let first = text.first else { return [] }
    var lengths: [Int] = []
    let raw = UTF8.encode(scalar)
    if let raw, text.starts(with: raw) { lengths.append(raw.count) }
    switch first {
    case UInt8(ascii: "%"):
      if let raw, let length = percentLength(of: Array(raw), at: text) { lengths.append(length) }
    case UInt8(ascii: "+"):
      if scalar == " " { lengths.append(1) }
    case UInt8(ascii: "\\"):
      if let length = jsonLength(of: scalar, at: text) { lengths.append(length) }
    case UInt8(ascii: "~"):
      // JSON Pointer (RFC 6901, section 3).
      if scalar == "~" && text.starts(with: "~0".utf8) || scalar == "/" && text.starts(with: "~1".utf8) {
        lengths.append(2)
      }
    case UInt8(ascii: "&"):
      if let length = htmlLength(of: scalar, at: text) { lengths.append(length) }
    default: break
    }
    return lengths
  }

  private static func percentLength(of bytes: [UInt8], at text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    for byte in bytes {
      guard rest.first == UInt8(ascii: "%"),
        number(in: rest.dropFirst().prefix(2), radix: 16, digits: 2) == UInt32(byte)
      else { return nil }
      rest = rest.dropFirst(3)
    }
    return bytes.count * 3
  }

  private static func jsonLength(of scalar: Unicode.Scalar, at text: ArraySlice<UInt8>) -> Int? {
    guard let letter = text.dropFirst().first else { return nil }
    let meant: Unicode.Scalar
    switch letter {
    case UInt8(ascii: "u"):
      var rest = text
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        guard rest.starts(with: "\\u".utf8),
          number(in: rest.dropFirst(2).prefix(4), radix: 16, digits: 4) == UInt32(unit)
        else { return nil }
        rest = rest.dropFirst(6)
      }
      return rest.startIndex - text.startIndex
    case UInt8(ascii: "b"): meant = "\u{8}"
    case UInt8(ascii: "f"): meant = "\u{C}"
    case UInt8(ascii: "n"): meant = "\n"
    case UInt8(ascii: "r"): meant = "\r"
    case UInt8(ascii: "t"): meant = "\t"
    case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"):
      meant = Unicode.Scalar(letter)
    default: return nil
    }
    return meant == scalar ? 2 : nil
  }

  private static func htmlLength(of scalar: Unicode.Scalar, at text: ArraySlice<UInt8>) -> Int? {
    let names: [(String, Unicode.Scalar)] = [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
    ]
    if let name = names.first(where: { $0.1 == scalar && text.starts(with: $0.0.utf8) }) {
      return name.0.utf8.count
    }
    guard text.starts(with: "&#".utf8) else { return nil }
    var digits = text.dropFirst(2)
    let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
    if isHex { digits = digits.dropFirst() }
    // Leading zeros are allowed; more than these no program writes.
    let window = digits.prefix(13)
    guard let end = window.firstIndex(of: UInt8(ascii: ";")), end > digits.startIndex else { return nil }
    let code = number(in: digits[..<end], radix: isHex ? 16 : 10, digits: end - digits.startIndex)
    return code == scalar.value ? end + 1 - text.startIndex : nil
  }

  /// The number that exactly so many digits stand for; nil where it isn't one or is too large.
  private static func number(in text: ArraySlice<UInt8>, radix: UInt32, digits: Int) -> UInt32? {
    guard text.count == digits else { return nil }
    var result: UInt32 = 0
    for byte in text {
      guard let digit = digit(byte), digit < radix, result < 0x0100_0000 else { return nil }
      result = result * radix + digit
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
