/// How secrets may stand in a text: in any spelling of their characters, and encoded.
///
/// A short secret may be an ordinary word (`demo`), so it is recognised as a whole word only. One of eight bytes or more is
/// recognised anywhere, also in base 64 (both alphabets, RFC 4648) and in hexadecimal digits; and in the other case of its
/// letters, where it has a digit.
struct SecretPatterns: Sendable {
  /// Secrets of fewer bytes than this are taken for words.
  private static let longEnough = 8

  private let patterns: [SpelledSecret]
  /// For each pattern, the text that it recognises.
  private let texts: [String]
  /// By byte: whether a pattern may begin with it.
  private let begins: [Bool]

  init(_ secrets: [String]) {
    var list: [(pattern: SpelledSecret, text: String)] = []
    for secret in secrets {
      guard secret.utf8.count >= Self.longEnough else {
        list.append((SpelledSecret(secret, isWord: true), secret))
        continue
      }
      let hasDigit = secret.utf8.contains(where: \.isDigit)
      list.append((SpelledSecret(secret, ignoresCase: hasDigit), secret))
      for encoded in Self.encodings(of: Array(secret.utf8)) {
        list.append((SpelledSecret(encoded.text, ignoresCase: encoded.ignoresCase), encoded.text))
      }
    }
    patterns = list.map(\.pattern)
    texts = list.map(\.text)
    var begins = [Bool](repeating: false, count: 256)
    for byte in patterns.lazy.flatMap(\.firstBytes) { begins[Int(byte)] = true }
    self.begins = begins
  }

  /// The end of the longest secret that begins at `index`, lest a part of it be left.
  func end(in text: [UInt8], from index: Int) -> Int? {
    guard begins[Int(text[index])] else { return nil }
    return patterns.lazy.compactMap { $0.end(in: text, from: index) }.max()
  }

  /// What of the secrets in a text may stand in an excerpt of it without being recognised as a secret: four of its
  /// characters, or its beginning before the mark of what was left out.
  func pieces(ofThoseIn text: [UInt8]) -> SecretPatterns {
    var found = Set<Int>()
    for index in text.indices where begins[Int(text[index])] {
      for number in patterns.indices
      where !found.contains(number) && patterns[number].end(in: text, from: index) != nil {
        found.insert(number)
      }
    }
    var pieces = Set<SpelledSecret>()
    for number in found {
      let scalars = Array(texts[number].unicodeScalars)
      func piece(_ range: Range<Int>, _ tail: String = "") -> SpelledSecret {
        SpelledSecret(String(String.UnicodeScalarView(scalars[range])) + tail, ignoresCase: true)
      }
      // A word of four letters may well be a part of another one.
      if scalars.count > 4 { for start in 0...scalars.count - 4 { pieces.insert(piece(start..<start + 4)) } }
      for count in 2..<max(min(4, scalars.count), 3) where count <= scalars.count {
        pieces.insert(piece(0..<count, "…"))
      }
    }
    return SecretPatterns(Array(pieces))
  }

  private init(_ patterns: [SpelledSecret]) {
    self.patterns = patterns
    texts = []
    var begins = [Bool](repeating: false, count: 256)
    for byte in patterns.lazy.flatMap(\.firstBytes) { begins[Int(byte)] = true }
    self.begins = begins
  }

  /// Whether any of them stands in a text.
  func occur(in text: [UInt8]) -> Bool {
    !patterns.isEmpty && text.indices.contains { end(in: text, from: $0) != nil }
  }

  // MARK: Encodings

  /// Hexadecimal digits, and base 64 of whatever stands around the secret: only the characters that it alone decides.
  private static func encodings(of bytes: [UInt8]) -> [(text: String, ignoresCase: Bool)] {
    let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    var encodings: [(String, Bool)] = [(hexadecimal, true)]
    for offset in 0..<3 {
      let text = base64(bytes, after: offset)
      let other = String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
      encodings.append((text, false))
      if other != text { encodings.append((other, false)) }
    }
    return encodings
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  private static func base64(_ bytes: [UInt8], after offset: Int) -> String {
    let first = (offset * 8 + 5) / 6
    let end = (offset + bytes.count) * 8 / 6
    return String(
      (first..<end).map { place in
        var digit = 0
        for bit in place * 6 - offset * 8..<place * 6 - offset * 8 + 6 {
          digit = digit * 2 + Int(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1)
        }
        return digits[digit]
      })
  }
}
