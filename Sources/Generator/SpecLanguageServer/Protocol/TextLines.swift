import Diagnostics
import WGNAPIJSON

/// A position as clients count: lines and units of an encoding, both from 0.
struct TextPosition: Hashable {
  var line: Int
  var character: Int

  init(line: Int, character: Int) { (self.line, self.character) = (line, character) }

  init?(_ json: JSON?) {
    guard let line = json?["line"]?.int, let character = json?["character"]?.int, line >= 0, character >= 0
    else { return nil }
    self.init(line: line, character: character)
  }

  var json: JSON { ["line": .integer(line), "character": .integer(character)] }
}

/// What the characters of positions are.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// The units of a scalar whose encoding in UTF-8 begins with a byte; 0 inside of a scalar.
  fileprivate func units(_ byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    }
  }
}

/// A text with the positions of its lines, which end with LF, CRLF or CR.
struct TextLines {
  private(set) var bytes: [UInt8]
  private var starts: [Int]

  /// - Parameter bytes: UTF-8, or UTF-16 with a byte order mark.
  init(bytes: [UInt8]) {
    self.bytes = decodeLossily(bytes)
    starts = Self.starts(of: self.bytes)
  }

  init(_ text: String) {
    bytes = Array(text.utf8)
    starts = Self.starts(of: bytes)
  }

  private static func starts(of bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      var starts = [0]
      for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D {
        if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        starts.append(index + 1)
      }
      return starts
    }
  }

  /// The bytes of a line, counted from 0, without its break.
  func line(_ number: Int) -> ArraySlice<UInt8> {
    guard starts.indices.contains(number) else { return bytes[bytes.endIndex...] }
    var end = number + 1 < starts.count ? starts[number + 1] : bytes.count
    while end > starts[number], bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return bytes[starts[number]..<end]
  }

  var lineCount: Int { starts.count }

  /// The offset of a position. One after the end of a line or of the text is moved there.
  func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
    guard position.line < starts.count else { return bytes.count }
    let line = line(position.line)
    var (offset, left) = (line.startIndex, position.character)
    while offset < line.endIndex, left > 0 {
      left -= encoding.units(line[offset])
      offset += 1
    }
    // A position within a scalar is moved behind it.
    while offset < line.endIndex, line[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }

  /// Replaces a range.
  ///
  /// - Parameter range: nil for the whole text.
  mutating func replace(
    _ range: (start: TextPosition, end: TextPosition)?, with text: String, _ encoding: PositionEncoding
  ) {
    guard let range else {
      self = TextLines(text)
      return
    }
    let (first, second) = (offset(of: range.start, encoding), offset(of: range.end, encoding))
    bytes.replaceSubrange(min(first, second)..<max(first, second), with: text.utf8)
    starts = Self.starts(of: bytes)
  }

  /// The text between two locations.
  func text(in span: SourceSpan) -> String {
    let (start, end) = (offset(of: span.start), offset(of: span.end))
    return start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
  }

  mutating func replace(_ span: SourceSpan, with text: String) {
    let (start, end) = (offset(of: span.start), offset(of: span.end))
    guard start <= end else { return }
    bytes.replaceSubrange(start..<end, with: text.utf8)
    starts = Self.starts(of: bytes)
  }

  private func offset(of location: SourceLocation) -> Int { offset(of: position(of: location, .utf8), .utf8) }

  /// The position of a diagnostic's location, which counts scalars.
  func position(of location: SourceLocation, _ encoding: PositionEncoding) -> TextPosition {
    let line = self.line(location.line - 1)
    var (scalars, units) = (location.column, 0)
    if location.line == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { scalars += 1 }
    for byte in line {
      if byte & 0xC0 != 0x80 { scalars -= 1 }
      if scalars <= 0 { break }
      units += encoding.units(byte)
    }
    return TextPosition(line: max(0, location.line - 1), character: units)
  }

  /// The location of an offset, as the reader counts.
  func location(ofOffset offset: Int) -> SourceLocation {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    var column =
      1 + bytes[starts[low]..<max(starts[low], min(offset, bytes.count))].count { $0 & 0xC0 != 0x80 }
    if low == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]), column > 1 { column -= 1 }
    return SourceLocation(line: low + 1, column: column, offset: offset)
  }
}

extension JSON {
  static func integer(_ value: Int) -> JSON { .number(JSONNumber(value)) }
}
