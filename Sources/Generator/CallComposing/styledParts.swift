import APIModel
import SchemaValues

/// The parts of a value in a style: as in a query, without percent-encoding.
package func styledParts(
  _ value: Literal, _ name: String, _ style: Parameter.Style
) -> [(name: String, value: String)] {
  let separators: [Parameter.Style.Kind: String] = [.spaceDelimited: " ", .pipeDelimited: "|"]
  let separator = separators[style.kind] ?? ","
  switch (style.kind, value) {
  case (.json, _): return [(name, value.json)]
  case (.deepObject, _):
    return NestedFormText(lists: style.lists, objects: .brackets).fields(of: value, named: name)
  case (_, .object(let members)):
    let kept = members.filter { $0.value != .null }
    if style.isExploded { return kept.map { ($0.name, $0.value.text) } }
    let texts = kept.flatMap { [$0.name, $0.value.text] }
    return texts.isEmpty ? [] : [(name, texts.joined(separator: separator))]
  case (_, .array(let items)):
    let texts = items.filter { $0 != .null }.map(\.text)
    if style.isExploded { return texts.map { (name, $0) } }
    return texts.isEmpty ? [] : [(name, texts.joined(separator: separator))]
  default: return [(name, value.text)]
  }
}
