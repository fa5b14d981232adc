import Diagnostics
import SpecExport
import SpecReader
import Testing

/// Modules that can't be exported: that is an error, not an empty document.
@Suite struct UnreadableExportTests {
  /// A document has a summary and what follows in one text, which is longer than what is read.
  @Test func documentsThatCannotBeReadAgainAreErrors() {
    let text = String(repeating: "word ", count: 130_000)
    let spec = ExportedSpec(
      """
      wgnapi: 1
      module: {summary: "\(text)", docs: "\(text)", servers: {main: "https://api.example.com/"}}
      endpoints:
        item: {get: items, response: string}
      """)
    var sink = DiagnosticSink()
    let texts = exportOpenAPI(spec.specs, into: &sink)
    #expect(texts.isEmpty)
    let errors = sink.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.id) == [.scalarTooLong] && errors[0].message.contains("read again"))
    #expect(errors.first?.span?.file == "Specs/Shop/module.yaml")
  }
}
