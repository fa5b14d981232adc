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
  if errors > 0 { parts.append(counted(errors, "error")) }
  if warnings > 0 { parts.append(counted(warnings, "warning")) }
  return parts.isEmpty ? "no errors" : parts.joined(separator: ", ")
}

/// A number with its noun, which has an `s` unless it is one: `1 request`, `2 requests`.
public func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
