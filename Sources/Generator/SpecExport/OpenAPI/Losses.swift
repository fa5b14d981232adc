import Diagnostics

/// Warnings about what other tools can't read from a document. This generator reads it from extensions, unless a message denies it.
struct Losses {
  private(set) var sink = DiagnosticSink()
  private var known: Set<String> = []

  /// Adds a warning, unless the same message was added before.
  mutating func add(_ message: String, at span: SourceSpan) {
    guard known.insert(message).inserted else { return }
    sink.warning(.leftOut, message, at: span)
  }

  /// Adds a note.
  mutating func note(_ message: String, at span: SourceSpan) {
    guard known.insert(message).inserted else { return }
    sink.append(Diagnostic(.note, .leftOut, message, at: span))
  }
}
