/// A tag of a template: `{{#name}}`.
struct TemplateTag {
  /// The character after the braces; empty for a value.
  var kind: String
  var name: String
  var source: String
  var line: Int
}

enum TemplatePiece {
  case text(String)
  case tag(TemplateTag)
  /// A tag without an end.
  case unfinished(line: Int)
}

/// A template, split at its tags.
func templatePieces(of source: String) -> [TemplatePiece] {
  var pieces: [TemplatePiece] = []
  var rest = source[...]
  var line = 1
  while let start = rest.firstRange(of: "{{") {
    let before = rest[..<start.lowerBound]
    line += before.utf8.count { $0 == UInt8(ascii: "\n") }
    pieces.append(.text(String(before)))
    let isTriple = rest[start.upperBound...].first == "{"
    guard let end = rest[start.upperBound...].firstRange(of: isTriple ? "}}}" : "}}") else {
      return pieces + [.unfinished(line: line)]
    }
    let inner = rest[start.upperBound..<end.lowerBound]
    let source = String(rest[start.lowerBound..<end.upperBound])
    let kind = inner.first.flatMap { "#^/!>&<$=%{".contains($0) ? String($0) : nil } ?? ""
    let name = trimmed(inner.dropFirst(kind.count))
    pieces.append(.tag(TemplateTag(kind: kind, name: String(name), source: source, line: line)))
    line += source.utf8.count { $0 == UInt8(ascii: "\n") }
    rest = rest[end.upperBound...]
  }
  pieces.append(.text(String(rest)))
  return pieces
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text.drop(while: \.isWhitespace)
  while text.last?.isWhitespace == true { text.removeLast() }
  return text
}
