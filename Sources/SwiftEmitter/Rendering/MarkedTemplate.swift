/// A template in which every name carries the place where it stands: `{{name}}` on line 7 of template 3 becomes
/// `{{name?3?7}}`. `?` is legal in names, and no view uses it.
struct MarkedTemplate {
  struct UnbalancedTag: Error {
    var line: Int
    var message: String
  }

  private(set) var text = ""

  init(_ source: String, number: Int) throws {
    var open: [(name: String, marked: String)] = []
    for piece in Self.pieces(of: source) {
      switch piece {
      case .text(let text): self.text += text
      case .unfinished(let line):
        throw UnbalancedTag(line: line, message: "a tag is not finished with '}}'")
      case .tag(let tag, let line):
        switch tag.kind {
        case "#", "^", "$":
          let marked = tag.kind == "$" ? tag.name : Self.mark(tag.name, number, line)
          open.append((tag.name, marked))
          text += "{{\(tag.kind)\(marked)}}"
        case "<":
          open.append((tag.name, tag.name))
          text += "{{<\(tag.name)}}"
        case "/":
          guard let opened = open.popLast() else {
            throw UnbalancedTag(line: line, message: "'{{/\(tag.name)}}' closes a section that isn't open")
          }
          guard opened.name == tag.name else {
            throw UnbalancedTag(
              line: line, message: "'{{/\(tag.name)}}' stands where '{{/\(opened.name)}}' was expected")
          }
          text += "{{/\(opened.marked)}}"
        case "", "&", "{":
          // Swift is no HTML: nothing is escaped.
          text += "{{&\(Self.mark(tag.name, number, line))}}"
        default: text += tag.source
        }
      }
    }
    if let left = open.last {
      throw UnbalancedTag(
        line: source.count { $0 == "\n" } + 1, message: "section '\(left.name)' is not closed")
    }
  }

  /// The templates that a template includes, with the lines.
  static func partials(in source: String) -> [(line: Int, name: String)] {
    pieces(of: source).compactMap { piece in
      guard case .tag(let tag, let line) = piece, tag.kind == ">" || tag.kind == "<" else { return nil }
      return (line, tag.name)
    }
  }

  /// A marked name taken apart again.
  static func place(of marked: String) -> (name: String, template: Int, line: Int)? {
    let parts = marked.split(separator: "?")
    guard parts.count == 3, let template = Int(parts[1]), let line = Int(parts[2]) else { return nil }
    return (String(parts[0]), template, line)
  }

  private struct Tag {
    var kind: String
    var name: String
    var source: String
  }

  private enum Piece {
    case text(String)
    case unfinished(line: Int)
    case tag(Tag, line: Int)
  }

  /// The name within transforms is what is looked up: `upper(name)`.
  private static func mark(_ name: String, _ number: Int, _ line: Int) -> String {
    guard name != ".", let last = name.lastIndex(where: { $0 != ")" }) else { return name }
    guard !name[...last].hasSuffix("(") else { return name }
    return "\(name[...last])?\(number)?\(line)\(name[name.index(after: last)...])"
  }

  private static func pieces(of source: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = source[...]
    var line = 1
    while let start = rest.firstRange(of: "{{") {
      let before = rest[..<start.lowerBound]
      line += before.count { $0 == "\n" }
      pieces.append(.text(String(before)))
      let isTriple = rest[start.upperBound...].hasPrefix("{")
      let close = isTriple ? "}}}" : "}}"
      guard let end = rest[start.upperBound...].firstRange(of: close) else {
        return pieces + [.unfinished(line: line)]
      }
      let inner = rest[start.upperBound..<end.lowerBound]
      let source = String(rest[start.lowerBound..<end.upperBound])
      let kind = inner.first.flatMap { "#^/!>&<$=%{".contains($0) ? String($0) : nil } ?? ""
      let name = inner.dropFirst(kind.count).filter { !$0.isWhitespace }
      pieces.append(.tag(Tag(kind: kind, name: String(name), source: source), line: line))
      line += source.count { $0 == "\n" }
      rest = rest[end.upperBound...]
    }
    pieces.append(.text(String(rest)))
    return pieces
  }
}
