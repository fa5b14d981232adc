import Testing

@testable import TerminalText

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("tank", 4), ("танк", 4), ("坦克", 4), ("戦車", 4), ("탱크", 4), ("ｔａｎｋ", 8), ("e\u{301}", 1),
    ("\u{301}", 0), ("🇺🇦", 2), ("👩\u{200D}🚀", 2), ("❤\u{FE0F}", 2), ("★", 1), ("▅", 1), ("ไทย", 3),
  ])
  func columns(text: String, expected: Int) { #expect(text.columns == expected) }

  @Test(arguments: [
    ("tank", 4, "tank"), ("tanks", 4, "tan…"), ("坦克世界", 8, "坦克世界"), ("坦克世界", 7, "坦克世…"), ("坦克世界", 6, "坦克…"),
    ("tank", 1, "…"), ("tank", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func truncation(text: String, limit: Int, expected: String) {
    #expect(text.truncated(toColumns: limit) == expected)
  }

  @Test func linesAreCutOffInTheRightSpan() {
    let line: Line = [Span("坦克", .red), Span("世界", .green)]
    #expect(line.truncated(toColumns: 8) == line)
    #expect(line.truncated(toColumns: 7) == [Span("坦克", .red), Span("世…", .green)])
    for limit in 0...8 { #expect(line.truncated(toColumns: limit).columns <= limit) }
    #expect(Line([Span("ab"), Span("cd")]).truncated(toColumns: 2).spans.map(\.text).joined() == "a…")
  }
}
