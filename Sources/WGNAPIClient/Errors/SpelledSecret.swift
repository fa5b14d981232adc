/// A secret, or a piece or an encoding of one, in any spelling of its characters.
struct SpelledSecret: Hashable, Sendable {
  private let scalars: [Unicode.Scalar]
  /// The bytes of the ASCII scalars; 0xFF, which never occurs in text, for the others.
  private let plain: [UInt8]
  private let ignoresCase: Bool
  private let isWord: Bool

  /// Creates a secret.
  ///
  /// - Parameters:
  ///   - ignoresCase: Whether to ignore the case of ASCII letters.
  ///   - isWord: Whether to recognize it only if no letter, digit or `_` precedes or follows it.
  init(_ secret: String, ignoresCase: Bool = false, isWord: Bool = false) {
    scalars = Array(secret.unicodeScalars)
    plain = scalars.map { $0.isASCII ? UInt8(truncatingIfNeeded: $0.value) : 0xFF }
    self.ignoresCase = ignoresCase
    self.isWord = isWord
  }

  /// The first bytes of all spellings of its first character.
  var firstBytes: [UInt8] {
    guard let first = scalars.first else { return [] }
    let bytes = Array("\(first)".utf8.prefix(1)) + Array("%\\&~+".utf8)
    guard ignoresCase, let byte = bytes.first, byte.isLetter else { return bytes }
    return bytes + [byte ^ 0x20]
  }

  /// Returns the end of the secret that begins at `index`; nil if there is none.
  func end(in text: [UInt8], from index: Int) -> Int? {
    if isWord, plain.first.map(Self.isWordByte) == true, Self.isWithinWord(text, before: index) { return nil }
    let ends = ends(in: text, from: index)
    guard isWord, plain.last.map(Self.isWordByte) == true else { return ends.max() }
    return ends.filter { $0 >= text.count || !Self.isWordByte(text[$0]) }.max()
  }

  /// Returns all possible ends.
  ///
  /// An escape may begin with the character it encodes (`&` and `&amp;`), so every possible end of the
  /// characters so far is followed.
  private func ends(in text: [UInt8], from index: Int) -> [Int] {
    if let isThere = isSpelledPlainly(in: text, from: index) { return isThere ? [index + plain.count] : [] }
    guard let first = scalars.first else { return [index] }
    // Most escapes encode other characters; nothing is allocated for them.
    var ends: [Int] = []
    addEnds(of: first, at: index, in: text, to: &ends)
    for scalar in scalars.dropFirst() {
      var next: [Int] = []
      for end in ends { addEnds(of: scalar, at: end, in: text, to: &next) }
      guard !next.isEmpty else { return [] }
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
    if index >= 2, text[index - 2] == UInt8(ascii: "\\") { return false }
    if index >= 6, text[index - 6] == UInt8(ascii: "\\"), text[index - 5] == UInt8(ascii: "u") {
      return false
    }
    return true
  }

  // MARK: Spellings

  /// Adds the ends of all spellings of `scalar` that begin at `index`, each once.
  private func addEnds(of scalar: Unicode.Scalar, at index: Int, in text: [UInt8], to ends: inout [Int]) {
    guard index < text.count else { return }
    let first = text[index]
    func add(_ length: Int?) {
      if let length, !ends.contains(index + length) { ends.append(index + length) }
    }
    let raw = UTF8.encode(scalar)
    if let raw, raw.first == first, text[index...].starts(with: raw) { add(raw.count) }
    if ignoresCase, scalar.isASCII, let byte = raw?.first, byte.isLetter, first == byte ^ 0x20 { add(1) }
    switch first {
    case UInt8(ascii: "%"): add(raw.flatMap { Self.percentLength(of: $0, at: text[index...]) })
    case UInt8(ascii: "+"): add(scalar == " " ? 1 : nil)
    case UInt8(ascii: "\\"): add(Self.jsonLength(of: scalar, at: text[index...]))
    case UInt8(ascii: "~"):
      // JSON Pointer (RFC 6901, section 3).
      let digit = scalar == "~" ? UInt8(ascii: "0") : scalar == "/" ? UInt8(ascii: "1") : nil
      if let digit, index + 1 < text.count, text[index + 1] == digit { add(2) }
    case UInt8(ascii: "&"): add(Self.htmlLength(of: scalar, at: text[index...]))
    default: break
    }
  }

  private static func percentLength(of bytes: some Collection<UInt8>, at text: ArraySlice<UInt8>) -> Int? {
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

  private static let names: [(String, Unicode.Scalar)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
  ]

  private static func htmlLength(of scalar: Unicode.Scalar, at text: ArraySlice<UInt8>) -> Int? {
    if let name = names.first(where: { $0.1 == scalar && text.starts(with: $0.0.utf8) }) {
      return name.0.utf8.count
    }
    guard text.starts(with: "&#".utf8) else { return nil }
    var digits = text.dropFirst(2)
    let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
    if isHex { digits = digits.dropFirst() }
    // Leading zeros are allowed; no program writes more of them than this.
    let window = digits.prefix(13)
    guard let end = window.firstIndex(of: UInt8(ascii: ";")), end > digits.startIndex else { return nil }
    let code = number(in: digits[..<end], radix: isHex ? 16 : 10, digits: end - digits.startIndex)
    return code == scalar.value ? end + 1 - text.startIndex : nil
  }

  /// Returns the number that exactly this many digits represent; nil if the text isn't a number or is too
  /// large.
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
