import Diagnostics

/// Writes changes as a section of a changelog: how to upgrade, what behaves otherwise, and what is new.
package struct MarkdownReport {
  /// Whether there are several modules to tell apart.
  private let namesModules: Bool
  private let changes: VersionChanges

  package init(_ changes: VersionChanges) {
    self.changes = changes
    namesModules = Set(changes.differences.map(\.module) + changes.behaviour.map(\.module)).count > 1
  }

  package var text: String {
    let sections = [upgrading, behaviour, wire, list("Added", .added), list("Deprecated", .deprecated)]
      .compactMap(
        \.self)
    return sections.isEmpty ? "Nothing changed for apps.\n" : sections.joined(separator: "\n")
  }

  /// The table of what no longer compiles.
  private var upgrading: String? {
    guard !changes.breaking.isEmpty else { return nil }
    var lines = ["## Upgrading", "", "| change | before | now |", "| --- | --- | --- |"]
    for difference in changes.breaking {
      let what =
        "\(prefix(difference.module))\(Self.cell(difference.place)): \(Self.escaped(difference.message))"
      let rewrites = difference.rewrites.isEmpty ? [Rewrite()] : difference.rewrites
      for (position, rewrite) in rewrites.enumerated() {
        let cells = [
          position == 0 ? what : "", Self.cell(rewrite.before?.text), Self.cell(rewrite.after?.text),
        ]
        lines.append("| \(cells.joined(separator: " | ")) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var behaviour: String? {
    guard !changes.behaviour.isEmpty else { return nil }
    let items = changes.behaviour.map { change in
      "- \(prefix(change.module))\(Self.escaped(change.shownPlaces)): \(Self.escaped(change.after)). Before: "
        + "\(Self.escaped(change.before)).\n"
    }
    return "## Behaviour\n\n" + items.joined()
  }

  /// The changes that concern installed apps that aren't updated.
  private var wire: String? {
    guard !changes.wire.isEmpty else { return nil }
    let items = changes.wire.map { change in
      "- \(prefix(change.module))\(Self.code(change.place)) in \(change.direction.rawValue)s: "
        + "\(Self.escaped(change.message))\(change.verdict.words).\n"
    }
    return "## Apps that aren't updated\n\n" + items.joined()
  }

  private func list(_ title: String, _ kind: ChangeKind) -> String? {
    let found = changes.differences.filter { $0.kind == kind }
    guard !found.isEmpty else { return nil }
    let items = found.map { difference in
      let line = difference.rewrites.compactMap(\.after).first.map { ": \(Self.code($0.text))" } ?? ""
      return "- \(prefix(difference.module))\(Self.code(difference.place))\(line)\n"
    }
    return "## \(title)\n\n" + items.joined()
  }

  private func prefix(_ module: String) -> String { namesModules ? "\(Self.escaped(module)): " : "" }

  /// A span of code in a table, where `|` would end a cell even within the span.
  static func cell(_ text: String?) -> String {
    text.map {
      String(String.UnicodeScalarView(code($0).unicodeScalars.flatMap { $0 == "|" ? ["\\", $0] : [$0] }))
    } ?? ""
  }

  /// A span of code, between more backticks than it has in a row.
  static func code(_ text: String) -> String {
    let text = visibleText(text)
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    guard longest > 0 else { return "`\(text)`" }
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(text) \(fence)"
  }

  /// Text whose characters mean nothing in Markdown, nor in HTML, and that notifies nobody.
  static func escaped(_ text: String) -> String {
    // Scalars, because a character may be `|` with an accent.
    visibleText(text).unicodeScalars.reduce(into: "") { result, scalar in
      if "\\`*_[]<>|#&".unicodeScalars.contains(scalar) { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
      // Where changelogs become comments, `@name` addresses somebody. A word joiner isn't seen.
      if scalar == "@" { result.unicodeScalars.append("\u{2060}") }
    }
  }
}

extension WireChange.Verdict {
  fileprivate var words: String {
    switch self {
    case .breaks: " (breaks)"
    case .mayBreak: " (may break)"
    case .cantTell: " (the specs don't say whether it breaks)"
    }
  }
}
