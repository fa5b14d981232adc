/// "2 errors, 1 warning"; "no errors" if there are neither. Notes aren't counted.
public func summaryLine(for diagnostics: some Sequence<Diagnostic>) -> String {
  var errors = 0
  var warnings = 0
  for diagnostic in diagnostics {
    switch diagnostic.severity {
    case .error: errors += 1
    case .warning: warnings += 1
    case .note: break
    }
  }
  var parts: [String] = []
  if errors > 0 { parts.append(errors == 1 ? "1 error" : "\(errors) errors") }
  if warnings > 0 { parts.append(warnings == 1 ? "1 warning" : "\(warnings) warnings") }
  return parts.isEmpty ? "no errors" : parts.joined(separator: ", ")
}
