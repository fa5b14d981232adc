import Testing

@testable import SpecChanges

/// What a changelog says stays text, in Markdown and on pages that show it.
@Suite struct MarkdownReportTests {
  @Test func codeStaysCode() {
    #expect(MarkdownReport.code("a | b") == "`a | b`")
    #expect(MarkdownReport.code("a `b` c") == "`` a `b` c ``")
    #expect(MarkdownReport.code("a ``b") == "``` a ``b ```")
  }

  @Test func codeStaysInItsCell() {
    #expect(MarkdownReport.cell("a | b") == "`a \\| b`")
    #expect(MarkdownReport.cell("a |\u{301} b") == "`a \\|\u{301} b`")
    #expect(MarkdownReport.cell(nil) == "")
  }

  @Test func textStaysText() {
    #expect(MarkdownReport.escaped("<b> [x](y) |\u{301}") == "\\<b\\> \\[x\\](y) \\|\u{301}")
  }

  @Test func nobodyIsAddressed() {
    #expect(MarkdownReport.escaped("ask @octocat") == "ask @\u{2060}octocat")
  }
}
