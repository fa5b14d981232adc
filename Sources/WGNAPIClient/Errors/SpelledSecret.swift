import WGNAPISupport

/// A secret, or a piece or an encoding of one, in any spelling of its characters.
struct SpelledSecret: Sendable {
  private let scalars: [Unicode.Scalar]
  /// The scalars as texts.
  private let texts: [String]
  /// The bytes of the ASCII scalars; 0xFF, which never occurs in text, for the others.
  private let plain: [UInt8]
  private let ignoresCase: Bool
  private let isWord: Bool

  /// Creates a secret.
  ///
  /// - Parameters:
  ///   - ignoresCase: Whether to ignore the case of ASCII letters.
  ///   - isWord: Whether to recognize it only if no letter, digit or `_` precedes or follows it.
  init(_ secret: [Unicode.Scalar], ignoresCase: Bool = false, isWord: Bool = false) {
    scalars = secret
    texts = secret.map { String($0) }
    plain = secret.map { $0.isASCII ? UInt8(truncatingIfNeeded: $0.value) : 0xFF }
    self.ignoresCase = ignoresCase
    self.isWord = isWord
  }

  /// The first bytes of all spellings of its first character.
  var firstBytes: [UInt8] {
    guard let first = texts.first, let byte = first.utf8.first else { return [] }
    var bytes = "%\\&~+".bytes
    bytes.append(byte)
    if ignoresCase, byte.isLetter { bytes.append(byte ^ 0x20) }
    return bytes
  }

  /// Returns the end of the secret that begins at `index`; nil if there is none.
  @inline(never)
  func end(in text: [UInt8], from index: Int) -> Int? {
    if isWord, plain.first.map(Self.isWordByte) == true, Self.isWithinWord(text, before: index) { return nil }
    let endsWord = isWord && plain.last.map(Self.isWordByte) == true
    var longest: Int?
    for end in ends(in: text, from: index) {
      let isEnd = !endsWord || end >= text.count || !Self.isWordByte(text[end])
      if isEnd, end > longest ?? -1 { longest = end }
    }
    return longest
  }

  /// Returns all possible ends.
  ///
  /// An escape may begin with the character it encodes (`&` and `&amp;`), so every possible end of the
  /// characters so far is followed.
  private func ends(in text: [UInt8], from index: Int) -> [Int] {
    if let isThere = isSpelledPlainly(in: text, from: index) { return isThere ? [index + plain.count] : [] }
    // Most escapes encode other characters; nothing is allocated for them.
    var ends: [Int] = []
    for number in scalars.indices {
      var next: [Int] = []
      if number == 0 {
        addEnds(of: 0, at: index, in: text, to: &next)
      } else {
        for end in ends { addEnds(of: number, at: end, in: text, to: &next) }
      }
      guard !next.isEmpty else { return [] }
      ends = next
    }
    return scalars.isEmpty ? [index] : ends
  }

  /// Returns whether the secret occurs character by character; nil if escapes may be involved. Most texts
  /// differ from a secret in its first few characters.
  private func isSpelledPlainly(in text: [UInt8], from index: Int) -> Bool? {
    var position = index
    for byte in plain {
      guard position < text.count else { return false }
      let found = text[position]
      switch found {
      case UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "+"):
        return nil
      default: break
      }
      if byte == 0xFF { return nil }
      guard found == byte || ignoresCase && byte.isLetter && found == byte ^ 0x20 else { return false }
      position += 1
    }
    return true
  }

  // MARK: Words

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_")
  }

  /// Returns whether a letter, a digit or `_` precedes; the end of an escape (`%20`, `\n`, `\u0022`) doesn't
  /// count.
  private static func isWithinWord(_ text: [UInt8], before index: Int) -> Bool {
    guard index > 0, isWordByte(text[index - 1]) else { return false }
    let isPercent = index >= 3 && text[index - 3] == UInt8(ascii: "%") && text[index - 2].isHexadecimal
    if isPercent, text[index - 1].isHexadecimal { return false }
    return !text.has("\\", at: index - 2) && !text.has("\\u", at: index - 6)
  }

  // MARK: Spellings

  /// Adds the ends of all spellings of a scalar that begin at `index`, each once.
  @inline(never)
  private func addEnds(of number: Int, at index: Int, in text: [UInt8], to ends: inout [Int]) {
    guard index < text.count else { return }
    let (scalar, raw, byte, first) = (scalars[number], texts[number], plain[number], text[index])
    func add(_ length: Int?) {
      if let length, !ends.contains(index + length) { ends.append(index + length) }
    }
    if text.has(raw, at: index) { add(raw.utf8.count) }
    if ignoresCase, byte.isLetter, first == byte ^ 0x20 { add(1) }
    switch first {
    case UInt8(ascii: "%"): add(Self.percentLength(of: raw, at: index, in: text))
    case UInt8(ascii: "+"): add(scalar == " " ? 1 : nil)
    case UInt8(ascii: "\\"): add(Self.jsonLength(of: scalar, at: index, in: text))
    case UInt8(ascii: "~"):
      // JSON Pointer (RFC 6901, section 3).
      let escape = scalar == "~" ? "~0" : scalar == "/" ? "~1" : nil
      if let escape, text.has(escape, at: index) { add(2) }
    case UInt8(ascii: "&"): add(Self.htmlLength(of: scalar, at: index, in: text))
    default: break
    }
  }

  private static func percentLength(of raw: String, at index: Int, in text: [UInt8]) -> Int? {
    var position = index
    for byte in raw.utf8 {
      guard text.has("%", at: position), number(in: text, position + 1, 2, radix: 16) == UInt32(byte) else {
        return nil
      }
      position += 3
    }
    return position - index
  }

  private static func jsonLength(of scalar: Unicode.Scalar, at index: Int, in text: [UInt8]) -> Int? {
    guard index + 1 < text.count else { return nil }
    let letter = text[index + 1]
    let meant: Unicode.Scalar
    switch letter {
    case UInt8(ascii: "u"):
      let value = scalar.value
      let units = value < 0x1_0000 ? [value] : [0xD7C0 + value >> 10, 0xDC00 | value & 0x3FF]
      var position = index
      for unit in units {
        guard text.has("\\u", at: position), number(in: text, position + 2, 4, radix: 16) == unit else {
          return nil
        }
        position += 6
      }
      return position - index
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

  private static let names: [(String, Unicode.Scalar)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
  ]

  private static func htmlLength(of scalar: Unicode.Scalar, at index: Int, in text: [UInt8]) -> Int? {
    for (name, meant) in names where meant == scalar && text.has(name, at: index) { return name.utf8.count }
    guard text.has("&#", at: index) else { return nil }
    let isHex = text.has("x", at: index + 2) || text.has("X", at: index + 2)
    let start = index + (isHex ? 3 : 2)
    // Leading zeros are allowed; no program writes more of them than this.
    var end = start
    while end < text.count, end < start + 13, text[end] != UInt8(ascii: ";") { end += 1 }
    guard end > start, text.has(";", at: end),
      number(in: text, start, end - start, radix: isHex ? 16 : 10) == scalar.value
    else { return nil }
    return end + 1 - index
  }

  /// Returns the number that exactly this many digits represent; nil if the text isn't a number or is too
  /// large.
  @inline(never)
  private static func number(in text: [UInt8], _ start: Int, _ digits: Int, radix: UInt32) -> UInt32? {
    guard digits <= text.count - start else { return nil }
    var result: UInt32 = 0
    for index in start..<start + digits {
      guard let digit = PercentEncoding.hexValue(text[index]), result < 0x0100_0000 else { return nil }
      guard UInt32(digit) < radix else { return nil }
      result = result * radix + UInt32(digit)
    }
    return result
  }
}
