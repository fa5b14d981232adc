import Diagnostics

/// Writes changes for people: what breaks, with the lines to write, and what behaves otherwise.
package struct TextReport {
  /// Whether to write ANSI colours.
  private let usesColor: Bool

  package init(usesColor: Bool = false) { self.usesColor = usesColor }

  /// The report; empty if nothing changed for an app.
  package func text(_ changes: VersionChanges) -> String {
    let source = changes.breaking.map(text).joined()
    let behaviour = changes.behaviour.map(text).joined()
    guard !behaviour.isEmpty else { return source }
    return "\(source)\(source.isEmpty ? "" : "\n")Behaviour, without a change in source:\n\(behaviour)"
  }

  private func text(_ difference: Difference) -> String {
    let place = (difference.new ?? difference.old).map { "\($0): " } ?? ""
    var lines = ["\(place)\(difference.place): \(difference.message) [\(difference.kind.rawValue)]"]
    if difference.new != nil, let old = difference.old { lines.append("    before: \(old)") }
    var text = lines.map { visibleText($0) + "\n" }.joined()
    for rewrite in difference.rewrites {
      if let before = rewrite.before { text += line("-", before, color: 31) }
      if let after = rewrite.after { text += line("+", after, color: 32) }
    }
    return text
  }

  private func line(_ mark: String, _ line: CodeLine, color: Int) -> String {
    let text = visibleText("  \(mark) \(line.text)")
    return (usesColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text) + "\n"
  }

  private func text(_ change: BehaviourChange) -> String {
    let place = (change.new ?? change.old).map { "\($0): " } ?? ""
    return visibleText("\(place)\(change.shownPlaces): \(change.after) [\(change.aspect.rawValue)]") + "\n"
      + visibleText("    before: \(change.before)") + "\n"
  }
}

extension VersionChanges {
  /// As diagnostics at their places in the new specs: what breaks is an error.
  package var diagnostics: [Diagnostic] {
    breaking.map { difference in
      let lines = difference.rewrites.flatMap { rewrite in
        [rewrite.before.map { "before: \($0.text)" }, rewrite.after.map { "now: \($0.text)" }].compactMap(
          \.self)
      }
      return Diagnostic(
        .error, DiagnosticID(rawValue: difference.kind.rawValue),
        "\(difference.place): \(difference.message)",
        at: difference.new ?? difference.around, notes: lines.map { .init($0) })
    }
      + behaviour.map { change in
        Diagnostic(
          .note, DiagnosticID(rawValue: change.aspect.rawValue),
          "\(change.shownPlaces): \(change.after) (before: \(change.before))", at: change.new)
      }
  }
}
