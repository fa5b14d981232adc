import Diagnostics
import WGNAPIJSON

/// A position as clients count: lines and units of UTF-16, both from 0. All clients know these.
struct TextPosition: Hashable {
  var line: Int
  var character: Int

  var json: JSON { ["line": .integer(line), "character": .integer(character)] }
}

extension TextPosition {
  init?(_ json: JSON?) {
    let allowed = 0...Int(Int32.max)
    guard let line = json?["line"]?.int, let character = json?["character"]?.int, allowed.contains(line),
      allowed.contains(character)
    else { return nil }
    self.init(line: line, character: character)
  }
}

/// A text with the positions in it that clients count.
struct TextLines: Sendable {
  private var text: SourceText

  /// - Parameter bytes: UTF-8, or UTF-16 with a byte order mark. Editors remove the mark of a file.
  init(bytes: [UInt8]) { text = SourceText(bytes: bytes) }

  init(_ text: String) { self.text = SourceText(decoded: Array(text.utf8)) }

  var bytes: [UInt8] { text.bytes }

  /// The bytes of a line, counted from 0, without its break; nothing after the last line.
  func line(_ number: Int) -> ArraySlice<UInt8> { text.line(number + 1) ?? bytes[bytes.endIndex...] }

  mutating func replace(_ range: Range<Int>, with new: String) {
    var bytes = text.bytes
    bytes.replaceSubrange(range, with: new.utf8)
    text = SourceText(decoded: bytes)
  }

  // MARK: Positions

  /// The units of UTF-16, or the scalars, that begin with a byte.
  static func units(_ byte: UInt8) -> Int { byte >= 0xF0 ? 2 : scalars(byte) }
  static func scalars(_ byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 0 : 1 }

  /// The offset of a position. One after the end of a line or of the text is moved there.
  func offset(of position: TextPosition, _ width: (UInt8) -> Int = units) -> Int {
    let line = line(position.line)
    var (offset, left) = (line.startIndex, position.character)
    while offset < line.endIndex, left > 0 {
      left -= width(line[offset])
      offset += 1
    }
    // A position within a scalar is moved behind it.
    while offset < line.endIndex, Self.scalars(line[offset]) == 0 { offset += 1 }
    return offset
  }

  func position(ofOffset offset: Int, _ width: (UInt8) -> Int = units) -> TextPosition {
    let number = text.lineNumber(ofOffset: offset)
    let before = bytes[line(number - 1).startIndex..<offset]
    return TextPosition(line: number - 1, character: before.reduce(0) { $0 + width($1) })
  }

  /// The range between two offsets, for clients.
  func json(_ range: Range<Int>) -> JSON {
    [
      "start": position(ofOffset: range.lowerBound).json, "end": position(ofOffset: range.upperBound).json,
    ]
  }

  // MARK: Locations of the reader

  /// The location of an offset.
  func location(ofOffset offset: Int) -> SourceLocation {
    let position = position(ofOffset: offset, Self.scalars)
    let column = 1 + max(0, position.character - markWidth(position.line))
    return SourceLocation(line: position.line + 1, column: column, offset: offset)
  }

  /// The offsets of a span; the start of the text for a span of the whole file.
  func range(of span: SourceSpan) -> Range<Int> {
    func offset(_ location: SourceLocation) -> Int {
      let line = max(0, location.line - 1)
      let character = max(0, location.column - 1) + markWidth(line)
      return self.offset(of: TextPosition(line: line, character: character), Self.scalars)
    }
    let start = offset(span.start)
    return start..<max(start, offset(span.end))
  }

  /// A byte order mark that a client counts has no column for the reader.
  private func markWidth(_ line: Int) -> Int { line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0 }
}

extension JSON {
  static func integer(_ value: Int) -> JSON { .number(JSONNumber(value)) }
}
