import Testing

@testable import TerminalText

@Suite struct TableTests {
  private var table: Table {
    var table = Table(columns: [.init("NAME", isFlexible: true), .init("WON", .right), .init("WHEN")])
    table.add("Garden_Gnome", "53.4%", "now")
    table.add("坦克世界", "7.0%", "2 hours ago")
    table.add("Гном", "–", "")
    return table
  }

  @Test func alignsByColumnsOfTheTerminal() {
    let text = rendered(table.lines(width: 80), colors: false)
    #expect(
      text == """
        NAME            WON  WHEN
        Garden_Gnome  53.4%  now
        坦克世界       7.0%  2 hours ago
        Гном              –  \n
        """)
  }

  @Test func shortensFlexibleColumns() {
    let lines = table.lines(width: 28)
    #expect(lines.map(\.columns).max() == 28)
    #expect(lines[1].spans.first?.text == "Garden_…")
    #expect(lines[2].spans.first?.text == "坦克世界")
  }

  @Test func leavesOutOptionalColumnsFromTheRight() {
    var table = Table(columns: [
      .init("NAME", isFlexible: true), .init("ID", isOptional: true), .init("WON", .right),
      .init("WHEN", isOptional: true),
    ])
    table.add("Garden_Gnome", "1001", "53.4%", "now")
    let titles = { (width: Int) in
      rendered(table.lines(width: width), colors: false).split(separator: "\n")[0]
    }
    #expect(titles(80) == "NAME          ID      WON  WHEN")
    #expect(titles(27) == "NAME      ID      WON  WHEN")
    #expect(titles(26) == "NAME          ID      WON")
    #expect(titles(20) == "NAME            WON")
    #expect(table.lines(width: 12).allSatisfy { $0.columns <= 12 })
  }

  @Test func neverGetsWiderThanTheTerminal() {
    for width in 1...40 {
      #expect(table.lines(width: width).allSatisfy { $0.columns <= width })
    }
  }

  @Test func cardsHaveAFrameOfOneWidth() {
    var card = Card([Span("坦克", .cyan), Span(" 1001")])
    card.add("Rating", "8,214")
    card.add("Clan", Line(String(repeating: "長", count: 30)))
    for width in 20...90 {
      let widths = Set(card.lines(width: width).map(\.columns))
      #expect(widths.count == 1)
      #expect(widths.allSatisfy { $0 <= width })
    }
  }
}
