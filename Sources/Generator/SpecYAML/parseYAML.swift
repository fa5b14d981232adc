import Diagnostics

/// Parses a YAML file into one tree per document.
///
/// The file may be UTF-8, with or without a byte order mark, or UTF-16 with one. In spans, lines and columns
/// are those of the text; a byte offset counts the file's own bytes for UTF-8 (with the byte order mark), and
/// for UTF-16 the bytes of the text re-encoded as UTF-8 without the mark.
///
/// - Parameters:
///   - bytes: the whole file.
///   - file: the path in spans.
///   - limits: the limits for reading.
///   - sink: receives the errors. Syntax errors and exceeded limits are fatal; mistakes that leave the structure
///     clear, such as a duplicate key, aren't.
/// - Returns: the documents' roots. An empty file, or one with only comments, has no documents. An empty document
///   between `---` markers is an empty plain scalar, which is null. After a fatal error, the documents that ended
///   before it.
public func parseYAML(
  bytes: [UInt8], file: String, limits: YAMLLimits = .default, into sink: inout DiagnosticSink
) -> [YAMLNode] {
  readYAML(bytes: bytes, file: file, limits: limits, into: &sink).documents
}

/// `parseYAML`, which also returns whether the end of the file was reached.
func readYAML(
  bytes: [UInt8], file: String, limits: YAMLLimits, into sink: inout DiagnosticSink
) -> (documents: [YAMLNode], isComplete: Bool) {
  guard let source = decodeSource(bytes, file: file, limits: limits, into: &sink) else { return ([], false) }
  return source.bytes.withUnsafeBufferPointer { buffer in
    let text = UnsafeBufferPointer(rebasing: buffer[source.textStart...])
    let reader = EventReader(text)
    var builder = TreeBuilder(source: source, limits: limits)
    let isComplete = builder.build(from: reader)
    sink.append(contentsOf: builder.sink)
    let misreadings = isComplete ? findMisreadings(in: source, TokenReader(text), limits) : []
    sink.append(contentsOf: misreadings)
    guard !misreadings.contains(where: { $0.severity == .error }) else { return ([], false) }
    return (builder.documents, isComplete)
  }
}
