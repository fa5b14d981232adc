import Diagnostics

extension SpecDocument {
  /// Writes `number` in place of `integer`.
  func allowFractions(_ span: SourceSpan) throws(EditRefusal) -> TextChange {
    var found = scalar(around: span)
    var start = span.start.offset
    if let schema = node(at: span), let entries = schema.node.entries {
      if let other = entries.first(where: { ["newtype", "enum", "format", "const"].contains($0.name) }) {
        throw EditRefusal("the type has '\(other.name)'")
      }
      guard let position = entries.firstIndex(where: { $0.name == "type" && $0.mergedFrom == nil }) else {
        throw EditRefusal("no 'type' is written there")
      }
      found = Found(node: entries[position].value, path: schema.path + [position])
      let isQuoted = [.singleQuoted, .doubleQuoted].contains(entries[position].value.scalar?.style)
      start = entries[position].value.span.start.offset + (isQuoted ? 1 : 0)
    }
    let old = Array("integer".utf8)
    guard let found, let scalar = found.node.scalar, found.node.tag == nil, found.node.aliasedFrom == nil
    else {
      throw EditRefusal("no type is written there")
    }
    let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
    let text = found.node.span.start.offset + (isQuoted ? 1 : 0)
    if start == found.node.span.start.offset { start = text }
    let end = start + old.count
    guard textEnd(of: found.node) - text == scalar.text.utf8.count, start >= text,
      end <= textEnd(of: found.node),
      bytes[start..<end].elementsEqual(old)
    else { throw EditRefusal("'integer' isn't written there") }
    var changed = Array(scalar.text.utf8)
    changed.replaceSubrange(start - text..<end - text, with: Array("number".utf8))
    let result = String(decoding: changed, as: UTF8.self)
    return TextChange(range: start..<end, text: "number", path: found.path) { _ in .scalar(result, .string) }
  }
}
