import Diagnostics
import SpecReader
import SpecYAML

/// Collects problems of a document that isn't the user's to change. Unusable parts are left out and reported, and
/// reading continues.
final class Findings {
  var sink: DiagnosticSink

  init(_ sink: DiagnosticSink) { self.sink = sink }

  /// Reports a part of the document that is left out or simplified.
  func leaveOut(_ message: String, at node: YAMLNode) { leaveOut(message, at: node.occurrence) }

  /// Reports a part of the document that is left out or simplified.
  func leaveOut(_ message: String, at span: SourceSpan) { sink.warning(.leftOut, message, at: span) }

  /// Reports a violation of the specification that doesn't prevent reading.
  func mistake(_ message: String, at node: YAMLNode) { mistake(message, at: node.occurrence) }

  /// Reports a violation of the specification that doesn't prevent reading.
  func mistake(_ message: String, at span: SourceSpan) { sink.warning(.documentMistake, message, at: span) }

  /// Reports that a value isn't what is expected here.
  func mismatch(_ node: YAMLNode, expected: String, for what: String) {
    mistake("expected \(expected) for \(what), found \(describe(node))", at: node)
  }
}
