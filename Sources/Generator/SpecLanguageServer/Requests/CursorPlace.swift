import Diagnostics
import SpecYAML

/// Where in a document's tree something is about to be written.
///
/// A document that is being written is rarely well-formed, so a word is put at the cursor, and as much of the document is read as
/// can be: all of it, or only the lines that the cursor's line is indented below, or what is before the cursor.
struct CursorPlace {
  /// Keys, and the positions of list items as nil.
  var path: [String?] = []
  /// Whether a key is written; otherwise a value.
  var isKey = false
  /// The other keys of the mapping.
  var siblings: Set<String> = []

  private static let word = "wgnapiCursor"

  /// The bytes of the word at an offset.
  static func word(at offset: Int, in bytes: [UInt8]) -> Range<Int> {
    func isPart(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "_-.$".utf8.contains(byte)
        || byte >= 0x80
    }
    var (start, end) = (offset, offset)
    while start > 0, isPart(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isPart(bytes[end]) { end += 1 }
    // `- ` begins an item.
    if start < offset, bytes[start] == UInt8(ascii: "-"), start == 0 || " \n".utf8.contains(bytes[start - 1])
    {
      start = min(offset, start + 1)
    }
    return start..<end
  }

  /// What may be meant at an offset, and the roots of the document.
  static func find(at offset: Int, in bytes: [UInt8]) -> (places: [CursorPlace], roots: [YAMLNode]) {
    let word = word(at: offset, in: bytes)
    let (before, after) = (Array(bytes[..<word.lowerBound]), Array(bytes[word.upperBound...]))
    let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
    let own = Array(before[lineStart...])
    let ends = closings(own)
    let rest = [after]
    let closed = ["", "}", "]", "}}", "]}"].map { ends + Array($0.utf8) }
    for (head, tails) in [(before, rest), (outline(before, lineStart) + own, closed), (before, closed)] {
      var (places, roots) = ([CursorPlace](), [YAMLNode]())
      for tail in tails {
        for colon in [": ", ""] {
          var sink = DiagnosticSink()
          let text = head + Array((Self.word + colon).utf8) + tail
          let nodes = parseYAML(bytes: text, file: "", into: &sink)
          guard !sink.hasErrors else { continue }
          roots = nodes
          for node in nodes { search(node, [], into: &places) }
        }
        if !places.isEmpty { return (places, roots) }
      }
    }
    return ([], [])
  }

  private static func search(_ node: YAMLNode, _ path: [String?], into places: inout [CursorPlace]) {
    switch node.content {
    case .scalar(let scalar):
      if scalar.text.contains(word) { places.append(CursorPlace(path: path)) }
    case .sequence(let sequence):
      for item in sequence.items { search(item, path + [nil], into: &places) }
    case .mapping(let mapping):
      for entry in mapping.entries {
        if entry.name.contains(word) {
          let others = mapping.entries.map(\.name).filter { $0 != entry.name }
          places.append(CursorPlace(path: path, isKey: true, siblings: Set(others)))
        } else {
          search(entry.value, path + [entry.name], into: &places)
        }
      }
    }
  }

  /// What closes the quotes and brackets that a line opens.
  private static func closings(_ line: [UInt8]) -> [UInt8] {
    var (open, quote) = ([UInt8](), UInt8?.none)
    for (index, byte) in line.enumerated() {
      if let end = quote {
        if byte == end { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // An apostrophe within a text opens nothing.
        if index == 0 || " [{,".utf8.contains(line[index - 1]) { quote = byte }
      default: break
      }
    }
    return (quote.map { [$0] } ?? []) + open.reversed()
  }

  /// The lines that a line is indented below, without their values.
  private static func outline(_ before: [UInt8], _ lineStart: Int) -> [UInt8] {
    func indentation(_ line: some Sequence<UInt8>) -> Int {
      var count = 0
      for byte in line {
        guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") else { break }
        count += 1
      }
      return count
    }
    var lines: [[UInt8]] = []
    var limit = indentation(before[lineStart...])
    for line in before[..<lineStart].split(separator: 0x0A, omittingEmptySubsequences: true).reversed() {
      let depth = indentation(line)
      guard depth < limit, let colon = line.firstIndex(of: UInt8(ascii: ":")), line.count > depth,
        line[line.startIndex + depth] != UInt8(ascii: "#")
      else { continue }
      lines.append(Array(line[...colon]) + [0x0A])
      limit = line.prefix { $0 == UInt8(ascii: " ") }.count
      if limit == 0 { break }
    }
    return Array(lines.reversed().joined())
  }
}
