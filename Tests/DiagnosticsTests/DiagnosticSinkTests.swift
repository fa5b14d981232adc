import Diagnostics
import Foundation
import Testing

func span(_ file: String, _ line: Int, _ column: Int, to endColumn: Int? = nil) -> SourceSpan {
  SourceSpan(
    file: file, start: SourceLocation(line: line, column: column, offset: 0),
    end: SourceLocation(line: line, column: endColumn ?? column + 1, offset: 0))
}

@Suite struct DiagnosticSinkTests {
  @Test func sortsByFileLineColumnAndID() {
    var sink = DiagnosticSink()
    sink.error(.yamlSyntax, "g", at: span("b.yaml", 1, 1))
    sink.error(.yamlSyntax, "f", at: span("a.yaml", 10, 1))
    sink.error(.yamlSyntax, "e", at: span("a.yaml", 2, 5))
    sink.error(.duplicateKey, "d", at: span("a.yaml", 2, 5))
    sink.warning(.yamlSyntax, "c", at: span("a.yaml", 2, 1))
    sink.error(.yamlSyntax, "b", at: .unknown(file: "a.yaml"))
    sink.error(.yamlSyntax, "a")
    #expect(sink.sorted().map(\.message) == ["a", "b", "c", "d", "e", "f", "g"])
  }

  @Test func equalPlacesKeepTheirOrderAndDuplicatesGo() {
    var sink = DiagnosticSink()
    for message in ["z", "y", "z", "x"] { sink.error(.yamlSyntax, message, at: span("a", 1, 1)) }
    #expect(sink.sorted().map(\.message) == ["z", "y", "x"])
    #expect(sink.diagnostics.count == 4)
  }

  @Test func onlyErrorsAreErrors() {
    var sink = DiagnosticSink()
    #expect(sink.isEmpty)
    sink.warning(.yamlSyntax, "w")
    sink.append(Diagnostic(.note, .yamlSyntax, "n"))
    #expect(!sink.hasErrors)
    var other = DiagnosticSink()
    other.error(.yamlSyntax, "e", suggestion: "s")
    sink.append(contentsOf: other)
    #expect(sink.hasErrors)
    #expect(sink.errorCount == 1)
    #expect(sink.diagnostics.map(\.message) == ["w", "n", "e"])
  }

  @Test func summary() {
    let error = Diagnostic(.error, .yamlSyntax, "e")
    let warning = Diagnostic(.warning, .yamlSyntax, "w")
    let note = Diagnostic(.note, .yamlSyntax, "n")
    #expect(summaryLine(for: [error, warning, error, note]) == "2 errors, 1 warning")
    #expect(summaryLine(for: [error]) == "1 error")
    #expect(summaryLine(for: [warning, warning]) == "2 warnings")
    #expect(summaryLine(for: [note]) == "no errors")
  }

  @Test func spansAreCodable() throws {
    let original = span("a.yaml", 3, 4, to: 9)
    #expect(try JSONDecoder().decode(SourceSpan.self, from: JSONEncoder().encode(original)) == original)
    #expect(original.description == "a.yaml:3:4")
    #expect(SourceSpan.unknown(file: "a.yaml").description == "a.yaml")
  }
}
