import APIModel
import Diagnostics
import SpecYAML

/// The diagnostics of one run, shared by all readers.
final class Report {
  var sink: DiagnosticSink

  /// The names that were read so far, for editors.
  var places: [NamePlace] = []

  /// Positions that the YAML reader has reported. The placeholder nodes there aren't the user's.
  private var brokenPlaces: Set<SourceSpan> = []

  /// The remaining comparisons for suggestions. Without a limit, a spec full of mistakes would take hours.
  private var comparisons = 1_000_000

  private static let maximumErrors = 2000

  init(_ sink: DiagnosticSink) { self.sink = sink }

  /// Whether the maximum number of errors has been reported.
  var isFull: Bool { sink.errorCount >= Self.maximumErrors }

  /// Suppresses further errors at the positions that have been reported so far.
  func rememberBrokenPlaces() {
    brokenPlaces = Set(sink.diagnostics.compactMap(\.span).filter { !$0.isUnknown })
  }

  /// Forgets what is found meanwhile.
  func ignoring(_ body: () -> Void) { keep({ _ in false }, body) }

  /// Keeps only some of what is found meanwhile.
  func keep(_ isWanted: (Diagnostic) -> Bool, _ body: () -> Void) {
    let count = sink.diagnostics.count
    body()
    let found = sink.diagnostics[count...]
    guard !found.allSatisfy(isWanted) else { return }
    var kept = DiagnosticSink()
    kept.append(contentsOf: sink.diagnostics[..<count])
    kept.append(contentsOf: found.filter(isWanted))
    sink = kept
  }

  func isBroken(_ node: YAMLNode) -> Bool {
    node.text?.isEmpty == true && brokenPlaces.contains(node.occurrence)
  }

  func error(
    _ id: DiagnosticID, _ message: String, at span: SourceSpan?, notes: [Diagnostic.Note] = [],
    suggestion: String? = nil
  ) {
    guard !isFull else { return }
    sink.error(id, message, at: span, notes: notes, suggestion: suggestion)
    if isFull {
      sink.error(
        .tooManyErrors, "the specs have at least \(Self.maximumErrors) mistakes; the rest are not reported")
    }
  }

  /// Whether collecting candidates for suggestions is still worthwhile.
  var suggests: Bool { comparisons > 0 && !isFull }

  /// Reports a property that isn't there, and says which are, unless one of them is meant or there are many.
  func noProperty(_ name: String, of owner: String, known: some Collection<String>, at span: SourceSpan) {
    let suggestion = suggestion(for: name, in: known)
    let names = known.sorted().map { "'\(abbreviate($0))'" }
    let isShort = suggestion == nil && (1...6).contains(names.count)
    let others = isShort ? "; it has \(names.joined(separator: ", "))" : ""
    error(
      .unknownProperty, "\(owner) has no property '\(abbreviate(name))'\(others)", at: span,
      suggestion: suggestion)
  }

  /// The candidate that `word` was probably meant to be.
  func suggestion(for word: String, in candidates: some Collection<String>) -> String? {
    guard suggests else { return nil }
    comparisons -= candidates.count
    return closestMatch(to: word, in: candidates)
  }

  func warning(
    _ id: DiagnosticID, _ message: String, at span: SourceSpan?, notes: [Diagnostic.Note] = [],
    suggestion: String? = nil
  ) {
    sink.warning(id, message, at: span, notes: notes, suggestion: suggestion)
  }

  /// Reports that `node` isn't what is expected here.
  func mismatch(_ node: YAMLNode, expected: String, for what: String? = nil, hint: String? = nil) {
    guard !isBroken(node) else { return }
    let place = what.map { " for \($0)" } ?? ""
    let tail = (hint ?? Self.digits(of: node, insteadOf: expected)).map { "; \($0)" } ?? ""
    error(.wrongType, "expected \(expected)\(place), found \(describe(node))\(tail)", at: node.occurrence)
  }

  /// A hint for `10_000`, which is a number in Swift and was one in YAML 1.1.
  private static func digits(of node: YAMLNode, insteadOf expected: String) -> String? {
    guard let text = node.text, text.contains("_"),
      expected.hasSuffix("integer") || expected.hasSuffix("number")
    else { return nil }
    let digits = text.filter { $0 != "_" }
    return Int(digits) == nil ? nil : "write \(digits), because YAML's numbers contain no '_'"
  }

  /// Reports a duplicate definition.
  func duplicate(_ what: String, at span: SourceSpan, first: SourceSpan) {
    error(
      .duplicateName, "\(what) is defined twice", at: span, notes: [.init("first defined here", at: first)])
  }

  /// Reports a name that isn't defined.
  func unknown(
    _ id: DiagnosticID, _ kind: String, _ name: Name, among candidates: some Collection<String>,
    tail: String = "",
    notes: [Diagnostic.Note] = []
  ) {
    let suggestion = suggestion(for: name.text, in: candidates)
    let place = tail.isEmpty && notes.isEmpty && suggestion == nil ? Self.place(of: kind) : nil
    error(
      id, "unknown \(kind) '\(abbreviate(name.text))'\(tail)\(place.map { "; define it under \($0)" } ?? "")",
      at: name.span, notes: notes, suggestion: suggestion)
  }

  /// Where what has a name is defined.
  private static func place(of kind: String) -> String? {
    switch kind {
    case "error": "'errors' of the module or the endpoint, with its code"
    case "envelope": "'envelopes'"
    case "server": "'servers' of the module"
    case "parameter": "'parameters'"
    case "credential": "'credentials' of the module"
    default: nil
    }
  }
}

/// A node in messages: "the string 'maybe'", "a mapping", "nothing".
package func describe(_ node: YAMLNode) -> String {
  node.scalar.map(describe) ?? (node.items == nil ? "a mapping" : "a list")
}

/// A scalar in messages.
package func describe(_ scalar: YAMLScalar) -> String {
  if scalar.text.isEmpty { return scalar.style == .plain ? "nothing" : "an empty string" }
  let kind =
    switch scalar.coreType {
    case .null: "null"
    case .boolean: "the boolean"
    case .integer: "the integer"
    case .float: "the number"
    case .string: "the string"
    }
  return scalar.coreType == .null ? kind : "\(kind) '\(abbreviate(scalar.text))'"
}

/// "'a', 'b' or 'c'".
package func alternatives(_ names: some Sequence<String>, last: String = "or") -> String {
  let quoted = names.map { "'\($0)'" }
  guard quoted.count > 1, let end = quoted.last else { return quoted.joined() }
  return quoted.dropLast().joined(separator: ", ") + " \(last) " + end
}
