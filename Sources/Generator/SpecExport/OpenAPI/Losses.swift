import Diagnostics

/// What a document can't say to every tool. Our own reader knows it by the extensions, unless the message says otherwise.
struct Losses {
  private(set) var sink = DiagnosticSink()
  private var known: Set<String> = []

  /// Adds one, once for all places with the same message.
  mutating func add(_ message: String, at span: SourceSpan) {
    guard known.insert(message).inserted else { return }
    sink.warning(.leftOut, message, at: span)
  }
}
