#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The forms in which requests contain secrets and services repeat them: as they are, percent-encoded, as JSON
/// strings, and in HTML.
///
/// A short secret may be an ordinary word (`demo`), so it is recognized only as a whole word. A secret of eight bytes or more
/// is recognized anywhere, including in Base64 (both alphabets, RFC 4648) and in hexadecimal digits; if it contains a digit,
/// letter case is ignored.
package struct SecretPatterns: Sendable {
  /// Shorter secrets, in bytes, are treated as words.
  private static let longEnough = 8
  /// Longer texts, in bytes, aren't searched for the secrets whose pieces must not be shown.
  private static let longestSearch = 1 << 20

  /// A text to find.
  private struct Pattern {
    let bytes: [UInt8]
    let ignoresCase: Bool
    /// Whether it is found only between characters that aren't letters, digits or `_`.
    let isWord: Bool
    /// The secret; nil for an encoding of one.
    let secret: String?
  }

  private var patterns: [Pattern] = []
  /// The patterns that may begin with each byte.
  private var beginning = [[Int]](repeating: [], count: 256)

  package init(_ secrets: [String]) {
    for secret in secrets {
      let isLong = secret.utf8.count >= Self.longEnough
      let ignoresCase = isLong && !secret.isAll { !$0.isDigit }
      for form in Self.forms(of: secret) {
        add(form, ignoresCase: ignoresCase || form != secret, isWord: !isLong, of: secret)
      }
      if isLong { addEncodings(of: secret.bytes) }
    }
  }

  private mutating func add(
    _ text: String, ignoresCase: Bool, isWord: Bool = false, of secret: String? = nil
  ) {
    guard let first = text.utf8.first else { return }
    let number = patterns.count
    patterns.append(Pattern(bytes: text.bytes, ignoresCase: ignoresCase, isWord: isWord, secret: secret))
    beginning[Int(first)].append(number)
    if ignoresCase, first.isLetter { beginning[Int(first ^ 0x20)].append(number) }
  }

  /// The patterns that can begin with this byte. Only these are compared, so the cost is linear.
  func candidates(for byte: UInt8) -> [Int] { beginning[Int(byte)] }

  /// Returns the end of the longest secret that starts at `index`, so the whole secret can be replaced.
  @inline(never)
  func end(in text: [UInt8], from index: Int) -> Int? {
    var longest: Int?
    for number in candidates(for: text[index]) {
      if let end = end(of: patterns[number], in: text, from: index), end > longest ?? -1 { longest = end }
    }
    return longest
  }

  private func end(of pattern: Pattern, in text: [UInt8], from index: Int) -> Int? {
    let end = index + pattern.bytes.count
    guard end <= text.count else { return nil }
    for (place, byte) in pattern.bytes.enumerated() {
      let found = text[index + place]
      guard found == byte || pattern.ignoresCase && byte.isLetter && found == byte ^ 0x20 else { return nil }
    }
    guard pattern.isWord else { return end }
    let (first, last) = (pattern.bytes.first, pattern.bytes.last)
    if first.map(Self.isWordByte) == true, Self.isWithinWord(text, before: index) { return nil }
    let goesOn = last.map(Self.isWordByte) == true && end < text.count && Self.isWordByte(text[end])
    return goesOn ? nil : end
  }

  /// The length of the longest form of a secret, in bytes.
  var longestForm: Int { patterns.reduce(0) { max($0, $1.bytes.count) } }

  /// Returns whether any of the secrets occurs in a text.
  package func occur(in text: [UInt8]) -> Bool {
    !patterns.isEmpty && text.indices.contains { end(in: text, from: $0) != nil }
  }

  /// Returns patterns for what an excerpt may contain of the secrets in a text: four consecutive characters of one, or its
  /// beginning before the truncation mark. Without these patterns, such parts wouldn't be recognized.
  ///
  /// - Returns: The patterns; nil if the text contains no secret. A long text isn't searched, because that would take time
  ///   outside the call's limit: it counts as one that contains them all.
  func pieces(ofThoseIn text: [UInt8]) -> SecretPatterns? {
    let found = text.count <= Self.longestSearch ? numbers(ofThoseIn: text) : Set(patterns.indices)
    guard !found.isEmpty else { return nil }
    var pieces = SecretPatterns([])
    // An error quotes a response as it is, or what it means.
    let texts = Set(
      found.flatMap { [String(repairing: patterns[$0].bytes), patterns[$0].secret].compactMap(\.self) })
    for text in texts.sorted() {
      let scalars = text.scalars
      func add(_ start: Int, _ end: Int, _ tail: String) {
        var piece = ""
        for scalar in scalars[start..<end] { piece.unicodeScalars.append(scalar) }
        pieces.add(piece + tail, ignoresCase: true)
      }
      // Four letters of a word may well be part of another word.
      if scalars.count > 4 { for start in 0...scalars.count - 4 { add(start, start + 4, "") } }
      for count in 2..<max(min(4, scalars.count), 3) where count <= scalars.count { add(0, count, "…") }
    }
    return pieces
  }

  /// Returns the numbers of the patterns that occur in a text.
  private func numbers(ofThoseIn text: [UInt8]) -> Set<Int> {
    var found = Set<Int>()
    for index in text.indices {
      for number in candidates(for: text[index]) where !found.contains(number) {
        if end(of: patterns[number], in: text, from: index) != nil { found.insert(number) }
      }
      if found.count == patterns.count { break }
    }
    return found
  }

  // MARK: Words

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_")
  }

  /// Returns whether a letter, a digit or `_` precedes; the end of an escape (`%20`, `\n`, `\u0022`) doesn't count.
  private static func isWithinWord(_ text: [UInt8], before index: Int) -> Bool {
    guard index > 0, isWordByte(text[index - 1]) else { return false }
    let isPercent = index >= 3 && text[index - 3] == UInt8(ascii: "%") && text[index - 2].isHexadecimal
    if isPercent, text[index - 1].isHexadecimal { return false }
    return !text.has("\\", at: index - 2) && !text.has("\\u", at: index - 6)
  }

  // MARK: Forms

  /// Returns a text as URLs, forms, JSON strings and HTML contain it, each form once.
  ///
  /// Each form is what a server or a library writes when it repeats a parameter, and has a test that fails without it:
  /// `SpellingTests.areHidden` for forms and for the escapes of each library, `RedactionTests.errorsHoldNoSecrets` for HTML,
  /// `ReplacementTests.fieldsWithSecretsAndThoseOfTheConnectionAreNotKept` for percent-encoding of more than is necessary,
  /// and `SecretTests.anySecretInAnyPlace` for the rest.
  private static func forms(of secret: String) -> [String] {
    let percent = PercentEncoding.encode(secret)
    let form = secret.parts(at: UInt8(ascii: " ")).map { PercentEncoding.encode($0) }.joined(separator: "+")
    let json = jsonEscaped(secret)
    // What libraries escape in strings beyond what they must: Python's and PHP's, Go's, Gson, and .NET's.
    let escaped = ["", "&<>", "&<>='", "&<>'+`"].map { Self.escaping($0, in: json) }
    var strict = ""
    for byte in secret.utf8 {
      strict += byte.isDigit || byte.isLetter ? String(repairing: [byte]) : "%" + [byte].hexadecimal
    }
    let entities: [(UInt8, String)] = [
      (UInt8(ascii: "&"), "&amp;"), (UInt8(ascii: "<"), "&lt;"), (UInt8(ascii: ">"), "&gt;"),
      (UInt8(ascii: "\""), "&quot;"), (UInt8(ascii: "'"), "&#39;"),
    ]
    let html = entities.reduce(secret) { $0.replacing($1.0, by: $1.1) }
    var forms: [String] = []
    for text in [secret, percent, form, strict, json, html] + escaped {
      for form in [text, text.replacing(UInt8(ascii: "/"), by: "\\/")] where !forms.contains(form) {
        forms.append(form)
      }
    }
    return forms
  }

  /// Escapes characters of a JSON string, and all that aren't ASCII, by their numbers.
  private static func escaping(_ characters: String, in json: String) -> String {
    var text = ""
    for scalar in json.unicodeScalars {
      guard !scalar.isASCII || characters.unicodeScalars.contains(scalar) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 { text += "\\u" + UInt64(unit).hexadecimal(digits: 4) }
    }
    return text
  }

  /// Adds hexadecimal digits, and Base64 for any alignment: only the characters that the secret alone determines. The test is
  /// `SecretTests.encodingsAreHidden`.
  private mutating func addEncodings(of bytes: [UInt8]) {
    add(bytes.hexadecimal, ignoresCase: true)
    for offset in 0..<3 {
      let text = Self.base64(bytes, after: offset)
      let url = text.replacing(UInt8(ascii: "+"), by: "-").replacing(UInt8(ascii: "/"), by: "_")
      for base64 in [text, url] {
        let encoded = PercentEncoding.encode(base64)
        add(base64, ignoresCase: false)
        if encoded != base64 { add(encoded, ignoresCase: true) }
      }
    }
  }

  /// Returns the digits that bytes alone determine where they follow others whose number is `offset`.
  private static func base64(_ bytes: [UInt8], after offset: Int) -> String {
    let text = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
    return String(
      decoding: text.utf8.prefix((offset + bytes.count) * 8 / 6).dropFirst((offset * 8 + 5) / 6),
      as: UTF8.self)
  }
}

extension String {
  fileprivate func replacing(_ byte: UInt8, by text: String) -> String {
    parts(at: byte).joined(separator: text)
  }
}
