import APIModel
import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Modules that can't be read for `export` are errors.
@Suite struct ReadForExportTests {
  private func file(_ text: String) -> SpecFile {
    SpecFile(path: "Shop/module.yaml", displayPath: "Shop/module.yaml", bytes: Array(text.utf8))
  }

  @Test func mistakesOfConvertedSpecsAreReported() {
    var sink = DiagnosticSink()
    let text =
      "wgnapi: 1\nmodule: {servers: {main: \"https://a.example/\"}}\nendpoints:\n  a: {get: a, response: Missing}\n"
    #expect(readConverted([file(text)], SourcePlaces(), into: &sink) == nil)
    #expect(sink.diagnostics.contains { $0.severity == .error && $0.message.contains("'Missing'") })
  }

  @Test func modulesWithoutANamesakeAreErrors() {
    let span = SourceSpan.unknown(file: "")
    let (shop, till) = (Module(name: Name("Shop", span: span)), Module(name: Name("Till", span: span)))
    var sink = DiagnosticSink()
    #expect(pairs([shop], [shop], into: &sink).count == 1 && sink.isEmpty)
    #expect(pairs([shop, till], [shop], into: &sink).count == 1)
    #expect(pairs([shop], [shop, till], into: &sink).count == 1)
    #expect(sink.diagnostics.filter { $0.severity == .error && $0.message.contains("'Till'") }.count == 2)
  }
}
