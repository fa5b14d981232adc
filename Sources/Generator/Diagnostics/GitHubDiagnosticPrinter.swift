/// Prints diagnostics as workflow commands, which GitHub Actions shows as annotations on the changed lines:
/// `::error file=a.yaml,line=3,col=1,endLine=3,endColumn=4,title=duplicate-key::…`.
///
/// Source: GitHub's documentation, "Workflow commands for GitHub Actions". Escapes like `@actions/core`.
public struct GitHubDiagnosticPrinter: Sendable {
  /// The folder that relative paths begin in, below the root of the repository; empty for the root.
  private let folder: String

  /// Creates a printer.
  ///
  /// - Parameter folder: the folder that relative paths begin in, below the root of the repository, which GitHub's paths begin in.
  public init(folder: String = "") { self.folder = folder }

  /// Prints diagnostics in the given order, with one command per line and a line feed after each.
  public func print(_ diagnostics: some Sequence<Diagnostic>) -> String {
    diagnostics.map { command($0) + "\n" }.joined()
  }

  private func command(_ diagnostic: Diagnostic) -> String {
    var properties: [String] = []
    if let span = diagnostic.span {
      properties.append("file=\(escapeProperty(path(span.file)))")
      if !span.isUnknown {
        // GitHub's end column is inclusive.
        let isSingleLine = span.end.line <= span.start.line
        let endColumn = isSingleLine ? max(span.start.column, span.end.column - 1) : span.end.column
        properties.append("line=\(span.start.line),col=\(span.start.column)")
        properties.append("endLine=\(max(span.start.line, span.end.line)),endColumn=\(endColumn)")
      }
    }
    properties.append("title=\(escapeProperty(diagnostic.id.rawValue))")
    var message = visibleText(diagnostic.message)
    if let suggestion = diagnostic.suggestion { message += "; did you mean '\(visibleText(suggestion))'?" }
    for note in diagnostic.notes {
      let place = note.span.map { visibleText($0.description) + ": " } ?? ""
      message += "\n\(place)note: \(visibleText(note.message))"
    }
    return
      "::\(command(for: diagnostic.severity)) \(properties.joined(separator: ","))::\(escapeData(message))"
  }

  /// The path from the root of the repository.
  private func path(_ path: String) -> String {
    guard !folder.isEmpty, !path.isEmpty, !path.hasPrefix("/") else { return path }
    var parts = folder.split(separator: "/")
    var rest = Substring(path)
    while true {
      if rest.hasPrefix("./") {
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("../"), parts.popLast() != nil {
        rest = rest.dropFirst(3)
      } else {
        return (parts + [rest]).joined(separator: "/")
      }
    }
  }

  private func command(for severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private func escapeData(_ text: String) -> String {
    escape(text) { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  private func escapeProperty(_ text: String) -> String {
    escape(escapeData(text)) { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: scalar.isSafeToPrint ? nil : scalar.visibleName
      }
    }
  }

  private func escape(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let replaced = replacement(scalar) {
        result += replaced
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
