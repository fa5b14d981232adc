import Diagnostics

/// A template as a tree of tags, and as text for the engine.
struct ParsedTemplate {
  struct SyntaxError: Error {
    var place: SourceLocation
    var message: String
  }

  /// The value that a tag refers to: `uppercased(name)`.
  struct Reference {
    /// `.` for the element itself; empty for the position in a list: `first()`.
    var name: Substring
    /// From the outermost to the innermost.
    var transforms: [Substring]
    var place: SourceLocation

    /// As it is written.
    var text: String { transforms.reversed().reduce(String(name)) { "\($1)(\($0))" } }
  }

  indirect enum Node {
    case text(bytes: Int)
    case value(Reference)
    case section(Reference, isInverted: Bool, [Node])
    /// Another template, with the replacements for its blocks.
    case partial(String, at: SourceLocation, blocks: [String: [Node]])
    /// A part that an including template may replace.
    case block(String, [Node])
  }

  /// The maximum nesting of sections and templates.
  static let maximumDepth = 64

  private(set) var nodes: [Node] = []
  /// The template without escaping, because Swift isn't HTML.
  private(set) var text = ""

  init(_ source: String) throws(SyntaxError) {
    var open: [OpenTag] = []
    for piece in templatePieces(of: source) {
      switch piece {
      case .unfinished(let place): throw SyntaxError(place: place, message: "a tag is not finished with '}}'")
      case .text(let piece):
        text += piece
        append(.text(bytes: piece.utf8.count), to: &open)
      case .tag(let tag):
        let isValue = ["", "&", "{"].contains(tag.kind)
        text += isValue ? "{{&\(tag.name)}}" : tag.source
        try read(tag, &open)
      }
    }
    if let left = open.last {
      throw SyntaxError(place: left.tag.place, message: "section '\(left.tag.name)' is not closed")
    }
  }

  private struct OpenTag {
    var tag: TemplateTag
    var nodes: [Node] = []
  }

  private mutating func append(_ node: Node, to open: inout [OpenTag]) {
    if open.isEmpty { nodes.append(node) } else { open[open.count - 1].nodes.append(node) }
  }

  private mutating func read(_ tag: TemplateTag, _ open: inout [OpenTag]) throws(SyntaxError) {
    switch tag.kind {
    case "#", "^", "$", "<":
      if open.count == Self.maximumDepth {
        throw SyntaxError(place: tag.place, message: "sections nest deeper than \(Self.maximumDepth)")
      }
      open.append(OpenTag(tag: tag))
    case "/":
      guard let closed = open.popLast() else {
        throw SyntaxError(place: tag.place, message: "'{{/\(tag.name)}}' closes a section that isn't open")
      }
      guard closed.tag.name == tag.name else {
        throw SyntaxError(
          place: tag.place, message: "expected '{{/\(closed.tag.name)}}', found '{{/\(tag.name)}}'")
      }
      append(try node(closed.tag, around: closed.nodes), to: &open)
    case ">": append(.partial(tag.name, at: tag.place, blocks: [:]), to: &open)
    case "!", "%": break
    case "=": throw SyntaxError(place: tag.place, message: "the delimiters '{{' and '}}' can't be changed")
    default: append(.value(try Reference(tag)), to: &open)
    }
  }

  private func node(_ tag: TemplateTag, around nodes: [Node]) throws(SyntaxError) -> Node {
    switch tag.kind {
    case "$": return .block(tag.name, nodes)
    case "<":
      var blocks: [String: [Node]] = [:]
      for case .block(let name, let nodes) in nodes { blocks[name] = nodes }
      return .partial(tag.name, at: tag.place, blocks: blocks)
    default: return .section(try Reference(tag), isInverted: tag.kind == "^", nodes)
    }
  }
}

extension ParsedTemplate.Reference {
  fileprivate init(_ tag: TemplateTag) throws(ParsedTemplate.SyntaxError) {
    var name = tag.name[...]
    var transforms: [Substring] = []
    while name.last == ")", let open = name.firstIndex(of: "(") {
      transforms.append(name[..<open])
      name = name[name.index(after: open)...].dropLast()
    }
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isName, !(name.isEmpty && transforms.isEmpty) else {
      let isOpen = tag.name.contains { "{}\n".contains($0) }
      let problem = isOpen ? "a tag isn't closed with '}}'" : "'\(tag.name)' isn't a name"
      throw ParsedTemplate.SyntaxError(place: tag.place, message: problem)
    }
    self.init(name: name, transforms: transforms, place: tag.place)
  }
}

extension ParsedTemplate.Node {
  /// The templates that are included here and within, with their places.
  var partials: [(name: String, place: SourceLocation)] {
    switch self {
    case .text, .value: []
    case .section(_, _, let nodes), .block(_, let nodes): nodes.flatMap(\.partials)
    case .partial(let name, let place, let blocks):
      [(name, place)] + blocks.values.flatMap { $0.flatMap(\.partials) }
    }
  }
}
