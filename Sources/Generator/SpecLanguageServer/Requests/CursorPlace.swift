import Diagnostics
import SpecYAML

/// Where in a document's tree something is about to be written.
///
/// A document that is being written is rarely well-formed, so a word is put at the cursor, and as much of the document is read as
/// can be: all of it, or only the lines that the cursor's line is indented below, or what is before the cursor.
struct CursorPlace {
  /// Keys, and the positions of list items as nil.
  var path: [String?] = []
  /// The key that is written; nil for a value.
  var key: String?
  /// The other keys of the mapping.
  var siblings: Set<String> = []

  private static let mark = "wgnapiCursor"

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
    let closed = ["", "}", "]", "}}", "]}"].map { closings(own) + Array($0.utf8) }
    // A key that has a colon doesn't need one, where what follows is read.
    let hasColon = after.first { !" ?\"'".utf8.contains($0) } == UInt8(ascii: ":")
    let either = [": ", ""]
    let attempts = [
      (before, [after], hasColon ? [""] : either), (outline(before, lineStart) + own, closed, either),
      (before, closed, either),
    ]
    for (head, tails, colons) in attempts {
      var (places, roots) = ([CursorPlace](), [YAMLNode]())
      for tail in tails {
        for colon in colons {
          var sink = DiagnosticSink()
          let nodes = parseYAML(bytes: head + Array((mark + colon).utf8) + tail, file: "", into: &sink)
          guard !sink.hasErrors else { continue }
          roots = nodes
          for node in nodes { search(node, [], into: &places) }
        }
        if !places.isEmpty {
          let text = String(decoding: bytes[word], as: UTF8.self)
          for index in places.indices { places[index].key = places[index].key?.replacing(mark, with: text) }
          return (places, roots)
        }
      }
    }
    return ([], [])
  }

  private static func search(_ node: YAMLNode, _ path: [String?], into places: inout [CursorPlace]) {
    if let text = node.scalar?.text, isMarked(text) { places.append(CursorPlace(path: path)) }
    for item in node.items ?? [] { search(item, path + [nil], into: &places) }
    let entries = node.entries ?? []
    for entry in entries {
      guard isMarked(entry.name) else {
        search(entry.value, path + [entry.name], into: &places)
        continue
      }
      let others = Set(entries.map(\.name).filter { $0 != entry.name })
      places.append(CursorPlace(path: path, key: entry.name, siblings: others))
    }
  }

  /// Most texts are shorter than the mark, and need no search.
  private static func isMarked(_ text: String) -> Bool {
    text.utf8.count >= mark.utf8.count && text.contains(mark)
  }

  /// What closes the quotes and brackets that a line opens.
  private static func closings(_ line: [UInt8]) -> [UInt8] {
    let brackets: [UInt8: UInt8] = [
      UInt8(ascii: "["): UInt8(ascii: "]"), UInt8(ascii: "{"): UInt8(ascii: "}"),
    ]
    var (open, quote) = ([UInt8](), UInt8?.none)
    for (index, byte) in line.enumerated() {
      if let end = quote {
        if byte == end { quote = nil }
      } else if let end = brackets[byte] {
        open.append(end)
      } else if byte == open.last {
        open.removeLast()
      } else if "\"'".utf8.contains(byte), index == 0 || " [{,".utf8.contains(line[index - 1]) {
        // An apostrophe within a text opens nothing.
        quote = byte
      }
    }
    return [quote].compactMap(\.self) + open.reversed()
  }

  /// The lines that a line is indented below, without their values.
  private static func outline(_ before: [UInt8], _ lineStart: Int) -> [UInt8] {
    func indentation(_ line: ArraySlice<UInt8>) -> Int { line.prefix { " -".utf8.contains($0) }.count }
    var (lines, limit) = ([[UInt8]](), indentation(before[lineStart...]))
    for line in before[..<lineStart].split(separator: 0x0A).reversed() where limit > 0 {
      let content = line.dropFirst(indentation(line))
      guard line.count - content.count < limit, content.first != UInt8(ascii: "#"),
        let colon = content.firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      lines.append(Array(line[...colon]) + [0x0A])
      limit = line.prefix { $0 == UInt8(ascii: " ") }.count
    }
    return Array(lines.reversed().joined())
  }
}
