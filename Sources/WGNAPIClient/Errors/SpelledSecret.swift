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

  /// The first byte of its first character in UTF-8; nil if it is empty.
  var firstByte: UInt8? { texts.first?.utf8.first }

  /// The first bytes of all spellings of its first character, except escapes.
  var firstBytes: [UInt8] {
    guard let byte = firstByte else { return [] }
    return ignoresCase && byte.isLetter ? [byte, byte ^ 0x20] : [byte]
  }

  /// Returns the end of the secret that begins at `index`; nil if there is none.
  @inline(never)
  func end(in text: [UInt8], from index: Int) -> Int? {
    if isWord, plain.first.map(Self.isWordByte) == true, Self.isWithinWord(text, before: index) { return nil }
    let endsWord = isWord && plain.last.map(Self.isWordByte) == true
    var longest: Int?
    func check(_ end: Int) {
      let isEnd = !endsWord || end >= text.count || !Self.isWordByte(text[end])
      if isEnd, end > longest ?? -1 { longest = end }
    }
    let ends = ends(in: text, from: index)
    if let first = ends.first { check(first) }
    for other in ends.others { check(other) }
    return longest
  }

  /// Possible ends. There is rarely more than one, so nothing is allocated for most texts.
  private struct Ends {
    var first: Int?
    var others: [Int] = []

    mutating func add(_ end: Int) {
      if first == nil {
        first = end
      } else if end != first, !others.contains(end) {
        others.append(end)
      }
    }
  }

  /// Returns all possible ends.
  ///
  /// An escape may begin with the character it encodes (`&` and `&amp;`), so every possible end of the
  /// characters so far is followed.
  private func ends(in text: [UInt8], from index: Int) -> Ends {
    if let isThere = isSpelledPlainly(in: text, from: index) {
      return isThere ? Ends(first: index + plain.count) : Ends()
    }
    var ends = Ends(first: index)
    for number in scalars.indices {
      guard let first = ends.first else { break }
      var next = Ends()
      addEnds(of: number, at: first, in: text, to: &next)
      for other in ends.others { addEnds(of: number, at: other, in: text, to: &next) }
      ends = next
    }
    return ends
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
  private func addEnds(of number: Int, at index: Int, in text: [UInt8], to ends: inout Ends) {
    guard index < text.count else { return }
    let (scalar, raw, byte, first) = (scalars[number], texts[number], plain[number], text[index])
    func add(_ length: Int?) {
      if let length { ends.add(index + length) }
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
    guard let reference = numericReference(at: index, in: text), reference.value == scalar.value else {
      return nil
    }
    return reference.length
  }

  /// Returns the number and the length of `&#…;`.
  private static func numericReference(at index: Int, in text: [UInt8]) -> (value: UInt32, length: Int)? {
    guard text.has("&#", at: index) else { return nil }
    let isHex = text.has("x", at: index + 2) || text.has("X", at: index + 2)
    let start = index + (isHex ? 3 : 2)
    // Leading zeros are allowed; no program writes more of them than this.
    var end = start
    while end < text.count, end < start + 13, text[end] != UInt8(ascii: ";") { end += 1 }
    guard end > start, text.has(";", at: end),
      let value = number(in: text, start, end - start, radix: isHex ? 16 : 10)
    else { return nil }
    return (value, end + 1 - index)
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

  // MARK: First bytes

  /// Returns the first byte in UTF-8 of the character that an escape at `index` means; nil if there is none.
  ///
  /// One look at an escape tells which secrets it may begin.
  static func meantByte(at index: Int, in text: [UInt8]) -> UInt8? {
    switch text[index] {
    case UInt8(ascii: "%"): number(in: text, index + 1, 2, radix: 16).map { UInt8(truncatingIfNeeded: $0) }
    case UInt8(ascii: "+"): UInt8(ascii: " ")
    case UInt8(ascii: "~"):
      text.has("~0", at: index) ? UInt8(ascii: "~") : text.has("~1", at: index) ? UInt8(ascii: "/") : nil
    case UInt8(ascii: "\\"): jsonByte(at: index, in: text)
    case UInt8(ascii: "&"): htmlByte(at: index, in: text)
    default: nil
    }
  }

  private static func jsonByte(at index: Int, in text: [UInt8]) -> UInt8? {
    guard index + 1 < text.count else { return nil }
    switch text[index + 1] {
    case UInt8(ascii: "u"): return number(in: text, index + 2, 4, radix: 16).map { firstByte(ofUnit: $0) }
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case let letter: return letter
    }
  }

  private static func htmlByte(at index: Int, in text: [UInt8]) -> UInt8? {
    if let reference = numericReference(at: index, in: text) {
      // Above the basic plane, as its first surrogate.
      let value = reference.value
      return firstByte(ofUnit: value < 0x1_0000 ? value : 0xD7C0 + value >> 10)
    }
    for (name, meant) in names where text.has(name, at: index) {
      return UInt8(truncatingIfNeeded: meant.value)
    }
    return nil
  }

  /// Returns the first byte in UTF-8 of the scalar that a unit of UTF-16 begins.
  private static func firstByte(ofUnit unit: UInt32) -> UInt8 {
    let byte: UInt32
    switch unit {
    case 0..<0x80: byte = unit
    case 0x80..<0x800: byte = 0xC0 | unit >> 6
    case 0xD800..<0xDC00: byte = 0xF0 | (unit - 0xD7C0) >> 8
    default: byte = 0xE0 | unit >> 12
    }
    return UInt8(truncatingIfNeeded: byte)
  }
}
