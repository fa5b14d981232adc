import Diagnostics
import FuzzHarness
import SpecYAML

/// Prints what was reported, in each of the forms.
func checkDiagnostics(_ sink: DiagnosticSink, of bytes: [UInt8]) {
  guard !sink.isEmpty else { return }
  expect(sink.errorCount <= YAMLLimits.default.errorCount + 1, "\(sink.errorCount) errors")
  let diagnostics = sink.sorted()
  for diagnostic in diagnostics {
    expect(!diagnostic.message.isEmpty, "an error without a message")
    for span in [diagnostic.span] + diagnostic.notes.map(\.span) {
      if let span { checkSpan(span, of: bytes) }
    }
  }
  let source = SourceText(bytes: bytes)
  let text = TextDiagnosticPrinter(source: { _ in source }).print(diagnostics)
  // A hostile file must not write to the terminal anything but text.
  expect(text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x09 }, "control characters in \(text)")
  expect(!JSONDiagnosticPrinter().print(diagnostics).isEmpty, "nothing printed")
  expect(!GitHubDiagnosticPrinter().print(diagnostics).isEmpty, "nothing printed")
}
