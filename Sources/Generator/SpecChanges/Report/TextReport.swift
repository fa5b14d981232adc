import Diagnostics

/// Writes changes for people: what breaks, with the lines to write, and what behaves otherwise.
package struct TextReport {
  /// Whether to write ANSI colours.
  private let usesColor: Bool

  package init(usesColor: Bool = false) { self.usesColor = usesColor }

  /// The report; empty if nothing changed for an app.
  package func text(_ changes: VersionChanges) -> String {
    let source = changes.concerning.map(text).joined()
    let behaviour = changes.concerningBehaviour.map(text).joined()
    let sections = [
      source, section("Behaviour, without a change in source:", behaviour),
      section(
        "Wire, between an app of the old version and the new service:", changes.wire.map(text).joined()),
      section(
        "Traffic that the new version doesn't accept:",
        (changes.traffic?.contradictions ?? []).map(text).joined()),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func section(_ title: String, _ text: String) -> String { text.isEmpty ? "" : "\(title)\n\(text)" }

  private func text(_ change: WireChange) -> String {
    let place = (change.new ?? change.old).map { "\($0): " } ?? ""
    var lines = [
      "\(place)\(change.direction.rawValue)s: \(change.place): \(change.message) [\(change.verdict.rawValue)]"
    ]
    if change.new != nil, let old = change.old { lines.append("    before: \(old)") }
    return lines.map { visibleText($0) + "\n" }.joined()
  }

  private func text(_ contradiction: TrafficFindings.Contradiction) -> String {
    let place = contradiction.span.map { "\($0): " } ?? ""
    let share = "\(contradiction.count) of \(contradiction.total)"
    return visibleText(
      "\(place)\(contradiction.place): \(contradiction.message): \(share) [\(contradiction.id)]") + "\n"
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
    if let share = difference.share { text += "    traffic: \(share)\n" }
    return text + uses(difference.places ?? [])
  }

  /// `    used: Sources/App/Card.swift:41`
  private func uses(_ places: [AppPlace]) -> String {
    var lines: [String] = []
    for (line, places) in Self.byLine(places) {
      let values = Set(places.flatMap(\.values)).sorted().map(String.init)
      lines.append(line + (values.isEmpty ? "" : " (see also \(values.joined(separator: ", ")))"))
    }
    let most = 20
    let rest = lines.count - most
    return lines.prefix(rest > 1 ? most : lines.count).map { visibleText("    used: \($0)") + "\n" }.joined()
      + (rest > 1 ? "    used: at \(rest) more lines\n" : "")
  }

  private static func byLine(_ places: [AppPlace]) -> [(String, [AppPlace])] {
    var result: [(String, [AppPlace])] = []
    for place in places {
      if result.last?.0 == place.description {
        result[result.count - 1].1.append(place)
      } else {
        result.append((place.description, [place]))
      }
    }
    return result
  }

  private func line(_ mark: String, _ line: CodeLine, color: Int) -> String {
    let text = visibleText("  \(mark) \(line.text)")
    return (usesColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text) + "\n"
  }

  private func text(_ change: BehaviourChange) -> String {
    let place = (change.new ?? change.old).map { "\($0): " } ?? ""
    return visibleText("\(place)\(change.shownPlaces): \(change.after) [\(change.aspect.rawValue)]") + "\n"
      + visibleText("    before: \(change.before)") + "\n" + uses(change.appPlaces ?? [])
  }
}

extension VersionChanges {
  /// What recorded traffic contradicts, each at its place, and the whole.
  private var trafficDiagnostics: [Diagnostic] {
    guard let traffic else { return [] }
    let severity = traffic.contradicts ? Diagnostic.Severity.error : .warning
    let found = traffic.contradictions.map { contradiction in
      Diagnostic(
        severity, DiagnosticID(rawValue: contradiction.id),
        "\(contradiction.place): \(contradiction.message): \(contradiction.count) of \(contradiction.total)",
        at: contradiction.span)
    }
    guard traffic.contradicts else { return found }
    return found + [Diagnostic(.error, DiagnosticID(rawValue: "traffic"), traffic.summary, at: nil)]
  }

  /// As diagnostics at their places in the new specs: what breaks is an error.
  ///
  /// With an app, diagnostics are at the app's lines.
  package var diagnostics: [Diagnostic] {
    concerning.flatMap { difference in
      let lines =
        difference.rewrites.flatMap { rewrite in
          [rewrite.before.map { "before: \($0.text)" }, rewrite.after.map { "now: \($0.text)" }].compactMap(
            \.self)
        } + (difference.share.map { ["traffic: \($0)"] } ?? [])
      var places = difference.places.map { $0.map(\.span) } ?? []
      if places.isEmpty { places = [difference.new ?? difference.around] }
      return places.map { place in
        Diagnostic(
          .error, DiagnosticID(rawValue: difference.kind.rawValue),
          "\(difference.place): \(difference.message)", at: place, notes: lines.map { .init($0) })
      }
    }
      + wire.map { change in
        Diagnostic(
          change.verdict == .cantTell ? .note : .warning,
          DiagnosticID(rawValue: "wire-\(change.verdict.rawValue)"),
          "\(change.direction.rawValue)s: \(change.place): \(change.message)", at: change.new)
      }
      + concerningBehaviour.flatMap { change in
        (change.appPlaces.map { $0.map(\.span) } ?? [change.new ?? change.around]).map { place in
          Diagnostic(
            .note, DiagnosticID(rawValue: change.aspect.rawValue),
            "\(change.shownPlaces): \(change.after) (before: \(change.before))", at: place)
        }
      }
      + trafficDiagnostics
  }
}

extension AppPlace {
  fileprivate var span: SourceSpan? {
    let start = SourceLocation(line: line, column: column, offset: 0)
    return SourceSpan(file: file, start: start, end: start)
  }
}
