import Diagnostics
import Foundation
import GeneratorKit

/// What became of the files of an inferred spec.
package enum InferredOutcome: Sendable {
  case written([String])
  /// Files exist and differ, so nothing was written. The difference is as `diff -u` shows it.
  case differs(String)
  case failed([Diagnostic])
}

/// Writes the files of an inferred spec, unless some exist and differ.
package func writeInferred(_ spec: InferredSpec, into folder: String, diff: UnifiedDiff) -> InferredOutcome {
  var texts = ""
  for file in spec.files {
    let path = "\(folder)/\(file.path)"
    guard let old = FileManager.default.contents(atPath: path) else { continue }
    texts += diff.text(old: [UInt8](old), new: Array(file.text.utf8), path: path)
  }
  guard texts.isEmpty else { return .differs(texts) }
  var sink = DiagnosticSink()
  let written = writeConverted(spec.files, into: folder, sink: &sink)
  return sink.hasErrors ? .failed(sink.diagnostics) : .written(written)
}
