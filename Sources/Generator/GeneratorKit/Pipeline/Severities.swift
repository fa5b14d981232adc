import Diagnostics

/// The severities that count, by the options of a run.
package struct Severities: Sendable {
  /// Whether warnings are errors.
  package var warningsAsErrors: Bool
  /// Whether mistakes in documents are errors, and what is ambiguous.
  package var isStrict: Bool

  package init(warningsAsErrors: Bool = false, isStrict: Bool = false) {
    (self.warningsAsErrors, self.isStrict) = (warningsAsErrors, isStrict)
  }

  /// What is said of documents that somebody else writes.
  private static let ofDocuments: Set<DiagnosticID> = [
    .leftOut, .documentMistake, .unresolvedReference, .unusedOverride, .endlessSchema,
  ]

  /// The diagnostics with the severities that count.
  package func judge(_ found: [Diagnostic]) -> [Diagnostic] {
    guard warningsAsErrors || isStrict else { return found }
    return found.map { diagnostic in
      var diagnostic = diagnostic
      if diagnostic.severity == .warning, warningsAsErrors || Self.ofDocuments.contains(diagnostic.id) {
        diagnostic.severity = .error
      }
      if isStrict, diagnostic.id == .ambiguousUnion { diagnostic.severity = .error }
      return diagnostic
    }
  }
}
