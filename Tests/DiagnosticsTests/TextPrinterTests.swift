import Diagnostics
import Testing

@Suite struct TextPrinterTests {
  private func excerpt(_ source: String, _ span: SourceSpan, width: Int = 100) -> [String] {
    let printer = TextDiagnosticPrinter(maximumWidth: width, source: { _ in SourceText(source) })
    let text = printer.print(Diagnostic(.error, .yamlSyntax, "m", at: span))
    return text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func printsLikeACompiler() {
    let diagnostic = Diagnostic(
      .error, DiagnosticID(rawValue: "unknown-type"), "unknown type 'integr'",
      at: span("Specs/a.yaml", 14, 9, to: 15),
      notes: [Diagnostic.Note("first defined here", at: span("Specs/a.yaml", 2, 1))], suggestion: "integer")
    #expect(
      TextDiagnosticPrinter().print([diagnostic]) == """
        Specs/a.yaml:14:9: error: unknown type 'integr' [unknown-type]; did you mean 'integer'?
        Specs/a.yaml:2:1: note: first defined here

        """)
  }

  @Test func placesThatAreUnknownAreLeftOut() {
    let printer = TextDiagnosticPrinter()
    #expect(printer.print(Diagnostic(.warning, .yamlSyntax, "m")) == "warning: m [yaml-syntax]\n")
    let whole = Diagnostic(.error, .fileTooLarge, "m", at: .unknown(file: "a.yaml"))
    #expect(printer.print(whole) == "a.yaml: error: m [file-too-large]\n")
  }

  @Test func findsTheTextOfAFileOnce() {
    final class Calls: @unchecked Sendable { var paths: [String] = [] }
    let calls = Calls()
    let printer = TextDiagnosticPrinter(source: { path in
      calls.paths.append(path)
      return path == "a" ? SourceText("one: 1\n") : nil
    })
    let diagnostics = ["a", "b", "a", "b", "a"].map {
      Diagnostic(.error, .yamlSyntax, "m", at: span($0, 1, 1))
    }
    let text = printer.print(diagnostics)
    #expect(text.split(separator: "\n").filter { $0.contains("one: 1") }.count == 3)
    #expect(calls.paths == ["a", "b"])
  }

  @Test func showsLineAndUnderline() {
    let printer = TextDiagnosticPrinter(source: { $0 == "a" ? SourceText("one: 1\r\n  two: integr\n") : nil })
    let diagnostic = Diagnostic(
      .error, .yamlSyntax, "m", at: span("a", 2, 8, to: 14),
      notes: [.init("n", at: span("a", 1, 1)), .init("o", at: span("elsewhere", 1, 1))])
    #expect(
      printer.print(diagnostic) == """
        a:2:8: error: m [yaml-syntax]
           2 |   two: integr
             |        ^~~~~~
        a:1:1: note: n
           1 | one: 1
             | ^
        elsewhere:1:1: note: o

        """)
  }

  @Test func sourceCanBeLeftOut() {
    let printer = TextDiagnosticPrinter(showsSource: false, source: { _ in SourceText("x") })
    #expect(
      printer.print(Diagnostic(.error, .yamlSyntax, "m", at: span("a", 1, 1)))
        == "a:1:1: error: m [yaml-syntax]\n")
  }

  @Test func tabsAndWideCharactersKeepTheCaretInPlace() {
    #expect(excerpt("\ta\tb: x", span("a", 1, 4)) == ["   1 |     a   b: x", "     |         ^"])
    #expect(excerpt("坦克: x", span("a", 1, 5)) == ["   1 | 坦克: x", "     |       ^"])
    #expect(excerpt("e\u{301}e: x", span("a", 1, 6)) == ["   1 | e\u{301}e: x", "     |     ^"])
  }

  @Test func spansOfSeveralLinesEndWithTheFirst() {
    let span = SourceSpan(
      file: "a", start: SourceLocation(line: 1, column: 3, offset: 2),
      end: SourceLocation(line: 3, column: 1, offset: 20))
    #expect(excerpt("ab: [1,\n2,\n]", span) == ["   1 | ab: [1,", "     |   ^~~~~"])
  }

  @Test func endOfLineAndBeyondStayInTheLine() {
    #expect(excerpt("abc", span("a", 1, 4)) == ["   1 | abc", "     |    ^"])
    #expect(excerpt("abc", span("a", 1, 400)).last?.hasSuffix("^") == true)
    #expect(excerpt("abc", span("a", 9, 1)) == [])
    #expect(excerpt("", span("a", 1, 1)) == ["   1 | ", "     | ^"])
  }

  @Test func longLinesAreCutAroundTheCaret() throws {
    let line = String(repeating: "a", count: 5000) + "X" + String(repeating: "b", count: 5000)
    let lines = excerpt(line, span("a", 1, 5001, to: 5002), width: 40)
    let text = try #require(lines.first)
    let underline = try #require(lines.last)
    #expect(text.count <= 40 + 9)
    let caret = try #require(underline.firstIndex(of: "^"))
    let column = underline.distance(from: underline.startIndex, to: caret)
    #expect(Array(text)[column] == "X")
    #expect(text.hasSuffix("…") && text.contains("| …"))
    #expect(
      excerpt(line, span("a", 1, 1), width: 40).first == "   1 | " + String(repeating: "a", count: 40) + "…")
  }

  @Test func hostileTextIsMadeVisible() {
    let hostile = "a\u{1B}[31m\u{202E}b\u{200B}\u{7F}\u{9B}\n\u{E0041}\u{FE0F}"
    let safe = "a<U+001B>[31m<U+202E>b<U+200B><U+007F><U+009B><U+000A><U+E0041><U+FE0F>"
    #expect(visibleText(hostile) == safe)
    let diagnostic = Diagnostic(
      .error, .yamlSyntax, hostile, at: span("p\u{1B}", 1, 1), notes: [.init(hostile)], suggestion: hostile)
    let text = TextDiagnosticPrinter().print(diagnostic)
    #expect(text == "p<U+001B>:1:1: error: \(safe) [yaml-syntax]; did you mean '\(safe)'?\nnote: \(safe)\n")
    #expect(excerpt("\u{1B}: x", span("a", 1, 2)) == ["   1 | <U+001B>: x", "     |         ^"])
  }

  @Test func visibleTextKeepsOrdinaryText() {
    #expect(visibleText("Größe 坦克 🚀 é") == "Größe 坦克 🚀 é")
  }

  @Test func colours() {
    let printer = TextDiagnosticPrinter(usesColor: true)
    let text = printer.print(Diagnostic(.error, .yamlSyntax, "m", at: span("a", 1, 1)))
    #expect(
      text == "\u{1B}[1ma:1:1:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m m \u{1B}[2m[yaml-syntax]\u{1B}[0m\n")
  }

  @Test func sourceTextReadsEncodingsAndLineBreaks() {
    func lines(_ bytes: [UInt8]) -> [String] {
      let source = SourceText(bytes: bytes)
      return (1...source.lineCount).map { String(decoding: source.line($0) ?? [], as: UTF8.self) }
    }
    #expect(lines(Array("a\nb\r\nc\rd".utf8)) == ["a", "b", "c", "d"])
    #expect(lines([0xEF, 0xBB, 0xBF, 0x61]) == ["a"])
    #expect(lines([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0xE9, 0]) == ["a", "é"])
    #expect(lines([0xFE, 0xFF, 0, 0x61, 0]) == ["a"])
    #expect(lines([]) == [""])
    #expect(SourceText("a").line(0) == nil)
    #expect(SourceText("a").line(2) == nil)
  }
}
