import Diagnostics
import SpecYAML
import Testing

@Suite struct SpanTests {
  /// The text from `start` to `end`, by bytes.
  private func slice(_ bytes: [UInt8], _ node: YAMLNode?) -> String? {
    node.map { String(decoding: bytes[$0.span.start.offset..<$0.span.end.offset], as: UTF8.self) }
  }

  @Test func scalarsAndCollections() throws {
    let text = "a: one\nb:\n  - two\n  - {c: three, d: [4, 5]}\ne: !!str 6 # comment\nf:\n"
    let bytes = Array(text.utf8)
    let root = try #require(Parsed(text).root)
    #expect(root["a"]?.span.brief == "1:4-1:7")
    #expect(slice(bytes, root["a"]) == "one")
    #expect(slice(bytes, root["b"]) == "- two\n  - {c: three, d: [4, 5]}")
    #expect(root["b"]?.span.brief == "3:3-4:26")
    #expect(slice(bytes, root["b"]?.items?[1]) == "{c: three, d: [4, 5]}")
    #expect(slice(bytes, root["b"]?.items?[1]["d"]) == "[4, 5]")
    #expect(slice(bytes, root["e"]) == "!!str 6")
    #expect(root["f"]?.span.brief == "6:3-6:3")
    #expect(root.span.brief == "1:1-6:3")
    #expect(root.entries?.map { $0.key.span.brief } == ["1:1-1:2", "2:1-2:2", "5:1-5:2", "6:1-6:2"])
    #expect(root.span.file == "t.yaml")
  }

  @Test func scalarsOfSeveralLines() throws {
    let text = "a: |\n  one\n  two\n\n\nb: >-\n  x\nc: \"y\n  z\"\nd: plain\n  more\ne: 1\n"
    let bytes = Array(text.utf8)
    let root = try #require(Parsed(text).root)
    #expect(slice(bytes, root["a"]) == "|\n  one\n  two")
    #expect(root["a"]?.span.brief == "1:4-3:6")
    #expect(slice(bytes, root["b"]) == ">-\n  x")
    #expect(slice(bytes, root["c"]) == "\"y\n  z\"")
    #expect(slice(bytes, root["d"]) == "plain\n  more")
    #expect(root["d"]?.text == "plain more")
    #expect(root["e"]?.span.brief == "12:4-12:5")
  }

  @Test func singlePairInAFlowSequence() throws {
    let text = "[a: b , c]"
    let pair = try #require(Parsed(text).root?.items?.first)
    #expect(slice(Array(text.utf8), pair) == "a: b")
  }

  @Test func columnsCountScalarsAndOffsetsBytes() throws {
    let text = "ключ: значение # 🚀\n\"坦克\": [é, e\u{301}, 🚀🚀, x]\n"
    let bytes = Array(text.utf8)
    let root = try #require(Parsed(text).root)
    #expect(root["ключ"]?.span.brief == "1:7-1:15")
    #expect(slice(bytes, root["ключ"]) == "значение")
    let items = try #require(root["坦克"]?.items)
    #expect(items.map { slice(bytes, $0) } == ["é", "e\u{301}", "🚀🚀", "x"])
    #expect(items.map { $0.span.start.column } == [8, 11, 15, 19])
  }

  @Test func longLinesOfNonASCIIKeepTheirOffsets() throws {
    let text = "[" + (0..<500).map { "é\($0)🚀" }.joined(separator: ", ") + "]"
    let bytes = Array(text.utf8)
    let items = try #require(Parsed(text).root?.items)
    #expect(items.count == 500)
    for item in items { #expect(slice(bytes, item) == item.text) }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func lineBreaks(_ lineBreak: String) throws {
    let text = ["a: 1", "", "é: 2", "b:", "  - |", "    x", "c: 3"].joined(separator: lineBreak)
    let bytes = Array(text.utf8)
    let root = try #require(Parsed(text).root)
    #expect(root["é"]?.span.brief == "3:4-3:5")
    #expect(root["c"]?.span.brief == "7:4-7:5")
    #expect(slice(bytes, root["c"]) == "3")
    #expect(root["b"]?.items?[0].span.brief == "5:5-6:6")
  }

  @Test func unicodeLineSeparatorsDoNotEndLines() {
    let text = "a: \"x\u{2028}y\u{85}z\"\nb: 1\n"
    #expect(Parsed(text).diagnostics.compactMap { $0.span?.brief } == ["1:6-1:7", "1:8-1:9"])
  }

  @Test func byteOrderMarks() throws {
    let text = "é: x\nb: 🚀\n"
    let utf8 = Parsed(bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(utf8.messages == [])
    #expect(utf8.root?["é"]?.span.brief == "1:4-1:5")
    #expect(utf8.root?["é"]?.span.start.offset == 3 + 4)
    for bigEndian in [true, false] {
      let units = [0xFEFF] + Array(text.utf16)
      let bytes = units.flatMap {
        bigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      }
      let utf16 = Parsed(bytes: bytes)
      #expect(utf16.messages == [])
      #expect(utf16.root?.outline == "{é: x, b: 🚀}")
      #expect(utf16.root?["b"]?.span.brief == "2:4-2:5")
      #expect(utf16.root?["é"]?.span.start.offset == 4)
    }
  }
}
