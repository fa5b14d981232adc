import Diagnostics
import SpecYAML
import Testing

@Suite struct EncodingTests {
  @Test(arguments: [
    [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
  ])
  func invalidUTF8HasAPlace(bytes: [UInt8]) throws {
    let parsed = Parsed(bytes: Array("a: 1\né: ".utf8) + bytes + Array("\nb: 2\n".utf8))
    let first = try #require(parsed.diagnostics.first)
    #expect(first.id == .invalidEncoding)
    #expect(first.span?.start == SourceLocation(line: 2, column: 4, offset: 9))
    #expect(parsed.documents.isEmpty)
  }

  @Test(arguments: [0x01, 0x08, 0x0B, 0x1B, 0x1F, 0x7F])
  func controlCharactersHaveAPlace(byte: UInt8) {
    let parsed = Parsed(bytes: Array("a: 1\nb: x".utf8) + [byte])
    #expect(parsed.ids == [.controlCharacter])
    #expect(parsed.diagnostics.first?.span?.start == SourceLocation(line: 2, column: 5, offset: 9))
  }

  @Test func otherCharactersOutsideYAML() {
    #expect(Parsed("a: \u{9B}").ids == [.controlCharacter])
    #expect(Parsed("a: \u{FFFE}").ids == [.controlCharacter])
    #expect(Parsed("a: \"\u{FFFD}\u{A0}\"\t#\n").ids == [])
    #expect(
      Parsed("a: 1\n\u{FEFF}b: 2\n").messages == [
        "2:1 a byte order mark is allowed only at the start of the file; remove it, or write '\\uFEFF' in double quotes"
      ])
    #expect(Parsed("a: \"\\x07\\u00e9\"").root?["a"]?.text == "\u{7}é")
  }

  /// libyaml takes them for line breaks, and so would find a key in a comment.
  @Test(arguments: [("\u{85}", "N"), ("\u{2028}", "L"), ("\u{2029}", "P")])
  func formerLineBreaksAreRefused(character: String, escape: String) {
    let number = String(character.unicodeScalars.first?.value ?? 0, radix: 16).uppercased()
    let padded = String(repeating: "0", count: max(0, 4 - number.count)) + number
    for text in [
      "a: 1 # comment\(character)  evil: 2", "a: x\(character)  y", "a: |\n  x\(character)y",
      "a: \"x\(character)y\"",
    ] {
      let parsed = Parsed(text)
      #expect(parsed.ids == [.controlCharacter])
      #expect(parsed.messages.first?.contains("U+\(padded) ends a line for some YAML readers") == true)
      #expect(parsed.messages.first?.contains("'\\\(escape)' in double quotes") == true)
    }
    #expect(Parsed("a: \"x\\\(escape)y\"").root?["a"]?.text == "x\(character)y")
    #expect(Parsed("a: 1 # comment\(character) b").diagnostics.first?.span?.start.column == 15)
  }

  @Test func zeroBytesHintAtUTF16() {
    let parsed = Parsed(bytes: [0x61, 0, 0x3A, 0, 0x20, 0])
    #expect(parsed.ids.first == .controlCharacter)
    #expect(parsed.messages.first?.contains("UTF-16") == true)
  }

  @Test func brokenUTF16() {
    #expect(Parsed(bytes: [0xFE, 0xFF, 0, 0x61, 0]).ids == [.invalidEncoding])
    let unpaired = Parsed(bytes: [0xFE, 0xFF, 0, 0x61, 0xD8, 0x00, 0, 0x62])
    #expect(unpaired.ids == [.invalidEncoding])
    #expect(unpaired.diagnostics.first?.span?.start.column == 2)
    #expect(Parsed(bytes: [0xFE, 0xFF, 0xFF, 0xFD]).ids == [])
    #expect(Parsed(bytes: [0xFF, 0xFE]).ids == [])
  }

  @Test func manyProblemsAreReportedUpToALimit() {
    #expect(Parsed(bytes: [UInt8](repeating: 1, count: 5000)).diagnostics.count == 10)
  }
}
