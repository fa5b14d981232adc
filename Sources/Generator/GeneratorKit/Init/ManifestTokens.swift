/// A word, a literal or a punctuation mark of a manifest.
struct Token {
  var start: Int
  var end: Int
  /// The number of brackets around it. An opening and its closing bracket have the same.
  var depth: Int
}

/// Splits Swift into words, literals and punctuation marks, as far as a manifest needs it. Comments are skipped.
struct ManifestTokens {
  private let text: [UInt8]
  private var position = 0

  init(_ text: [UInt8]) { self.text = text }

  func all() throws(ManifestEdit.Refusal) -> [Token] {
    var reader = self
    var tokens: [Token] = []
    var depth = 0
    while try reader.skipSpace() {
      let start = reader.position
      let byte = text[start]
      if ")]}".utf8.contains(byte) { depth -= 1 }
      guard depth >= 0 else { throw ManifestEdit.Refusal(reason: "its brackets don't match") }
      try reader.skipToken()
      tokens.append(Token(start: start, end: reader.position, depth: depth))
      if "([{".utf8.contains(byte) { depth += 1 }
    }
    guard depth == 0 else { throw ManifestEdit.Refusal(reason: "its brackets don't match") }
    return tokens
  }

  /// Skips spaces and comments. Returns whether something follows.
  private mutating func skipSpace() throws(ManifestEdit.Refusal) -> Bool {
    while position < text.count {
      if " \t\r\n".utf8.contains(text[position]) {
        position += 1
      } else if has("//") {
        while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
      } else if has("/*") {
        var depth = 0
        repeat {
          if has("/*") {
            (depth, position) = (depth + 1, position + 2)
          } else if has("*/") {
            (depth, position) = (depth - 1, position + 2)
          } else {
            position += 1
          }
          if position >= text.count, depth > 0 {
            throw ManifestEdit.Refusal(reason: "a comment in it doesn't end")
          }
        } while depth > 0
      } else {
        return true
      }
    }
    return false
  }

  private mutating func skipToken() throws(ManifestEdit.Refusal) {
    let hashes = text[position...].prefix { $0 == UInt8(ascii: "#") }.count
    if position + hashes < text.count, text[position + hashes] == UInt8(ascii: "\"") {
      return try skipString(hashes: hashes)
    }
    guard isWordByte(text[position]) else {
      position += 1
      return
    }
    while position < text.count, isWordByte(text[position]) { position += 1 }
  }

  private mutating func skipString(hashes: Int) throws(ManifestEdit.Refusal) {
    position += hashes
    let quotes = has("\"\"\"") ? "\"\"\"" : "\""
    let marks = String(repeating: "#", count: hashes)
    position += quotes.utf8.count
    while position < text.count {
      if has(quotes + marks) {
        position += quotes.utf8.count + hashes
        return
      }
      if has("\\" + marks + "(") {
        throw ManifestEdit.Refusal(reason: "a text in it is computed")
      }
      position += has("\\" + marks) ? 2 + hashes : 1
    }
    throw ManifestEdit.Refusal(reason: "a text in it doesn't end")
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte & 0xDF)
  }

  private func has(_ word: String) -> Bool { text[position...].starts(with: word.utf8) }
}
