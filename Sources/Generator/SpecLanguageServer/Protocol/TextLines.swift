import Diagnostics
import WGNAPIJSON

/// A position as clients count: lines and units of an encoding, both from 0.
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

/// What is counted in a line (`PositionEncodingKind`). All clients know UTF-16.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  /// Scalars, which the reader counts.
  case utf32 = "utf-32"

  /// The number of units that begin with a byte of UTF-8.
  func units(_ byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte >= 0xF0 ? 2 : Self.utf32.units(byte)
    case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
    }
  }
}

/// A text with the positions in it that clients count.
struct TextLines: Sendable {
  private var text: SourceText
  private let encoding: PositionEncoding

  /// - Parameter bytes: UTF-8, or UTF-16 with a byte order mark. Editors remove the mark of a file.
  init(bytes: [UInt8], _ encoding: PositionEncoding) {
    (text, self.encoding) = (SourceText(bytes: bytes), encoding)
  }

  init(_ text: String, _ encoding: PositionEncoding) {
    (self.text, self.encoding) = (SourceText(decoded: Array(text.utf8)), encoding)
  }

  var bytes: [UInt8] { text.bytes }

  /// The bytes of a line, counted from 0, without its break; nothing after the last line.
  func line(_ number: Int) -> ArraySlice<UInt8> { text.line(number + 1) ?? bytes[bytes.endIndex...] }

  mutating func replace(_ range: Range<Int>, with new: String) {
    var bytes = text.bytes
    bytes.replaceSubrange(range, with: new.utf8)
    text = SourceText(decoded: bytes)
  }

  // MARK: Positions

  /// The offset of a position. One after the end of a line or of the text is moved there.
  func offset(of position: TextPosition) -> Int { offset(of: position, encoding) }

  private func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
    let line = line(position.line)
    var (offset, left) = (line.startIndex, position.character)
    while offset < line.endIndex, left > 0 {
      left -= encoding.units(line[offset])
      offset += 1
    }
    // A position within a scalar is moved behind it.
    while offset < line.endIndex, PositionEncoding.utf32.units(line[offset]) == 0 { offset += 1 }
    return offset
  }

  func position(ofOffset offset: Int) -> TextPosition { position(ofOffset: offset, encoding) }

  private func position(ofOffset offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let number = text.lineNumber(ofOffset: offset)
    let before = bytes[line(number - 1).startIndex..<offset]
    return TextPosition(line: number - 1, character: before.reduce(0) { $0 + encoding.units($1) })
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
    let position = position(ofOffset: offset, .utf32)
    let column = 1 + max(0, position.character - markWidth(position.line))
    return SourceLocation(line: position.line + 1, column: column, offset: offset)
  }

  /// The offsets of a span; the start of the text for a span of the whole file.
  func range(of span: SourceSpan) -> Range<Int> {
    func offset(_ location: SourceLocation) -> Int {
      let line = max(0, location.line - 1)
      let character = max(0, location.column - 1) + markWidth(line)
      return self.offset(of: TextPosition(line: line, character: character), .utf32)
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
