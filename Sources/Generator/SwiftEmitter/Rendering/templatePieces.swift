import Diagnostics

/// A tag of a template: `{{#name}}`.
struct TemplateTag {
  /// The character after the braces; empty for a value.
  var kind: String
  var name: String
  var source: String
  /// Where it begins.
  var place: SourceLocation
}

enum TemplatePiece {
  case text(String)
  case tag(TemplateTag)
  /// A tag without an end.
  case unfinished(SourceLocation)
}

/// A template, split at its tags.
func templatePieces(of source: String) -> [TemplatePiece] {
  var pieces: [TemplatePiece] = []
  var rest = source[...]
  var place = SourceLocation(line: 1, column: 1, offset: 0)
  while let start = rest.firstRange(of: "{{") {
    let before = rest[..<start.lowerBound]
    place.move(over: before)
    pieces.append(.text(String(before)))
    let isTriple = rest[start.upperBound...].first == "{"
    guard let end = rest[start.upperBound...].firstRange(of: isTriple ? "}}}" : "}}") else {
      return pieces + [.unfinished(place)]
    }
    let inner = rest[start.upperBound..<end.lowerBound]
    let source = String(rest[start.lowerBound..<end.upperBound])
    let kind = inner.first.flatMap { "#^/!>&<$=%{".contains($0) ? String($0) : nil } ?? ""
    let name = trimmed(inner.dropFirst(kind.count))
    // The end is that of another tag.
    if kind != "!", inner.contains(where: \.isNewline) { return pieces + [.unfinished(place)] }
    pieces.append(.tag(TemplateTag(kind: kind, name: String(name), source: source, place: place)))
    place.move(over: source[...])
    rest = rest[end.upperBound...]
  }
  pieces.append(.text(String(rest)))
  return pieces
}

extension SourceLocation {
  /// Moves to the end of a text that begins here.
  fileprivate mutating func move(over text: Substring) {
    offset += text.utf8.count
    line += text.utf8.count { $0 == UInt8(ascii: "\n") }
    if let last = text.utf8.lastIndex(of: UInt8(ascii: "\n")) {
      column = text[last...].unicodeScalars.dropFirst().count + 1
    } else {
      column += text.unicodeScalars.count
    }
  }
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text.drop(while: \.isWhitespace)
  while text.last?.isWhitespace == true { text.removeLast() }
  return text
}
