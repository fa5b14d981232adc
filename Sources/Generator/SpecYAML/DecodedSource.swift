import Diagnostics

/// A file's text as UTF-8. Converts libyaml's positions, which count scalars, to lines, columns and bytes.
struct DecodedSource {
  let file: String

  /// The text, after `textStart`. If the file is UTF-8, these are its own bytes.
  let bytes: [UInt8]

  /// The size of the byte order mark in `bytes`.
  let textStart: Int

  private(set) var scalarCount = 0

  /// The number of scalars before each line.
  private var lineStarts = [0]

  /// The number of bytes before every 64th scalar; empty for ASCII, where the two numbers are the same.
  private var checkpoints: [Int] = []

  private static let checkpointShift = 6

  /// The spaces that are added for libyaml, and where they are in the text that it reads, in scalars.
  private(set) var spaces = FlowSpaces()
  private(set) var insertedScalars: [Int] = []

  /// Something that YAML doesn't allow in a file.
  struct Problem {
    enum Kind {
      case invalidByte(UInt8)
      case unpairedSurrogate
      case controlCharacter(UInt32)
      /// A line break of YAML 1.1 (NEL, LS, PS), which is text in YAML 1.2.2 (section 5.4). libyaml reads 1.1.
      case formerLineBreak(UInt32)
      case byteOrderMark
    }
    let kind: Kind
    let span: SourceSpan
  }

  /// What was found, up to a limit.
  private(set) var problems: [Problem] = []

  /// The number of lines that start with `%TAG`.
  private(set) var tagDirectiveCount = 0

  /// Indexes `bytes[textStart...]`, and checks that it is UTF-8 and contains only characters that YAML allows (YAML
  /// 1.2.2, section 5.1).
  ///
  /// - Parameter surrogates: the offsets in `bytes` where a U+FFFD replaces an unpaired surrogate of the file.
  init(file: String, bytes: [UInt8], textStart: Int, surrogates: Set<Int>, problemLimit: Int) {
    self.file = file
    self.bytes = bytes
    self.textStart = textStart
    let isASCII = bytes[textStart...].allSatisfy { $0 < 0x80 }
    var found: [(kind: Problem.Kind, scalar: Int, offset: Int)] = []
    var offset = textStart
    var scalar = 0
    while offset < bytes.count {
      if !isASCII, scalar & ((1 << Self.checkpointShift) - 1) == 0 { checkpoints.append(offset) }
      let byte = bytes[offset]
      var length = 1
      if byte >= 0x20, byte < 0x7F {
        if byte == UInt8(ascii: "%"), scalar == lineStarts[lineStarts.count - 1],
          bytes[offset...].starts(with: "%TAG".utf8)
        {
          tagDirectiveCount += 1
        }
      } else if byte == 0x0A || byte == 0x0D {
        let isPair = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
        if !isPair { lineStarts.append(scalar + 1) }
      } else if byte < 0x80 {
        if byte != 0x09 { found.append((.controlCharacter(UInt32(byte)), scalar, offset)) }
      } else if let decoded = decodeScalar(bytes, at: offset) {
        length = decoded.length
        switch decoded.value {
        case 0x85, 0x2028, 0x2029: found.append((.formerLineBreak(decoded.value), scalar, offset))
        case 0xFEFF: found.append((.byteOrderMark, scalar, offset))
        case 0x80..<0x85, 0x86..<0xA0, 0xFFFE, 0xFFFF:
          found.append((.controlCharacter(decoded.value), scalar, offset))
        case 0xFFFD where surrogates.contains(offset): found.append((.unpairedSurrogate, scalar, offset))
        default: break
        }
      } else {
        found.append((.invalidByte(byte), scalar, offset))
      }
      if found.count >= problemLimit { break }
      offset += length
      scalar += 1
    }
    scalarCount = scalar
    problems = found.map { problem in
      let line = lineNumber(of: problem.scalar, hint: 0)
      let column = problem.scalar - lineStarts[line] + 1
      let start = SourceLocation(line: line + 1, column: column, offset: problem.offset)
      let end = SourceLocation(line: line + 1, column: column + 1, offset: problem.offset + 1)
      return Problem(kind: problem.kind, span: SourceSpan(file: file, start: start, end: end))
    }
  }

  /// The position before the scalar at `index`.
  ///
  /// - Parameter hint: the probable line, counted from 0.
  func location(ofScalar index: Int, hint: Int) -> SourceLocation {
    let index = min(max(0, index), scalarCount)
    let line = lineNumber(of: index, hint: hint)
    return SourceLocation(
      line: line + 1, column: index - lineStarts[line] + 1, offset: offset(ofScalar: index))
  }

  /// The position of the byte at `offset`, with only ASCII between it and `later`.
  func location(ofOffset offset: Int, before later: SourceLocation) -> SourceLocation {
    var scalar = lineStarts[later.line - 1] + later.column - 1
    scalar -= later.offset - offset
    return location(ofScalar: scalar, hint: later.line - 1)
  }

  /// The position of the byte at `offset`, which begins a scalar.
  func location(ofOffset offset: Int) -> SourceLocation {
    location(ofScalar: scalar(ofOffset: offset), hint: 0)
  }

  private func scalar(ofOffset offset: Int) -> Int {
    var index = offset - textStart
    if !checkpoints.isEmpty {
      var low = 0
      var high = checkpoints.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if checkpoints[middle] <= offset { low = middle } else { high = middle }
      }
      let after = bytes[min(checkpoints[low], bytes.count)..<min(max(offset, checkpoints[low]), bytes.count)]
      index = low << Self.checkpointShift + after.count { $0 & 0xC0 != 0x80 }
    }
    return index
  }

  /// The same text, of which libyaml reads a copy with more spaces.
  func with(_ spaces: FlowSpaces) -> DecodedSource {
    var source = self
    source.spaces = spaces
    source.insertedScalars = spaces.offsets.enumerated().map { scalar(ofOffset: $0.element) + $0.offset }
    return source
  }

  /// The scalar of the file for one that libyaml counts.
  func scalar(ofCounted index: Int) -> Int {
    guard !insertedScalars.isEmpty else { return index }
    var low = 0
    var high = insertedScalars.count
    while low < high {
      let middle = (low + high) / 2
      if insertedScalars[middle] < index { low = middle + 1 } else { high = middle }
    }
    return index - low
  }

  /// The scalar at a position; nil at the end of the text.
  func character(at location: SourceLocation) -> Unicode.Scalar? {
    guard location.offset < bytes.count else { return nil }
    return String(decoding: bytes[location.offset...].prefix(4), as: UTF8.self).unicodeScalars.first
  }

  /// Counted from 0.
  private func lineNumber(of index: Int, hint: Int) -> Int {
    if hint >= 0, hint < lineStarts.count, lineStarts[hint] <= index,
      hint + 1 == lineStarts.count || index < lineStarts[hint + 1]
    {
      return hint
    }
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }

  private func offset(ofScalar index: Int) -> Int {
    guard !checkpoints.isEmpty else { return textStart + index }
    let checkpoint = min(index >> Self.checkpointShift, checkpoints.count - 1)
    var offset = checkpoints[checkpoint]
    var scalar = checkpoint << Self.checkpointShift
    while offset < bytes.count, scalar < index {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      scalar += 1
    }
    return offset
  }
}

/// The scalar whose encoding starts at `offset`; nil if it isn't well-formed UTF-8 (Unicode 15, table 3-7).
private func decodeScalar(_ bytes: [UInt8], at offset: Int) -> (value: UInt32, length: Int)? {
  let first = bytes[offset]
  let length: Int
  var value: UInt32
  switch first {
  case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
  case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
  case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
  default: return nil
  }
  guard offset + length <= bytes.count else { return nil }
  for index in offset + 1..<offset + length {
    guard bytes[index] & 0xC0 == 0x80 else { return nil }
    value = value << 6 | UInt32(bytes[index] & 0x3F)
  }
  switch length {
  case 3 where value < 0x800 || (0xD800...0xDFFF).contains(value): return nil
  case 4 where !(0x10000...0x10FFFF).contains(value): return nil
  default: return (value, length)
  }
}
