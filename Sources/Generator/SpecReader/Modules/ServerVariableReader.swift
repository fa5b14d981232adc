import APIModel
import Diagnostics
import SpecYAML

/// Reads the variables of a server's URL.
struct ServerVariableReader {
  let report: Report

  private static let hints = ["description": "a variable has a 'summary' and 'docs'"]

  func variables(_ node: YAMLNode) -> [ServerVariable] {
    report.entries(node, for: "'variables'", areWireNames: true).compactMap { entry in
      let name = Name(entry.name, span: entry.key.occurrence)
      guard report.checkDefinitionName(name, of: "a variable"),
        let fields = Fields(
          entry.value, what: "a variable", keys: ["enum", "default", "summary", "docs"], hints: Self.hints,
          report: report)
      else { return nil }
      let values =
        fields["enum"].map { report.names($0, of: "values", for: "'enum'", allowingEmpty: true) } ?? []
      if fields["enum"]?.items?.isEmpty == true {
        report.error(
          .valueOutOfRange, "'enum' is empty, but needs at least one value", at: fields.keySpan("enum"))
      }
      let defaultValue = defaultValue(fields)
      if let defaultValue, fields["enum"] != nil, !values.contains(where: { $0.text == defaultValue.text }) {
        report.error(
          .valueMismatch, "the default '\(abbreviate(defaultValue.text))' isn't listed under 'enum'",
          at: defaultValue.span, suggestion: report.suggestion(for: defaultValue.text, in: values.map(\.text))
        )
      }
      return ServerVariable(
        name: name, values: values, defaultValue: defaultValue?.text,
        documentation: Documentation(summary: fields.text("summary"), details: fields.text("docs")))
    }
  }

  /// The default may be an empty text: a part of the URL that is left out.
  private func defaultValue(_ fields: Fields) -> Name? {
    guard let node = fields["default"], node.isEmptyText else { return fields.placedText("default") }
    return Name("", span: node.occurrence)
  }

  /// The URL with a `/` at its end. It must be valid for all listed values of its variables.
  func url(_ node: YAMLNode, _ variables: [ServerVariable]) -> String? {
    guard let text = report.text(node, for: "the URL of a server"),
      report.checkSafe(Name(text, span: node.occurrence), kind: "the URL of a server")
    else { return nil }
    let names = variables.map(\.name.text)
    let used = report.placeholders(in: text)
    for name in used.subtracting(names).sorted() {
      report.error(
        .invalidURL, "'{\(abbreviate(name))}' in the URL isn't one of the server's 'variables'",
        at: node.occurrence, suggestion: report.suggestion(for: name, in: names))
    }
    for variable in variables where !used.contains(variable.name.text) {
      report.error(
        .invalidURL, "the URL has no '{\(abbreviate(variable.name.text))}'", at: variable.name.span)
    }
    guard used.isSubset(of: names) else { return nil }
    // One variable at a time, with the first values of the others, because their parts of the URL are independent.
    for variable in variables {
      for value in variable.values.map(\.text).nonEmpty ?? [sample(of: variable, in: text)] {
        let filled = fill(text, variables, variable.name.text, value)
        guard let problem = urlProblem(filled) else { continue }
        let span = variable.values.first { $0.text == value }?.span ?? node.occurrence
        report.error(
          .invalidURL, "the URL of a server, '\(abbreviate(filled))', \(problem)", at: span)
        return nil
      }
      checkDefault(variable, in: text)
    }
    return text.hasSuffix("/") ? text : text + "/"
  }

  /// A default without listed values must be one that the client accepts.
  private func checkDefault(_ variable: ServerVariable, in url: String) {
    guard variable.values.isEmpty, let text = variable.defaultValue else { return }
    let allowed = isInPath(variable, of: url) ? "-._~" : isHost(variable, of: url) ? "-." : "-"
    guard text.utf8.allSatisfy({ isLetter($0) || isDigit($0) || allowed.utf8.contains($0) }), text != ".",
      text != ".."
    else {
      return report.error(
        .invalidURL,
        "the default '\(abbreviate(text))' of '\(variable.name.text)' is more than one part of the URL; list it under "
          + "'enum'", at: variable.name.span)
    }
  }

  /// Whether the variable is all of the host.
  private func isHost(_ variable: ServerVariable, of url: String) -> Bool {
    guard let place = url.firstRange(of: "{\(variable.name.text)}") else { return false }
    let next = url[place.upperBound...].first
    return url[..<place.lowerBound].hasSuffix("://") && (next == nil || next == "/" || next == ":")
  }

  private func isInPath(_ variable: ServerVariable, of url: String) -> Bool {
    beginning(of: url, before: variable).byteParts(separatedBy: "/").count > 3
  }

  private func sample(of variable: ServerVariable, in url: String) -> String {
    let isPort = beginning(of: url, before: variable).hasByteSuffix(":") && !isInPath(variable, of: url)
    return variable.defaultValue ?? (isPort ? "80" : "x")
  }

  /// The text before a variable, without the names of other variables.
  private func beginning(of url: String, before variable: ServerVariable) -> String {
    var text = ""
    for part in parts(of: url) {
      if part.name == variable.name.text { break }
      text += part.text
    }
    return text
  }

  private func fill(
    _ url: String, _ variables: [ServerVariable], _ name: String, _ value: String
  ) -> String {
    parts(of: url).map { part in
      if part.name == name { return value + part.text }
      guard let variable = variables.first(where: { $0.name.text == part.name }) else { return part.text }
      return (variable.values.first?.text ?? sample(of: variable, in: url)) + part.text
    }.joined()
  }

  /// The text around the variables: the first piece precedes them, each other piece follows a variable.
  private func parts(of url: String) -> [(name: String?, text: String)] {
    let parts = url.byteParts(separatedBy: "{")
    return [(nil, parts[0])]
      + parts.dropFirst().map { part in
        let ends = part.byteParts(separatedBy: "}")
        return (ends[0], ends.dropFirst().joined(separator: "}"))
      }
  }
}

extension Array {
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
