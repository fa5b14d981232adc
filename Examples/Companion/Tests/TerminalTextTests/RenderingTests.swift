import Testing

@testable import TerminalText

@Suite struct RenderingTests {
  private let line: Line = [Span("tank", .red, bold: true), Span(" <&\" "), Span("坦克a", .cyan)]

  @Test func colorsAreEscapeSequences() {
    #expect(rendered([line], colors: false) == "tank <&\" 坦克a\n")
    let colored = rendered([line], colors: true)
    #expect(colored.contains("\u{1B}[36m坦克a\u{1B}[0m"))
    #expect(String(printable: colored) == "tank <&\" 坦克a ")
  }

  @Test func picturesPlaceTextByColumns() {
    let svg = Picture(of: rendered([line], colors: true), title: "a <title>").svg
    #expect(svg.contains("<title>a &lt;title&gt;</title>"))
    #expect(
      svg.contains(
        ##"x="16" y="54" textLength="33.6" lengthAdjust="spacingAndGlyphs" fill="#f7768e" font-weight="bold">tank</text>"##
      ))
    #expect(svg.contains("&lt;&amp;&quot;"))
    // Wide characters are a run of their own: nine columns of 8.4 from the margin.
    #expect(
      svg.contains(
        ##"x="91.6" y="54" textLength="33.6" lengthAdjust="spacingAndGlyphs" fill="#7dcfff">坦克</text>"##))
    #expect(
      svg.contains(
        ##"x="125.2" y="54" textLength="8.4" lengthAdjust="spacingAndGlyphs" fill="#7dcfff">a</text>"##))
  }

  @Test func picturesHaveNoControlCharacters() {
    let svg = Picture(of: "\u{1B}[31mred\u{1B}[0m \u{07}\u{1B}]0;t\u{07}", title: "\u{01}").svg
    #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
