import Diagnostics
import SpecYAML

/// Reads a file that is one YAML document, such as the settings of a project.
///
/// - Parameters:
///   - what: the file in messages: "the settings are".
///   - content: what there is at least, for an empty file.
///   - read: reads the document's root, and reports mistakes in it.
/// - Returns: nil after a mistake.
func readOneDocument<Value>(
  _ bytes: [UInt8], file: String, what: String, content: String, into sink: inout DiagnosticSink,
  read: (YAMLNode, Report) -> Value?
) -> Value? {
  var reading = DiagnosticSink()
  let documents = parseYAML(bytes: bytes, file: file, into: &reading)
  // What isn't well-formed would be misunderstood.
  guard !reading.hasErrors else {
    sink.append(contentsOf: reading)
    return nil
  }
  let report = Report(reading)
  var value: Value?
  if let second = documents.dropFirst().first {
    report.error(
      .wrongType, "\(what) one YAML document; remove the '---' before this one", at: second.occurrence)
  } else if let root = documents.first, root.text?.isEmpty != true {
    value = read(root, report)
  } else {
    report.error(.missingKey, "\(what) empty; write at least \(content)", at: .unknown(file: file))
  }
  let isRight = !report.sink.hasErrors
  sink.append(contentsOf: report.takeDiagnostics())
  return isRight ? value : nil
}
