import Diagnostics
import SpecReader
import SpecYAML

/// Collects problems of a document that isn't the user's to change. Unusable parts are left out and reported, and
/// reading continues.
final class Findings {
  var sink: DiagnosticSink
  /// The values that can't be read, which has been reported. What follows from that isn't.
  private var broken: Set<SourceSpan> = []
  /// The schemas that extend themselves, which has been reported. Several schemas may lead to them.
  private var circles: Set<Set<String>> = []
  /// What has been reported as left out, so that it is reported once.
  private var ignored: Set<SourceSpan> = []
  /// The places of examples of parameters and request bodies outside of their schemas.
  private(set) var examplesOfRequests: [SourceSpan] = []

  init(_ sink: DiagnosticSink) { self.sink = sink }

  /// Remembers the examples of a parameter, or of a media type of a body. Several operations may refer to them.
  func keepExamples(of node: YAMLNode) {
    for key in ["example", "examples"] {
      guard let span = node[key]?.occurrence, ignored.insert(span).inserted else { continue }
      examplesOfRequests.append(span)
    }
  }

  /// Reports a part of the document that is left out or simplified.
  func leaveOut(_ message: String, at node: YAMLNode) { leaveOut(message, at: node.occurrence) }

  /// Reports a part of the document that is left out or simplified.
  func leaveOut(_ message: String, at span: SourceSpan) {
    guard !broken.contains(span) else { return }
    sink.warning(.leftOut, message, at: span)
  }

  /// Reports a part that several others may refer to.
  func leaveOutOnce(_ message: String, at span: SourceSpan) {
    if ignored.insert(span).inserted { leaveOut(message, at: span) }
  }

  /// Reports a violation of the specification that doesn't prevent reading.
  func mistake(_ message: String, at node: YAMLNode) { mistake(message, at: node.occurrence) }

  /// Reports a violation of the specification that doesn't prevent reading.
  func mistake(_ message: String, at span: SourceSpan) {
    guard !broken.contains(span) else { return }
    sink.warning(.documentMistake, message, at: span)
  }

  /// Notes a part of the document that other parts say, so that it is left out. Several operations may refer to it.
  func ignore(_ message: String, at node: YAMLNode) { ignore(message, at: node.occurrence) }

  /// Notes a part of the document that other parts say, so that it is left out. Several operations may refer to it.
  func ignore(_ message: String, at span: SourceSpan) {
    guard ignored.insert(span).inserted else { return }
    sink.append(Diagnostic(.note, .leftOut, message, at: span))
  }

  /// Notes alternatives of `oneOf` with common values, which the document forbids. `reportAmbiguousUnions` finds others.
  func ambiguous(_ message: String, at node: YAMLNode) {
    sink.append(Diagnostic(.note, .ambiguousUnion, message, at: node.occurrence))
  }

  /// Reports schemas that extend one another in a circle.
  ///
  /// - Parameter keys: where they are, each with a pointer.
  func reportCircle(_ keys: [String], at node: YAMLNode) {
    guard circles.insert(Set(keys)).inserted else { return }
    let names = keys.map { abbreviate(String($0.split(separator: "/").last ?? "")) }
    let words = (names.prefix(8) + (names.count > 8 ? ["…"] : []) + names.prefix(1)).joined(separator: " → ")
    mistake(
      "'\(names.first ?? "")' extends itself (\(words)), so this reference adds nothing and is left out",
      at: node)
  }

  /// Reports that a value isn't what is expected here.
  func mismatch(_ node: YAMLNode, expected: String, for what: String) {
    mistake("expected \(expected) for \(what), found \(describe(node))", at: node)
    setBroken(node)
  }

  /// Remembers a value that can't be read, which has been reported.
  func setBroken(_ node: YAMLNode) { broken.insert(node.occurrence) }

  /// Whether a value can't be read, which has been reported.
  func isBroken(_ node: YAMLNode?) -> Bool { node.map { broken.contains($0.occurrence) } ?? false }
}
