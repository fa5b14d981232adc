import APIModel
import Diagnostics
import SpecReader
import Testing

@Suite struct BadSpecsTests {
  @Test(arguments: GoldenSpecs.all)
  func `every mistake is reported as recorded`(_ golden: GoldenSpecs) throws {
    var sink = DiagnosticSink()
    _ = readSpecs(files: try golden.files(), into: &sink)
    let text = TextDiagnosticPrinter(showsSource: false).print(sink.sorted())
    if GoldenSpecs.isRecording {
      try golden.record(text)
      Issue.record("recorded \(golden.name)")
    } else {
      let expected = try #require(golden.expected, "no expected.txt; record it with WGNAPI_RECORD=1")
      #expect(text == expected)
    }
    #expect(!sink.isEmpty, "the case \(golden.name) reports nothing")
  }

  @Test func `there are cases`() {
    #expect(GoldenSpecs.all.count >= 60)
  }
}
