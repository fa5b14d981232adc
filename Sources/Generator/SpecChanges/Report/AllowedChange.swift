import APIModel
import Diagnostics

/// A change that the project accepts.
package struct AllowedChange: Sendable {
  package var kind: ChangeKind
  /// Its place, as reports name it; nil for all places.
  package var place: String?
  /// Where the settings list it.
  package var span: SourceSpan

  package init(kind: ChangeKind, place: String?, span: SourceSpan) {
    (self.kind, self.place, self.span) = (kind, place, span)
  }
}

extension VersionChanges {
  /// Leaves out what is accepted, and counts it.
  ///
  /// - Returns: What was accepted although nothing matches it.
  package mutating func accept(_ allowed: [AllowedChange]) -> [AllowedChange] {
    func accepts(_ change: AllowedChange, _ difference: Difference) -> Bool {
      change.kind == difference.kind && (change.place == nil || change.place == difference.place)
    }
    let unmatched = allowed.filter { change in !differences.contains { accepts(change, $0) } }
    let count = differences.count
    differences.removeAll { difference in allowed.contains { accepts($0, difference) } }
    accepted += count - differences.count
    return unmatched
  }
}
