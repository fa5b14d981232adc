import Diagnostics
import FuzzHarness
import SpecYAML

/// Any bytes are a file, which gives trees or errors. Both are looked at from all sides.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzSpecYAML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var sink = DiagnosticSink()
  let documents = parseYAML(bytes: bytes, file: "fuzzed.yaml", into: &sink)
  checkTrees(documents, of: bytes)
  checkDiagnostics(sink, of: bytes)
  checkSameInUTF16(documents, sink, of: bytes)
  checkJSON(bytes, documents, sink)
  return 0
}
