import Testing

@testable import TerminalText

@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("Garden_Gnome", "Garden_Gnome"),
    ("Садовый гном", "Садовый гном"),
    ("\u{1B}[31mred\u{1B}[0m", "red"),
    ("\u{1B}[2J\u{1B}[1;1Hgone", "gone"),
    ("\u{1B}]0;a window's title\u{07}name", "name"),
    ("\u{1B}]8;;https://example.com\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("\u{9B}31mC1", "C1"),
    ("\u{9D}0;title\u{9C}C1", "C1"),
    ("\u{1B}[31", "[31"),
    ("\u{1B}]0;no end", "]0;no end"),
    ("\u{1B}[3\u{1B}[31mnested", "[3nested"),
    ("\u{1B}", ""),
    ("a\r\nb\tc", "a  b c"),
    ("a\u{2028}b", "a b"),
    ("\u{202E}drawkcab\u{2066}\u{FEFF}", "drawkcab"),
    ("\u{08}\u{7F}\u{00}x", "x"),
    ("👩\u{200D}🚀", "👩\u{200D}🚀"),
  ])
  func removesWhatTerminalsActOn(text: String, expected: String) {
    #expect(String(printable: text) == expected)
  }

  @Test func isUnchangedTheSecondTime() {
    for text in ["\u{1B}\u{1B}[31m[31m", "\u{1B}[\u{1B}[31m31m", "\u{1B}]\u{1B}]0;x\u{07}0;y\u{07}z"] {
      let once = String(printable: text)
      #expect(!once.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
      #expect(String(printable: once) == once)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["\u{1B}]", "\u{9D}", "\u{1B}[1", "x\u{301}"])
  func takesNoTimeForLongText(part: String) {
    #expect(String(printable: String(repeating: part, count: 1_000_000)).unicodeScalars.count <= 4_096)
  }

  @Test func everySpanIsPrintable() {
    #expect(rendered([Line("\u{1B}[31mx\n", .green)], colors: false) == "x \n")
  }
}
