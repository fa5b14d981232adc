import WGNAPIJSON
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Knows a request's secrets and removes them from text.
///
/// ``SecretPatterns`` defines how a secret is recognized. A secret of less than four bytes is hidden only in
/// its parameter's place (the URL, the headers), because replacing every `a` would leave nothing readable.
package struct Redaction: Sendable, CustomStringConvertible, CustomReflectable {
  /// The text that replaces a secret.
  package static let mark = redactionMark

  /// The secrets. They must not be shown.
  package private(set) var secrets: [String] = []
  /// Created when a text is first checked, which is rare.
  private var patterns: Lazy<SecretPatterns>?

  @inline(never)
  package mutating func add(_ secret: String) {
    guard secret.utf8.count >= 4 else { return }
    for known in secrets where known.isSame(secret) { return }
    secrets.append(secret)
    patterns = Lazy { [secrets] in SecretPatterns(secrets) }
  }

  /// Creates a redaction for the secrets among a client's common parameters.
  package init(of parameters: [ClientParameter] = []) {
    for parameter in parameters where parameter.isSecret {
      if let text = parameter.text { add(text) }
    }
  }

  /// Returns `text` with every secret replaced by a mark.
  @inline(never)
  package func callAsFunction(_ text: String) -> String {
    patterns == nil ? text : String(repairing: self(bytes: text.bytes))
  }

  /// Returns bytes with every secret replaced by a mark.
  @inline(never)
  package func callAsFunction(bytes source: [UInt8]) -> [UInt8] {
    guard let patterns = patterns?.value else { return source }
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if let end = patterns.end(in: source, from: index) {
        result.add(Self.mark)
        index = end
      } else {
        result.append(source[index])
        index += 1
      }
    }
    return result
  }

  /// Returns whether `bytes` contain a secret.
  package func occurs(in bytes: [UInt8]) -> Bool {
    patterns?.value.occur(in: bytes) ?? false
  }

  /// The number of secrets, which reveals nothing about them.
  package var description: String { "Redaction(\(secrets.count) secrets)" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Redaction {
  /// Text, in addition to secrets, that must not appear in a quote from a response.
  enum Withheld: Sendable {
    case nothing
    /// Text that may be a remnant of the secrets that the response repeats.
    case pieces(SecretPatterns)
    /// All text: it is unknown which secrets the response repeats.
    case everything
  }

  /// Returns the text that an error must not contain when it quotes a part of a response.
  func withheld(inQuotesOf body: [UInt8]) -> Withheld {
    guard let patterns = patterns?.value else { return .nothing }
    return patterns.pieces(ofThoseIn: body).map { .pieces($0) } ?? .everything
  }

  /// Returns the violations without secrets. A message that contains withheld text is removed completely.
  func callAsFunction(_ violations: [Violation], withholding withheld: Withheld) -> [Violation] {
    violations.map { redacted($0, withheld) }
  }

  @inline(never)
  private func redacted(_ violation: Violation, _ withheld: Withheld) -> Violation {
    violation.with(
      instanceLocation: self(violation.instanceLocation),
      message: text(violation.message, withholding: withheld))
  }

  /// Returns the error without secrets; see above.
  func callAsFunction(_ error: JSONError, withholding withheld: Withheld) -> JSONError {
    JSONError(
      error.kind, text(error.message, withholding: withheld), byteOffset: error.byteOffset,
      line: error.line, path: error.path.map { self($0) })
  }

  @inline(never)
  private func text(_ text: String, withholding withheld: Withheld) -> String {
    switch withheld {
    case .nothing: return self(text)
    case .pieces(let pieces):
      let redacted = self(text)
      guard pieces.occur(in: redacted.bytes) else { return redacted }
      return "(text withheld, because it quotes a part of a secret)"
    case .everything:
      return "(text withheld, because it would take too long to look for secrets in all of the response)"
    }
  }
}

/// The forms that secrets can have in a text: any spelling of their characters, and encodings.
///
/// A short secret may be an ordinary word (`demo`), so it is recognized only as a whole word. A secret of
/// eight bytes or more is recognized anywhere, including in Base64 (both alphabets, RFC 4648) and in
/// hexadecimal digits; if it contains a digit, letter case is ignored.
struct SecretPatterns: Sendable {
  /// Shorter secrets, in bytes, are treated as words.
  private static let longEnough = 8

  private var patterns: [SpelledSecret] = []
  /// The text that each pattern recognizes.
  private var texts: [String] = []
  /// The patterns that may begin with each byte, unless it begins an escape.
  private var beginning = [[Int]](repeating: [], count: 256)
  /// The patterns whose first characters begin with each byte, which an escape may mean.
  private var escaped = [[Int]](repeating: [], count: 256)

  init(_ secrets: [String]) {
    for secret in secrets {
      let isLong = secret.utf8.count >= Self.longEnough
      add(secret, ignoresCase: isLong && !secret.isAll { !$0.isDigit }, isWord: !isLong)
      if isLong { addEncodings(of: secret.bytes) }
    }
  }

  private mutating func add(_ secret: String, ignoresCase: Bool, isWord: Bool = false) {
    texts.append(secret)
    add(SpelledSecret(secret.scalars, ignoresCase: ignoresCase, isWord: isWord))
  }

  private mutating func add(_ pattern: SpelledSecret) {
    let number = patterns.count
    patterns.append(pattern)
    for byte in pattern.firstBytes where beginning[Int(byte)].last != number {
      beginning[Int(byte)].append(number)
    }
    if let byte = pattern.firstByte { escaped[Int(byte)].append(number) }
  }

  /// Returns the end of the longest secret that starts at `index`, so the whole secret can be replaced.
  @inline(never)
  func end(in text: [UInt8], from index: Int) -> Int? {
    var longest: Int?
    for number in beginning[Int(text[index])] {
      if let end = patterns[number].end(in: text, from: index), end > longest ?? -1 { longest = end }
    }
    guard let meant = SpelledSecret.meantByte(at: index, in: text) else { return longest }
    for number in escaped[Int(meant)] {
      if let end = patterns[number].end(in: text, from: index), end > longest ?? -1 { longest = end }
    }
    return longest
  }

  /// Returns patterns for what an excerpt may contain of the secrets in a text: four consecutive characters of
  /// one, or its beginning before the truncation mark. Without these patterns, such parts wouldn't be recognized.
  ///
  /// - Returns: nil if this takes too long or the task is cancelled.
  func pieces(ofThoseIn text: [UInt8], mostTrials: Int = Self.mostTrials) -> SecretPatterns? {
    guard let found = occurring(in: text, mostTrials) else { return nil }
    var pieces = SecretPatterns([])
    for number in found.indices where found[number] {
      let scalars = texts[number].scalars
      func add(_ start: Int, _ end: Int, _ tail: [Unicode.Scalar]) {
        pieces.add(SpelledSecret(Array(scalars[start..<end]) + tail, ignoresCase: true))
      }
      // Four letters of a word may well be part of another word.
      if scalars.count > 4 { for start in 0...scalars.count - 4 { add(start, start + 4, []) } }
      for count in 2..<max(min(4, scalars.count), 3) where count <= scalars.count { add(0, count, ["…"]) }
    }
    return pieces
  }

  /// The maximum number of times patterns are tried on one text, which takes about a second. Only a text with
  /// megabytes of the characters that secrets begin with reaches this number.
  static let mostTrials = 8 << 20
  /// The number of trials after which to check for cancellation.
  private static let trialsBetweenPauses = 64 << 10

  /// Returns which patterns occur in a text; nil if this takes too long or the task is cancelled.
  private func occurring(in text: [UInt8], _ mostTrials: Int) -> [Bool]? {
    var (sought, soughtEscaped) = (beginning, escaped)
    var found = [Bool](repeating: false, count: patterns.count)
    var (count, trials, nextPause) = (0, 0, 0)
    for index in text.indices {
      var candidates = sought[Int(text[index])]
      if let meant = SpelledSecret.meantByte(at: index, in: text) {
        for number in soughtEscaped[Int(meant)] where !candidates.contains(number) {
          candidates.append(number)
        }
      }
      guard !candidates.isEmpty else { continue }
      if trials >= nextPause {
        guard trials <= mostTrials, !Task.isCancelled else { return nil }
        nextPause = min(trials + Self.trialsBetweenPauses, max(mostTrials, trials + 1))
      }
      trials += candidates.count
      let before = count
      for number in candidates where patterns[number].end(in: text, from: index) != nil {
        found[number] = true
        count += 1
      }
      guard count > before else { continue }
      if count == patterns.count { break }
      for byte in sought.indices {
        sought[byte] = sought[byte].filter { !found[$0] }
        soughtEscaped[byte] = soughtEscaped[byte].filter { !found[$0] }
      }
    }
    return found
  }

  /// Returns whether any of the secrets occurs in a text.
  func occur(in text: [UInt8]) -> Bool {
    guard !patterns.isEmpty else { return false }
    for index in text.indices where end(in: text, from: index) != nil { return true }
    return false
  }

  // MARK: Encodings

  /// Adds hexadecimal digits, and Base64 for any alignment: only the characters that the secret alone
  /// determines.
  private mutating func addEncodings(of bytes: [UInt8]) {
    var hexadecimal: [UInt8] = []
    for byte in bytes { hexadecimal.add(hexadecimal: byte) }
    add(String(repairing: hexadecimal), ignoresCase: true)
    for offset in 0..<3 {
      let text = Self.base64(bytes, after: offset)
      let other = text.map {
        $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
      }
      add(String(repairing: text), ignoresCase: false)
      if other != text { add(String(repairing: other), ignoresCase: false) }
    }
  }

  /// Returns the digits that bytes alone determine where they follow others whose number is `offset`.
  private static func base64(_ bytes: [UInt8], after offset: Int) -> [UInt8] {
    let text = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
    return Array(text.bytes.prefix((offset + bytes.count) * 8 / 6).dropFirst((offset * 8 + 5) / 6))
  }
}
