import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// A node as a JSON value; nil for a number that JSON can't represent. `SchemaStore.written` knows what a schema expects.
func literal(_ node: YAMLNode) -> Literal? {
  switch node.content {
  case .sequence(let sequence): return .array(sequence.items.compactMap(literal))
  case .mapping(let mapping):
    return .object(
      mapping.entries.compactMap { entry in literal(entry.value).map { .init(name: entry.name, value: $0) } })
  case .scalar(let scalar):
    switch scalar.coreType {
    case .null: return .null
    case .boolean: return scalar.asBool.map { .boolean($0) }
    case .integer, .float: return jsonNumber(of: scalar).map { .number($0) }
    case .string: return .string(scalar.text)
    }
  }
}

/// The documentation: the first sentence as the summary, and the rest.
func documentation(_ text: String?, title: String? = nil, isDeprecated: Bool = false) -> Documentation {
  var documentation = Documentation(deprecation: isDeprecated ? Deprecation() : nil)
  guard let text = text.map({ trimmed(markdown(fromHTML: $0)) }), !text.isEmpty else {
    documentation.summary = title.map { markdown(fromHTML: $0) }
    return documentation
  }
  let end = endOfSummary(text)
  documentation.summary = trimmed(String(text[..<end]))
  let details = trimmed(String(text[end...]))
  if !details.isEmpty { documentation.details = details }
  return documentation
}

/// The end of the first sentence or paragraph; a short text is a single sentence.
private func endOfSummary(_ text: String) -> String.Index {
  let blank = text.indices.first { index in
    text[index] == "\n"
      && text[text.index(after: index)...].prefix { $0 != "\n" }.allSatisfy(\.isWhitespace)
  }
  let end = blank ?? text.endIndex
  guard text.utf8.count > 100 else { return end }
  // The word before.
  var (length, hasPeriod) = (0, false)
  for index in text[..<end].indices {
    let character = text[index]
    let next = text.index(after: index)
    if character == ".", next < end, text[next].isWhitespace,
      let first = text[next...].first(where: { !$0.isWhitespace }), first.isUppercase || !first.isLetter,
      length > 3, !hasPeriod
    {
      return next
    }
    (length, hasPeriod) = character.isWhitespace ? (0, false) : (length + 1, hasPeriod || character == ".")
  }
  return end
}
