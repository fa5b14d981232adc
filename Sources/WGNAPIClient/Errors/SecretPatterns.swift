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
  /// By byte: the patterns that may begin with it.
  private let beginning: [[Int]]

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
    self.init(list.map(\.pattern), texts: list.map(\.text))
  }

  private init(_ patterns: [SpelledSecret], texts: [String] = []) {
    self.patterns = patterns
    self.texts = texts
    var beginning = [[Int]](repeating: [], count: 256)
    for (number, pattern) in patterns.enumerated() {
      for byte in Set(pattern.firstBytes) { beginning[Int(byte)].append(number) }
    }
    self.beginning = beginning
  }

  /// The end of the longest secret that begins at `index`, lest a part of it be left.
  func end(in text: [UInt8], from index: Int) -> Int? {
    beginning[Int(text[index])].lazy.compactMap { patterns[$0].end(in: text, from: index) }.max()
  }

  /// What of the secrets in a text may stand in an excerpt of it without being recognised as a secret: four of its
  /// characters, or its beginning before the mark of what was left out.
  ///
  /// - Returns: nil where that takes too long, or the task is cancelled.
  func pieces(ofThoseIn text: [UInt8], mostTrials: Int = Self.mostTrials) -> SecretPatterns? {
    guard let found = occurring(in: text, mostTrials) else { return nil }
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

  /// How often patterns are tried on one text at most, which takes about a second. A text comes to that with megabytes of
  /// escapes, which any pattern may begin with.
  static let mostTrials = 8 << 20
  /// After so many, it is time to ask whether anybody still waits for it.
  private static let trialsBetweenPauses = 64 << 10

  /// The patterns that recognise something in a text; nil where that takes too long, or the task is cancelled.
  private func occurring(in text: [UInt8], _ mostTrials: Int) -> Set<Int>? {
    var sought = beginning
    var found = Set<Int>()
    var (trials, nextPause) = (0, 0)
    for index in text.indices {
      let byte = Int(text[index])
      guard !sought[byte].isEmpty else { continue }
      if trials >= nextPause {
        guard trials <= mostTrials, !Task.isCancelled else { return nil }
        nextPause = min(trials + Self.trialsBetweenPauses, max(mostTrials, trials + 1))
      }
      trials += sought[byte].count
      let new = sought[byte].filter { patterns[$0].end(in: text, from: index) != nil }
      guard !new.isEmpty else { continue }
      found.formUnion(new)
      if found.count == patterns.count { break }
      for byte in sought.indices { sought[byte].removeAll { found.contains($0) } }
    }
    return found
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
