/// The formats for printing diagnostics, with their names on the command line.
public enum DiagnosticFormat: String, Sendable, Hashable, CaseIterable {
  /// For people, and for editors that parse compiler output.
  case text
  /// One JSON array, for tools.
  case json
  /// Workflow commands, which GitHub Actions turns into annotations.
  case github
  /// Like `text`, with outdated files as errors: for build systems, which find positions in what a compiler prints.
  case compiler

  /// Prints diagnostics in this format.
  ///
  /// - Parameters:
  ///   - diagnostics: the diagnostics in printing order: `DiagnosticSink.sorted()`.
  ///   - textPrinter: the printer for `text`.
  ///   - gitHubPrinter: the printer for `github`; `json` has no options.
  public func print(
    _ diagnostics: some Sequence<Diagnostic>, textPrinter: TextDiagnosticPrinter = TextDiagnosticPrinter(),
    gitHubPrinter: GitHubDiagnosticPrinter = GitHubDiagnosticPrinter()
  ) -> String {
    switch self {
    case .text, .compiler: textPrinter.print(diagnostics)
    case .json: JSONDiagnosticPrinter().print(diagnostics)
    case .github: gitHubPrinter.print(diagnostics)
    }
  }
}
