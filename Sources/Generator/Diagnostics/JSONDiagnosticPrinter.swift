/// Prints diagnostics as one JSON array (RFC 8259) for tools.
///
/// Every object has the same keys in the same order: `severity`, `id`, `message`, `file`, `line`, `column`,
/// `endLine`, `endColumn`, `suggestion`, `notes`. A note has `message`, `file`, `line`, `column`, `endLine`,
/// `endColumn`. Unknown values are null. Lines and columns count from 1; the end is exclusive.
public struct JSONDiagnosticPrinter: Sendable {
  /// Creates a printer.
  public init() {}

  /// Prints diagnostics in the given order, with one object per line and a line feed at the end.
  public func print(_ diagnostics: some Sequence<Diagnostic>) -> String {
    let objects = diagnostics.map { "  " + object($0) }
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  private func object(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.map { "{\"message\":\(literal($0.message)),\(place($0.span))}" }
    let members = [
      "\"severity\":\(literal(diagnostic.severity.rawValue))", "\"id\":\(literal(diagnostic.id.rawValue))",
      "\"message\":\(literal(diagnostic.message))", place(diagnostic.span),
      "\"suggestion\":\(literal(diagnostic.suggestion))", "\"notes\":[\(notes.joined(separator: ","))]",
    ]
    return "{" + members.joined(separator: ",") + "}"
  }

  private func place(_ span: SourceSpan?) -> String {
    let known = span.flatMap { $0.isUnknown ? nil : $0 }
    func number(_ value: Int?) -> String { value.map(String.init) ?? "null" }
    return "\"file\":\(literal(span?.file)),\"line\":\(number(known?.start.line)),"
      + "\"column\":\(number(known?.start.column)),\"endLine\":\(number(known?.end.line)),"
      + "\"endColumn\":\(number(known?.end.column))"
  }

  private func literal(_ text: String?) -> String { text.map(jsonLiteral) ?? "null" }
}
