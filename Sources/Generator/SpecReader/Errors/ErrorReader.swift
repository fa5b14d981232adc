import APIModel
import Diagnostics
import SpecYAML

/// Reads error codes, and references to them in policies.
struct ErrorReader {
  let folder: SpecFolder
  let report: Report

  func readErrors() {
    for node in folder.errorNodes { folder.errors += errorCases(node) }
    checkDuplicates(of: folder.errors)
  }

  /// Reads code → message, list of messages, nothing for any message, or message → Swift name or
  /// `{name, retryable, summary}`.
  func errorCases(_ node: YAMLNode) -> [ErrorCase] {
    var cases: [ErrorCase] = []
    for entry in report.entries(node, for: "'errors'", form: form(of: node)) {
      guard let code = errorCode(entry) else { continue }
      report.notePlace(
        .errorCode, Name(code.text, span: entry.key.occurrence), definedAt: entry.key.occurrence)
      switch entry.value.content {
      case .scalar where entry.value.asNull:
        cases.append(ErrorCase(code: code, message: Name("*", span: entry.key.occurrence)))
      case .scalar:
        cases += [message(entry.value)].compactMap { $0 }.map { ErrorCase(code: code, message: $0) }
      case .sequence(let sequence) where sequence.items.isEmpty: reportNoMessage(entry)
      case .mapping(let mapping) where mapping.entries.isEmpty: reportNoMessage(entry)
      case .sequence(let sequence):
        cases += sequence.items.compactMap(message).map { ErrorCase(code: code, message: $0) }
      case .mapping(let mapping) where isAboutTheCode(mapping):
        report.error(
          .misplacedKey,
          "'\(abbreviate(entry.name))' maps to messages; put 'name', 'retryable' and 'summary' under the message, or "
            + "under '\"*\"' for any message", at: mapping.entries[0].key.occurrence)
      case .mapping(let mapping):
        cases += mapping.entries.compactMap { errorCase($0, code: code) }
      }
    }
    return cases
  }

  /// The form to write, `{404: MESSAGE}`, with the code that was found.
  private func form(of node: YAMLNode) -> String {
    let code = node.items?.first?.text ?? node.text ?? ""
    return "{\(code.isEmpty ? "404" : abbreviate(code)): MESSAGE}"
  }

  private func reportNoMessage(_ entry: YAMLMapping.Entry) {
    report.error(
      .wrongType,
      "'\(abbreviate(entry.name))' has no message; to accept any message, leave out the brackets",
      at: entry.value.occurrence)
  }

  /// Whether keys that belong under a message were written in place of messages.
  private func isAboutTheCode(_ mapping: YAMLMapping) -> Bool {
    let keys = mapping.entries.map(\.name)
    return !keys.isEmpty && keys.allSatisfy(["name", "retryable", "summary"].contains)
  }

  /// A number, or a word that isn't one.
  private func errorCode(_ entry: YAMLMapping.Entry) -> ErrorCase.Code? {
    let what = "the code of an error"
    // "402" and 402 are the same code, however the spec or the service writes it.
    if let text = entry.key.text, let number = Int(text), String(number) == text { return .integer(number) }
    guard let scalar = entry.key.scalar, case .mismatch = scalar.integer else {
      return report.integer(entry.key, for: what, in: Int.min...Int.max).map { .integer($0) }
    }
    if case .value(let number)? = entry.value.scalar?.integer {
      report.mismatch(
        entry.key, expected: "an integer", for: what, hint: "write {\(number): \(abbreviate(scalar.text))}")
      return nil
    }
    guard let name = report.name(entry.key, for: what),
      report.checkSafe(name, kind: what)
    else { return nil }
    if name.text.contains("*") {
      report.warning(
        .probableMistake,
        "'*' stands for any text in messages only, so this is the code '\(abbreviate(name.text))' itself; write each code",
        at: name.span)
    }
    return .text(name)
  }

  private func message(_ node: YAMLNode) -> Name? {
    guard let name = report.name(node, for: "the message of an error"),
      report.checkSafe(name, kind: "the message of an error")
    else { return nil }
    report.notePlace(.error, name, definedAt: name.span)
    return name
  }

  private func errorCase(_ entry: YAMLMapping.Entry, code: ErrorCase.Code) -> ErrorCase? {
    guard let message = message(entry.key) else { return nil }
    var error = ErrorCase(code: code, message: message)
    if entry.value.mapping != nil {
      guard
        let fields = Fields(
          entry.value, what: "an error", keys: ["name", "retryable", "summary"],
          hints: ["swiftName": "write 'name'", "docs": "an error has only a 'summary'"],
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

  /// Reports duplicate errors in one list.
  func checkDuplicates(of cases: [ErrorCase]) {
    struct Key: Hashable {
      var code: String
      var message: String
    }
    var seen: [Key: SourceSpan] = [:]
    for item in cases {
      let key = Key(code: item.code.text, message: item.message.text)
      guard let first = seen.updateValue(item.message.span, forKey: key) else { continue }
      report.error(
        .duplicateValue,
        "the error \(abbreviate(item.code.text)) '\(abbreviate(item.message.text))' is listed twice",
        at: item.message.span, notes: [.init("first listed here", at: first)])
    }
  }

  /// Resolves the names, messages and codes in `retry.errors` and `limits.errors`.
  func resolveErrors(
    _ references: [Policies.ErrorReference], among cases: [ErrorCase]
  ) -> [Policies.ErrorReference] {
    /// The errors that a spelling refers to: Swift names take precedence over messages, and messages over codes.
    var (names, messages, codes) = (
      [String: Policies.ErrorReference](), [String: String](), [String: String]()
    )
    var (patterns, exact, numbers): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    for item in cases {
      let message = item.message.text
      if message != "*" {
        exact.insert(message)
        messages[squash(message)] = message
        if message.contains("*") { patterns.insert(message) }
      }
      if case .text(let code) = item.code {
        codes[squash(code.text)] = code.text
      } else {
        numbers.insert(item.code.text)
      }
      if let name = item.swiftName {
        // A wildcard message doesn't identify the error.
        names[squash(name.text)] =
          message == "*" ? .init(code: item.code.text) : .init(message: item.message)
      }
    }
    return references.map { reference in
      guard let name = reference.message, !exact.contains(name.text) else { return reference }
      let spelling = squash(name.text)
      if let known = names[spelling] {
        return .init(code: known.code, message: known.message.map { Name($0.text, span: name.span) })
      }
      if let message = messages[spelling] { return .init(message: Name(message, span: name.span)) }
      if let code = codes[spelling] { return .init(code: code) }
      if numbers.contains(name.text) { return .init(code: name.text) }
      if !patterns.contains(where: { ErrorCase.fits(name.text, $0) }) {
        report.unknown(
          .unknownError, "error", name, among: exact.union(codes.values))
      }
      return reference
    }
  }

  /// Names are derived from messages, so they differ only in separators and case.
  private func squash(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "_" && $0 != "-" && $0 != " " }))
      .lowercased()
  }
}
