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
  var result = read(source, limits)
  var spaces = FlowSpaces()
  for pass in 0..<min(100, max(4, maximumBytesReadAgain / max(1, bytes.count))) {
    guard let refusal = result.refusal else { break }
    // Most files need a second pass only.
    var more = spaces.adding(
      .init(source.bytes, from: refusal.colon, level: refusal.level, readsOn: pass == 0))
    var next = read(source.with(more), limits)
    if pass == 0, !next.isSound {
      more = .init(source.bytes, from: refusal.colon, level: refusal.level, readsOn: false)
      next = read(source.with(more), limits)
    }
    guard next.isSound, next.refusal.map({ $0.colon > refusal.colon }) ?? true else { break }
    (spaces, result) = (more, next)
  }
  sink.append(contentsOf: result.sink)
  return (result.documents, result.isComplete)
}

/// The number of bytes that may be read again because of missing spaces.
private let maximumBytesReadAgain = 64 << 20

/// What was read of a file.
private struct Reading {
  var documents: [YAMLNode]
  var isComplete: Bool
  var sink: DiagnosticSink
  /// The `:` that libyaml refuses because no space follows it, and the number of brackets around it.
  var refusal: (colon: Int, level: Int)?
  /// Whether the spaces that were added are in no text.
  var isSound = true
}

private func read(_ source: DecodedSource, _ limits: YAMLLimits) -> Reading {
  let changed = source.spaces.isEmpty ? nil : source.spaces.inserted(into: source.bytes[source.textStart...])
  return (changed ?? source.bytes).withUnsafeBufferPointer { buffer in
    let text = changed == nil ? UnsafeBufferPointer(rebasing: buffer[source.textStart...]) : buffer
    let reader = EventReader(text)
    var builder = TreeBuilder(source: source, limits: limits)
    let isComplete = builder.build(from: reader)
    var result = Reading(documents: builder.documents, isComplete: isComplete, sink: builder.sink)
    if changed != nil {
      result.isSound = FlowSpaces.areBetweenTokens(source.insertedScalars, TokenReader(text))
    }
    guard isComplete else {
      result.refusal = reader.refusedColon.flatMap { mark, level in
        let colon = source.location(of: mark).offset
        let next = colon + 1 < source.bytes.count ? source.bytes[colon + 1] : 0
        return ",[]{}".utf8.contains(next) ? (colon, level) : nil
      }
      return result
    }
    let misreadings = findMisreadings(in: source, TokenReader(text), limits)
    result.sink.append(contentsOf: misreadings)
    if misreadings.contains(where: { $0.severity == .error }) {
      (result.documents, result.isComplete) = ([], false)
    }
    return result
  }
}
