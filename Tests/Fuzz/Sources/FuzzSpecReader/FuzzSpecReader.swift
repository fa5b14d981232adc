import APIModel
import Diagnostics
import FuzzHarness
import SpecReader

/// The input is up to six files, divided by U+001E, which YAML doesn't have.
private let paths = [
  "Pets/pets.yaml", "Pets/module.yaml", "Common/common.yaml", "Common/module.yaml", "Pets/pet.schema.json",
  "Pets/tag.schema.yaml",
]

/// Any text is a spec, which is understood or gives errors.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzSpecReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  let parts = input.split(separator: 0x1E, maxSplits: paths.count - 1, omittingEmptySubsequences: false)
  let files = zip(paths, parts).map { SpecFile(path: $0, displayPath: $0, bytes: Array($1)) }
  var sink = DiagnosticSink()
  var api = readSpecs(files: files, into: &sink)
  for position in api.modules.indices { api.modules[position].normalize() }
  if !sink.hasErrors {
    api.reportUnused(into: &sink)
    expect(api.choosingStorage().modules.count == api.modules.count, "choosing storage loses modules")
  }
  check(sink.sorted(), of: files)
  return 0
}

private func check(_ diagnostics: [Diagnostic], of files: [SpecFile]) {
  let sizes = Dictionary(uniqueKeysWithValues: files.map { ($0.displayPath, $0.bytes.count) })
  for diagnostic in diagnostics {
    for span in [diagnostic.span] + diagnostic.notes.map(\.span) {
      guard let span, !span.isUnknown else { continue }
      expect(span.start <= span.end, "\(span) ends before it starts")
      // UTF-8 takes up to half as much again as UTF-16.
      expect(span.end.offset <= 2 * (sizes[span.file] ?? 0), "\(span) is beyond its file")
    }
  }
  expect(TextDiagnosticPrinter().print(diagnostics).isEmpty == diagnostics.isEmpty, "nothing printed")
}
