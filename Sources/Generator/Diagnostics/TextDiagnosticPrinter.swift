/// Prints diagnostics like a compiler, for people and editors:
///
/// ```text
/// Specs/WOT/account.yaml:14:9: error: unknown type 'integr' [unknown-type]; did you mean 'integer'?
///   14 |   type: integr
///      |         ^~~~~~
/// ```
public struct TextDiagnosticPrinter: Sendable {
  /// Whether to write ANSI colours.
  public var usesColor: Bool

  /// Whether to show the line of source below each position, if `source` returns it.
  public var showsSource: Bool

  /// The maximum width of a line of source before it is trimmed.
  public var maximumWidth: Int

  /// Returns a file's text by its path, or nil if it isn't available.
  public var source: @Sendable (String) -> SourceText?

  /// Creates a printer.
  public init(
    usesColor: Bool = false, showsSource: Bool = true, maximumWidth: Int = 100,
    source: @escaping @Sendable (String) -> SourceText? = { _ in nil }
  ) {
    self.usesColor = usesColor
    self.showsSource = showsSource
    self.maximumWidth = maximumWidth
    self.source = source
  }

  /// Prints diagnostics in the given order, with a line feed after every line.
  public func print(_ diagnostics: some Sequence<Diagnostic>) -> String {
    var source = Source(find: source)
    return diagnostics.map { print($0, &source) }.joined()
  }

  /// Prints a diagnostic and its notes, with a line feed after every line.
  public func print(_ diagnostic: Diagnostic) -> String { print([diagnostic]) }

  private func print(_ diagnostic: Diagnostic, _ source: inout Source) -> String {
    var text = visibleText(diagnostic.message) + " " + paint("[\(visibleText(diagnostic.id.rawValue))]", .dim)
    if let suggestion = diagnostic.suggestion {
      text += "; did you mean '\(visibleText(suggestion))'?"
    }
    var result = line(diagnostic.severity, text, at: diagnostic.span, &source)
    for note in diagnostic.notes {
      result += line(.note, visibleText(note.message), at: note.span, &source)
    }
    return result
  }

  private func line(
    _ severity: Diagnostic.Severity, _ text: String, at span: SourceSpan?, _ source: inout Source
  ) -> String {
    let place = span.map { paint(visibleText($0.description) + ":", .bold) + " " } ?? ""
    return place + paint("\(severity.rawValue):", .of(severity)) + " " + text + "\n"
      + excerpt(at: span, &source)
  }

  private func excerpt(at span: SourceSpan?, _ source: inout Source) -> String {
    guard showsSource, let span, !span.isUnknown, let text = source[span.file],
      let excerpt = SourceExcerpt(of: text, span: span, maximumWidth: maximumWidth)
    else { return "" }
    let number = String(span.start.line)
    let gutter = String(repeating: " ", count: max(0, 4 - number.utf8.count)) + number
    let blank = String(repeating: " ", count: gutter.utf8.count)
    let indent = String(repeating: " ", count: excerpt.indent)
    return paint("\(gutter) |", .dim) + " \(excerpt.text)\n"
      + paint("\(blank) |", .dim) + " \(indent)" + paint(excerpt.underline, .green) + "\n"
  }

  private func paint(_ text: String, _ style: ANSIStyle) -> String {
    usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// Caches the texts of files and the positions of their lines.
private struct Source {
  let find: @Sendable (String) -> SourceText?
  private var found: [String: SourceText?] = [:]

  init(find: @escaping @Sendable (String) -> SourceText?) { self.find = find }

  subscript(path: String) -> SourceText? {
    mutating get {
      if let known = found[path] { return known }
      let text = find(path)
      found[path] = .some(text)
      return text
    }
  }
}

/// Parameters of the terminal's "select graphic rendition" sequence (ECMA-48, section 8.3.117).
private enum ANSIStyle: String {
  case bold = "1"
  case dim = "2"
  case red = "1;31"
  case green = "1;32"
  case magenta = "1;35"
  case cyan = "1;36"

  static func of(_ severity: Diagnostic.Severity) -> ANSIStyle {
    switch severity {
    case .error: .red
    case .warning: .magenta
    case .note: .cyan
    }
  }
}
