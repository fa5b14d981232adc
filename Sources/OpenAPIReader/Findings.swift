import Diagnostics
import SpecReader
import SpecYAML

/// What is found out about a document that somebody else writes: what can't be used is left out and said, and reading
/// goes on.
final class Findings {
  var sink: DiagnosticSink

  init(_ sink: DiagnosticSink) { self.sink = sink }

  /// Says that a part of the document is left out, or read as less than it says.
  func leaveOut(_ message: String, at node: YAMLNode) { leaveOut(message, at: node.occurrence) }

  /// Says that a part of the document is left out, or read as less than it says.
  func leaveOut(_ message: String, at span: SourceSpan) { sink.warning(.leftOut, message, at: span) }

  /// Says that the document breaks the specification, and how it is read all the same.
  func mistake(_ message: String, at node: YAMLNode) { mistake(message, at: node.occurrence) }

  /// Says that the document breaks the specification, and how it is read all the same.
  func mistake(_ message: String, at span: SourceSpan) { sink.warning(.documentMistake, message, at: span) }

  /// Says that a value isn't what its place expects.
  func mismatch(_ node: YAMLNode, expected: String, for what: String) {
    mistake("expected \(expected) for \(what), found \(describe(node))", at: node)
  }
}
