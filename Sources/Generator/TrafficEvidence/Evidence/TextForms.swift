/// What a text looks like.
package struct TextForms: OptionSet {
  package let rawValue: UInt16

  /// Digits, perhaps after a sign, in 64 bits.
  package static let integer = TextForms(rawValue: 1)
  /// A number with a fraction.
  package static let decimal = TextForms(rawValue: 2)
  /// `true` or `false`.
  package static let boolean = TextForms(rawValue: 4)
  /// RFC 3339, with a time zone.
  package static let dateTime = TextForms(rawValue: 8)
  /// `2026-11-20`.
  package static let date = TextForms(rawValue: 16)
  /// An absolute URL of a web server.
  package static let url = TextForms(rawValue: 32)
  package static let uuid = TextForms(rawValue: 64)
  package static let email = TextForms(rawValue: 128)
  /// A word as programs use it: `in_transit`, `AT-SPG`.
  package static let word = TextForms(rawValue: 256)
  /// Hexadecimal digits as of a hash, or letters and digits that nobody chose.
  package static let random = TextForms(rawValue: 512)

  package static let all: [TextForms] = [
    .integer, .decimal, .boolean, .dateTime, .date, .url, .uuid, .email, .word, .random,
  ]

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package init(_ text: String) {
    var text = text
    self = text.withUTF8 { TextForms($0) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self = []
    guard let first = bytes.first, bytes.count <= 4096 else { return }
    if bytes.count <= 20, Self.isInteger(bytes) { insert(.integer) }
    if bytes.count <= 40, Self.isDecimal(bytes) { insert(.decimal) }
    if bytes.elementsEqual("true".utf8) || bytes.elementsEqual("false".utf8) { insert(.boolean) }
    if bytes.count == 36, Self.isUUID(bytes) { insert(.uuid) }
    if bytes.count >= 10, first.isDigit, Self.isDate(bytes.prefix(10)) {
      if bytes.count == 10 { insert(.date) } else if Self.isTime(bytes.dropFirst(10)) { insert(.dateTime) }
    }
    if bytes.starts(with: "http".utf8), Self.isURL(bytes) { insert(.url) }
    if bytes.contains(UInt8(ascii: "@")), Self.isEmail(bytes) { insert(.email) }
    if Self.isWord(bytes) { insert(.word) }
    if Self.isRandom(bytes) { insert(.random) }
  }

  private static func isInteger(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return false }
    // A number with zeros before it is a code.
    if digits.count > 1, digits.first == UInt8(ascii: "0") { return false }
    return digits.count <= 18 || Int64(String(decoding: bytes, as: UTF8.self)) != nil
  }

  private static func isDecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    guard digits.first?.isDigit == true, let point = digits.firstIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    let fraction = digits[(point + 1)...]
    return !fraction.isEmpty && digits[..<point].allSatisfy(\.isDigit) && fraction.allSatisfy(\.isDigit)
  }

  /// Whether a client that reads a number from a text would write the same text. `1.0` would become `1`.
  static func isWrittenByClients(number text: String) -> Bool {
    if Int64(text)?.description == text { return true }
    return text.utf8.contains(UInt8(ascii: ".")) && !text.hasSuffix(".0")
      && Double(text)?.description == text
  }

  private static func isUUID(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.enumerated().allSatisfy { place, byte in
      [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : byte.isHexDigit
    }
  }

  private static func isDate(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let text = Array(bytes)
    guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return false }
    guard [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ text[$0].isDigit }) else { return false }
    func number(_ range: Range<Int>) -> Int { text[range].reduce(0) { $0 * 10 + Int($1) - 48 } }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    guard (1...12).contains(month), day >= 1 else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return day <= days[month - 1]
  }

  /// `T12:30:00Z`, with a fraction or without, and with a time zone.
  private static func isTime(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let text = Array(bytes)
    guard text.count >= 10, text[0] == UInt8(ascii: "T"), text[3] == UInt8(ascii: ":") else { return false }
    guard text[6] == UInt8(ascii: ":"), [1, 2, 4, 5, 7, 8].allSatisfy({ text[$0].isDigit }) else {
      return false
    }
    func number(_ start: Int) -> Int { Int(text[start]) * 10 + Int(text[start + 1]) - 528 }
    guard number(1) < 24, number(4) < 60, number(7) < 60 else { return false }
    var rest = text[9...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { $0.isDigit }
      guard !digits.isEmpty else { return false }
      rest = rest[digits.endIndex...]
    }
    if rest.elementsEqual("Z".utf8) { return true }
    let zone = Array(rest)
    return zone.count == 6 && (zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"))
      && zone[3] == UInt8(ascii: ":") && [1, 2, 4, 5].allSatisfy { zone[$0].isDigit }
  }

  private static func isURL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let rest: Slice<UnsafeBufferPointer<UInt8>>
    if bytes.starts(with: "https://".utf8) {
      rest = bytes.dropFirst(8)
    } else if bytes.starts(with: "http://".utf8) {
      rest = bytes.dropFirst(7)
    } else {
      return false
    }
    guard let first = rest.first, first.isWordByte else { return false }
    return rest.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
  }

  private static func isEmail(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, bytes.count <= 254 else { return false }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.count > 1
      && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: "-") } }
      && parts[0].allSatisfy { $0.isWordByte || "._%+-".utf8.contains($0) }
  }

  private static func isWord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= 32, let first = bytes.first, let last = bytes.last, first.isASCIILetter else {
      return false
    }
    return last.isWordByte && bytes.allSatisfy { $0.isWordByte || "-./:".utf8.contains($0) }
  }

  /// Whether letters and digits take turns three times in a part of a short text, as in `7f3k2p`: a code that somebody was given.
  package static func isCode(_ text: String) -> Bool {
    text.utf8.split { !$0.isDigit && !$0.isASCIILetter }.contains { part in
      (5...11).contains(part.count)
        && zip(part, part.dropFirst()).count { $0.isDigit != $1.isDigit } >= 3
    }
  }

  /// Whether letters and digits follow each other as they don't in words.
  private static func isRandom(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 12,
      bytes.allSatisfy({ $0.isWordByte || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") })
    else { return false }
    return isAlternating(bytes) || hasOddWords(bytes)
  }

  /// Whether digits and letters alternate, or all are hexadecimal digits.
  private static func isAlternating(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = bytes.count { $0.isDigit }
    guard digits >= 3, digits < bytes.count else { return false }
    if bytes.count >= 16, bytes.allSatisfy(\.isHexDigit) { return true }
    var changes = 0
    for (left, right) in zip(bytes, bytes.dropFirst()) {
      let isLower = (0x61...0x7A).contains(left) && (0x41...0x5A).contains(right)
      if left.isDigit != right.isDigit && left.isASCIILetter != right.isASCIILetter || isLower {
        changes += 1
      }
    }
    return changes * 5 >= bytes.count && (bytes.count >= 16 || changes >= 5)
  }

  /// Whether a mixed-case text looks random, because many of its words lack vowels: `HtJvaYALubyNLOidOOvDwR`, unlike
  /// `getUserByName`.
  private static func hasOddWords(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.contains(where: \.isLowercase), bytes.contains(where: \.isUppercase) else { return false }
    let words = words(bytes).filter { $0.first?.isASCIILetter == true && !isVersion($0) }
    let odd = words.count { word in !word.contains { "aeiouy".utf8.contains($0 | 0x20) } }
    guard words.count >= 4 else { return false }
    return bytes.count >= 16
      ? odd * 3 >= words.count : odd * 2 >= words.count && bytes.contains(where: \.isDigit)
  }

  /// The parts of a text: `getUser17` has `get`, `User` and `17`.
  private static func words(_ bytes: UnsafeBufferPointer<UInt8>) -> [Slice<UnsafeBufferPointer<UInt8>>] {
    var words: [Slice<UnsafeBufferPointer<UInt8>>] = []
    var start = 0
    for place in bytes.indices.dropFirst() {
      let (left, right) = (bytes[place - 1], bytes[place])
      guard left.isASCIILetter != right.isASCIILetter || left.isLowercase && right.isUppercase else {
        continue
      }
      words.append(bytes[start..<place])
      start = place
    }
    return words + [bytes[start...]]
  }

  /// Whether it is the `v` of `v2`.
  private static func isVersion(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    word.count == 1 && word.allSatisfy { $0 | 0x20 == UInt8(ascii: "v") }
  }
}

extension UInt8 {
  package var isDigit: Bool { (0x30...0x39).contains(self) }
  package var isASCIILetter: Bool { isUppercase || isLowercase }
  var isUppercase: Bool { (0x41...0x5A).contains(self) }
  var isLowercase: Bool { (0x61...0x7A).contains(self) }
  var isHexDigit: Bool { isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self) }
  /// Whether a name of a header field may have it.
  var isTokenByte: Bool { isDigit || isASCIILetter || "!#$%&'*+-.^_`|~".utf8.contains(self) }
  package var isWordByte: Bool { isDigit || isASCIILetter || self == UInt8(ascii: "_") }
}
