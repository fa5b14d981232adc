import GeneratorKit

extension SpecValue {
  /// The value on one line, after a key outside of brackets.
  var line: String {
    if case .text(let text) = self { SpecPrinter.quoted(text, inFlow: false) } else { flow }
  }

  /// The value within brackets.
  var flow: String { SpecPrinter.flow(self) }

  /// What YAML reads.
  var yaml: YAMLValue {
    switch self {
    case .text(let text): .scalar(text, .string)
    case .plain("true"): .scalar("true", .boolean)
    case .plain("null"): .scalar("null", .null)
    case .plain(let text): .scalar(text, .integer)
    case .list(let items): .list(items.map(\.yaml))
    case .map(let entries): .map(entries.map { .init(key: $0.key, value: $0.value.yaml) })
    }
  }

  /// A list of such values, with `?` if it may be null.
  func listed(_ mark: String = "") -> SpecValue {
    if case .text(let element) = self { return .text("[\(element)]\(mark)") }
    return .map([("type", .text("array" + mark)), ("items", self)])
  }
}

extension SpecValue.Entry {
  /// The entry on one line, without its comment.
  var line: String { "\(SpecPrinter.quoted(key, inFlow: false)): \(value.line)" }

  /// The entry within brackets.
  var flow: String { SpecPrinter.flow(self) }

  /// The lines of the entry in a block. A comment is behind what it is about.
  func lines(indent: String) -> [String] {
    let comment = comment.map { "   # \($0)" } ?? ""
    let line = "\(indent)\(line)"
    guard line.utf8.count > 110 || value.hasComments, case .map(let entries) = value, !entries.isEmpty else {
      return [line + comment]
    }
    return ["\(indent)\(SpecPrinter.quoted(key, inFlow: false)):\(comment)"]
      + entries.flatMap { $0.lines(indent: indent + "  ") }
  }
}

extension SpecWord {
  func spelling(inFlow: Bool) -> String { isNumber ? text : SpecPrinter.quoted(text, inFlow: inFlow) }
  var yaml: YAMLValue { .scalar(text, isNumber ? (text == "null" ? .null : .integer) : .string) }
}
