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
    #expect(Parsed("a: \"\u{FFFD}\u{85}\u{A0}\u{FEFF}\"\t#\n").ids == [])
    #expect(Parsed("a: \"\\x07\\u00e9\"").root?["a"]?.text == "\u{7}é")
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
