import APIModel
import Diagnostics
import SpecYAML

/// Values of the types that the language's keys expect. Each reports a wrong one and returns nil for it.
extension Report {
  /// Any text that isn't empty.
  func text(_ node: YAMLNode, for what: String) -> String? {
    guard let scalar = node.scalar, !scalar.text.isEmpty else {
      mismatch(node, expected: "text", for: what)
      return nil
    }
    return scalar.text
  }

  /// Text with its position.
  func placedText(_ node: YAMLNode, for what: String) -> Name? {
    text(node, for: what).map { Name($0, span: node.occurrence) }
  }

  /// A name that refers to a definition, with its position.
  func name(_ node: YAMLNode, for what: String) -> Name? {
    text(node, for: what).map { Name($0, span: node.occurrence) }
  }

  func boolean(_ node: YAMLNode, for what: String) -> Bool? {
    guard let value = node.asBool else {
      mismatch(node, expected: "true or false", for: what)
      return nil
    }
    return value
  }

  func integer(_ node: YAMLNode, for what: String, in range: ClosedRange<Int>) -> Int? {
    switch node.scalar?.integer {
    case .value(let value) where range.contains(value): return value
    case .value(let value):
      let bounds =
        range.upperBound == .max
        ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      error(.valueOutOfRange, "\(what) is \(value), but must be \(bounds)", at: node.occurrence)
    case .outOfRange:
      error(.valueOutOfRange, "\(what) doesn't fit in 64 bits", at: node.occurrence)
    case .ambiguousOctal:
      mismatch(node, expected: "an integer", for: what, hint: "a leading zero isn't allowed")
    case .mismatch, nil: mismatch(node, expected: "an integer", for: what)
    }
    return nil
  }

  /// A number in JSON's syntax.
  func number(_ node: YAMLNode, for what: String, expected: String = "a number") -> NumberText? {
    guard let scalar = node.scalar, let number = jsonNumber(of: scalar) else {
      let isOctal = if case .ambiguousOctal? = node.scalar?.integer { true } else { false }
      mismatch(node, expected: expected, for: what, hint: isOctal ? "a leading zero isn't allowed" : nil)
      return nil
    }
    return number
  }

  /// Any JSON value.
  ///
  /// - Parameter takesNumbersAsText: whether a number that JSON doesn't have, such as `007`, is a text, because a schema
  ///   is applied to the value later.
  func value(_ node: YAMLNode, for what: String, takesNumbersAsText: Bool = false) -> Literal? {
    switch node.content {
    case .sequence(let sequence):
      return .array(
        sequence.items.compactMap { value($0, for: what, takesNumbersAsText: takesNumbersAsText) })
    case .mapping(let mapping):
      return .object(
        mapping.entries.compactMap { entry in
          value(entry.value, for: what, takesNumbersAsText: takesNumbersAsText).map {
            .init(name: entry.name, value: $0)
          }
        })
    case .scalar(let scalar):
      switch scalar.coreType {
      case .null: return .null
      case .boolean: return .boolean(scalar.asBool ?? false)
      case .string: return .string(scalar.text)
      case .integer, .float:
        if takesNumbersAsText, jsonNumber(of: scalar) == nil { return .string(scalar.text) }
        return number(node, for: what, expected: "a JSON value").map { .number($0) }
      }
    }
  }

  /// The items of a sequence; empty if the node isn't one.
  func list(_ node: YAMLNode, of items: String, for what: String) -> [YAMLNode] {
    guard let list = node.items else {
      let hint = node.scalar.map { $0.text.isEmpty ? "[]" : "[\(abbreviate($0.text))]" }
      mismatch(
        node, expected: "a list of \(items)", for: what, hint: hint.map { "write \($0)" })
      return []
    }
    return list
  }

  /// Unique names in a list.
  ///
  /// - Parameter allowsEmpty: whether a text in quotes may be empty.
  func names(
    _ node: YAMLNode, of items: String, for what: String, allowingEmpty allowsEmpty: Bool = false
  ) -> [Name] {
    var names: [Name] = []
    var seen: [String: SourceSpan] = [:]
    for item in list(node, of: items, for: what) {
      let empty = allowsEmpty && item.isEmptyText ? Name("", span: item.occurrence) : nil
      guard let name = empty ?? name(item, for: "an item of \(what)") else { continue }
      if let first = seen.updateValue(name.span, forKey: name.text) {
        error(
          .duplicateValue, "'\(abbreviate(name.text))' is listed twice in \(what)", at: name.span,
          notes: [.init("first listed here", at: first)])
      } else {
        names.append(name)
      }
    }
    return names
  }

  /// The entries of a mapping whose keys are names; empty if the node isn't one. Keys that begin with `x-` are
  /// omitted, unless the names are the API's own.
  ///
  /// - Parameter form: the expected form, shown if the node is something else: "{402: MESSAGE}".
  func entries(_ node: YAMLNode, for what: String, areWireNames: Bool = false, form: String? = nil)
    -> [YAMLMapping.Entry]
  {
    guard let entries = node.entries else {
      mismatch(node, expected: "a mapping", for: what, hint: form.map { "write \($0)" })
      return []
    }
    return entries.filter { (areWireNames || !$0.name.hasPrefix("x-")) && !isMissingSpace($0) }
  }

  /// Whether an entry is a whole `key:value`, which YAML reads as a key without a value; reported.
  func isMissingSpace(_ entry: YAMLMapping.Entry) -> Bool { keyMissingSpace(entry) != nil }

  /// The key of an entry that is a whole `key:value`, which YAML reads as a key without a value; reported.
  func keyMissingSpace(_ entry: YAMLMapping.Entry) -> String? {
    guard case .plain? = entry.key.scalar?.style, entry.value.scalar?.style == .plain, entry.value.text == "",
      entry.value.occurrence.start == entry.key.occurrence.end, !isBroken(entry.value),
      let colon = entry.name.firstIndex(of: ":"), colon != entry.name.startIndex
    else { return nil }
    let (key, value) = (entry.name[..<colon], entry.name[entry.name.index(after: colon)...])
    guard !value.isEmpty else { return nil }
    error(
      .yamlSyntax, "a ':' needs a space after it; write '\(abbreviate("\(key): \(value)"))'",
      at: entry.key.occurrence)
    return String(key)
  }
}

/// The scalar as a JSON number (RFC 8259, section 6) with all its digits; nil if it isn't one. Infinities aren't.
package func jsonNumber(of scalar: YAMLScalar) -> NumberText? {
  if case .value(let integer) = scalar.integer { return NumberText(String(integer)) }
  if case .ambiguousOctal = scalar.number { return nil }
  if case .mismatch = scalar.number { return nil }
  if case .value(let value) = scalar.number, !value.isFinite { return nil }
  if case .mismatch = scalar.integer {
    return NumberText(normalizedFraction(scalar.text))
  }
  // An integer beyond 64 bits.
  let text = scalar.text
  if text.hasPrefix("0x") || text.hasPrefix("0o") { return nil }
  return NumberText(text.hasPrefix("+") ? String(text.dropFirst()) : text)
}

/// `+.5e3` as `0.5e3`, `1.` as `1.0`.
private func normalizedFraction(_ text: String) -> String {
  var rest = text[...]
  var result = ""
  if rest.hasPrefix("-") { result = "-" }
  if rest.hasPrefix("-") || rest.hasPrefix("+") { rest.removeFirst() }
  var whole = rest.prefix { $0.isNumber }
  rest.removeFirst(whole.count)
  whole = whole.drop { $0 == "0" }
  result += whole.isEmpty ? "0" : whole
  if rest.hasPrefix(".") {
    rest.removeFirst()
    let fraction = rest.prefix { $0.isNumber }
    rest.removeFirst(fraction.count)
    result += "." + (fraction.isEmpty ? "0" : fraction)
  }
  return result + rest
}

extension YAMLNode {
  /// Whether it is a text in quotes with nothing between them.
  var isEmptyText: Bool { scalar.map { $0.text.isEmpty && $0.style != .plain } ?? false }
}
