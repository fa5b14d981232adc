import APIModel
import Diagnostics
import SpecYAML

extension FolderReader {
  /// Reads code → message, list of messages, or message → Swift name or `{name, retryable, summary}`.
  func errorCases(_ node: YAMLNode) -> [ErrorCase] {
    var cases: [ErrorCase] = []
    for entry in report.entries(node, for: "'errors'") {
      guard let code = report.integer(entry.key, for: "the code of an error", in: Int.min...Int.max) else {
        continue
      }
      switch entry.value.content {
      case .scalar:
        cases += [message(entry.value)].compactMap { $0 }.map { ErrorCase(code: code, message: $0) }
      case .sequence(let sequence):
        cases += sequence.items.compactMap(message).map { ErrorCase(code: code, message: $0) }
      case .mapping(let mapping):
        cases += mapping.entries.compactMap { errorCase($0, code: code) }
      }
    }
    return cases
  }

  private func message(_ node: YAMLNode) -> Name? {
    guard let name = report.name(node, for: "the message of an error"),
      report.checkSafe(Text(text: name.text, span: name.span), kind: "the message of an error")
    else { return nil }
    return name
  }

  private func errorCase(_ entry: YAMLMapping.Entry, code: Int) -> ErrorCase? {
    guard let message = message(entry.key) else { return nil }
    var error = ErrorCase(code: code, message: message)
    if entry.value.mapping != nil {
      guard
        let fields = Fields(
          entry.value, what: "an error", keys: ["name", "retryable", "summary"],
          hints: ["swiftName": "it is called 'name'", "docs": "an error has a 'summary' alone"],
          report: report)
      else { return error }
      error.swiftName = fields.swiftName("name")
      error.isRetryable = fields.boolean("retryable") ?? false
      error.documentation = Documentation(summary: fields.text("summary"))
    } else if !entry.value.asNull, let name = report.name(entry.value, for: "the Swift name of an error"),
      report.checkSwiftName(name)
    {
      error.swiftName = name
    }
    return error
  }

  /// Reports errors that one list has twice.
  func checkDuplicates(of cases: [ErrorCase]) {
    struct Key: Hashable {
      var code: Int
      var message: String
    }
    var seen: [Key: SourceSpan] = [:]
    for item in cases {
      let key = Key(code: item.code, message: item.message.text)
      guard let first = seen.updateValue(item.message.span, forKey: key) else { continue }
      report.error(
        .duplicateValue, "the error \(item.code) '\(abbreviate(item.message.text))' is listed twice",
        at: item.message.span, notes: [.init("first listed here", at: first)])
    }
  }

  /// The messages that names or messages in `retry.errors` stand for.
  func resolveErrors(_ names: [Name], among cases: [ErrorCase]) -> [Name] {
    var known: Set<String> = []
    var bySpelling: [String: String] = [:]
    for item in cases {
      known.insert(item.message.text)
      bySpelling[squash(item.message.text)] = item.message.text
      if let name = item.swiftName { bySpelling[squash(name.text)] = item.message.text }
    }
    let patterns = known.filter { $0.contains("*") }
    return names.map { name in
      if known.contains(name.text) { return name }
      if let message = bySpelling[squash(name.text)] { return Name(message, span: name.span) }
      if !patterns.contains(where: { matches(name.text, pattern: $0) }) {
        report.unknown(.unknownError, "error", Text(text: name.text, span: name.span), among: known)
      }
      return name
    }
  }

  /// Names are derived from messages, so that they differ in separators and case only.
  private func squash(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "_" && $0 != "-" && $0 != " " }))
      .lowercased()
  }

  /// Whether text is what a pattern with `*` for any text stands for.
  private func matches(_ text: String, pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last,
      text.utf8.count >= first.utf8.count + last.utf8.count,
      text.hasPrefix(first), text.hasSuffix(last)
    else { return false }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
