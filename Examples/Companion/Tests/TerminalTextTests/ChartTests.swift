import Testing

@testable import TerminalText

@Suite struct ChartTests {
  @Test(
    arguments: [
      ([], nil, ""), ([1, 2, 3, 4, 5, 6, 7, 8], nil, "▁▂▃▄▅▆▇█"), ([8, 1], nil, "█▁"),
      ([5, 5, 5], nil, "▄▄▄"),
      ([9_000, 9_001], nil, "▁█"), ([9_000, 9_001], 0, "██"), ([0, 50, 100], 0, "▁▅█"), ([0, 0], 0, "▄▄"),
      ([1, .nan, 2], nil, "▁ █"), ([.infinity], nil, " "),
      ([-.greatestFiniteMagnitude, .greatestFiniteMagnitude], nil, "▁▁"),
    ] as [([Double], Double?, String)])
  func sparklines(values: [Double], base: Double?, expected: String) {
    #expect(sparkline(values, from: base) == expected)
  }

  @Test(
    arguments: [(0, ""), (1, "████"), (0.5, "██"), (0.53125, "██▏"), (2, "████"), (-1, ""), (.nan, "")]
      as [(Double, String)])
  func bars(share: Double, expected: String) { #expect(bar(share, columns: 4) == expected) }

  @Test func progress() {
    let progress = ProgressBar(of: "pages")
    #expect(progress.text(done: 13, of: 20, width: 40) == "▕██████████▍     ▏  65%  pages 13 of 20")
    #expect(progress.text(done: 3, of: nil, width: 40) == "pages 3")
    #expect(progress.text(done: 3, of: 0, width: 40) == "pages 3")
    #expect(progress.text(done: 3, of: 4, width: 20) == "75% pages 3 of 4")
    for done in [-1, 0, 7, 20, 21, Int.max] {
      for width in [1, 10, 24, 80] {
        #expect(progress.text(done: done, of: 20, width: width).columns <= width)
      }
    }
    #expect(progress.text(done: Int.max, of: Int.max, width: 80).contains(" 100%  "))
  }
}
