/// The forms that secrets can have in a text: any spelling of their characters, and encodings.
///
/// A short secret may be an ordinary word (`demo`), so it is recognized only as a whole word. A secret of
/// eight bytes or more is recognized anywhere, including in Base64 (both alphabets, RFC 4648) and in
/// hexadecimal digits; if it contains a digit, letter case is ignored.
struct SecretPatterns: Sendable {
  /// Shorter secrets, in bytes, are treated as words.
  private static let longEnough = 8

  private let patterns: [SpelledSecret]
  /// The text that each pattern recognizes.
  private let texts: [String]
  /// The patterns that may begin with each byte.
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

  /// Returns the end of the longest secret that begins at `index`, so that no part of it remains.
  func end(in text: [UInt8], from index: Int) -> Int? {
    beginning[Int(text[index])].lazy.compactMap { patterns[$0].end(in: text, from: index) }.max()
  }

  /// Returns patterns for remnants of the secrets in a text that an excerpt may contain without being
  /// recognized as a secret: four characters of it, or its beginning before the truncation mark.
  ///
  /// - Returns: nil if this takes too long or the task is cancelled.
  func pieces(ofThoseIn text: [UInt8], mostTrials: Int = Self.mostTrials) -> SecretPatterns? {
    guard let found = occurring(in: text, mostTrials) else { return nil }
    var pieces = Set<SpelledSecret>()
    for number in found {
      let scalars = Array(texts[number].unicodeScalars)
      func piece(_ range: Range<Int>, _ tail: String = "") -> SpelledSecret {
        SpelledSecret(String(String.UnicodeScalarView(scalars[range])) + tail, ignoresCase: true)
      }
      // Four letters of a word may well be part of another word.
      if scalars.count > 4 { for start in 0...scalars.count - 4 { pieces.insert(piece(start..<start + 4)) } }
      for count in 2..<max(min(4, scalars.count), 3) where count <= scalars.count {
        pieces.insert(piece(0..<count, "…"))
      }
    }
    return SecretPatterns(Array(pieces))
  }

  /// The maximum number of times patterns are tried on one text, which takes about a second. Only a text with
  /// megabytes of escapes, which any pattern may begin with, reaches this number.
  static let mostTrials = 8 << 20
  /// The number of trials after which to check for cancellation.
  private static let trialsBetweenPauses = 64 << 10

  /// Returns the patterns that occur in a text; nil if this takes too long or the task is cancelled.
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

  /// Returns whether any of the secrets occurs in a text.
  func occur(in text: [UInt8]) -> Bool {
    !patterns.isEmpty && text.indices.contains { end(in: text, from: $0) != nil }
  }

  // MARK: Encodings

  /// Returns hexadecimal digits, and Base64 for any alignment: only the characters that the secret alone
  /// determines.
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
