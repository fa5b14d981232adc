/// The formats that diagnostics can be printed in, by the names the command line knows them by.
public enum DiagnosticFormat: String, Sendable, Hashable, CaseIterable {
  /// For people, and for editors that parse compiler output.
  case text
  /// One JSON array, for tools.
  case json
  /// Workflow commands, which GitHub Actions turns into annotations.
  case github

  /// Prints diagnostics in this format.
  ///
  /// - Parameters:
  ///   - diagnostics: in the order they are to be printed: `DiagnosticSink.sorted()`.
  ///   - textPrinter: how `text` is to look; the other formats take no options.
  public func print(
    _ diagnostics: some Sequence<Diagnostic>, textPrinter: TextDiagnosticPrinter = TextDiagnosticPrinter()
  ) -> String {
    switch self {
    case .text: textPrinter.print(diagnostics)
    case .json: JSONDiagnosticPrinter().print(diagnostics)
    case .github: GitHubDiagnosticPrinter().print(diagnostics)
    }
  }
}
