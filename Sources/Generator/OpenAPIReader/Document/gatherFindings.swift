import Diagnostics

/// Replaces many warnings of one kind by the first, with their number and the lines of some others.
///
/// A tool that writes documents makes the same mistake everywhere. What is reported a few times is kept as it is.
func gatherFindings(_ diagnostics: some Sequence<Diagnostic>) -> [Diagnostic] {
  var seen: Set<Diagnostic> = []
  var kinds: [FindingKind: [Diagnostic]] = [:]
  var order: [FindingKind] = []
  for diagnostic in diagnostics where seen.insert(diagnostic).inserted {
    let kind = FindingKind(diagnostic)
    if kinds[kind] == nil { order.append(kind) }
    kinds[kind, default: []].append(diagnostic)
  }
  return order.flatMap { kind -> [Diagnostic] in
    let all = kinds[kind] ?? []
    guard all.count > mostOfOneKind, let first = all.first, first.severity != .error else { return all }
    let lines = all.dropFirst().compactMap { $0.span?.start.line }
    let shown = lines.prefix(mostLines).map(String.init).joined(separator: ", ")
    let rest = lines.count > mostLines ? ", …" : ""
    return [
      Diagnostic(
        first.severity, first.id,
        "\(first.message) (and \(all.count - 1) more like it, in lines \(shown)\(rest))",
        at: first.span, notes: first.notes, suggestion: first.suggestion)
    ]
  }
}

/// How many findings of one kind are listed one by one.
private let mostOfOneKind = 20
private let mostLines = 10

/// What findings have in common that differ only in names, paths and numbers.
private struct FindingKind: Hashable {
  var file: String?
  var severity: Diagnostic.Severity
  var id: DiagnosticID
  var words: [Substring]

  init(_ diagnostic: Diagnostic) {
    file = diagnostic.span?.file
    severity = diagnostic.severity
    id = diagnostic.id
    // What is quoted is a name, unless the apostrophe is within a word; with a slash, a path.
    var isQuoted = false
    words = diagnostic.message.split(separator: " ").filter { word in
      let opens = word.first == "'" || word.hasPrefix("('")
      let wasQuoted = isQuoted
      if opens || isQuoted {
        let end = word.drop { $0 == "(" || $0 == "'" }.drop { $0 != "'" }
        isQuoted = end.isEmpty || end.dropFirst().first?.isLetter == true
      }
      return !opens && !wasQuoted && !word.contains("/") && !word.contains(where: \.isNumber)
    }
  }
}
