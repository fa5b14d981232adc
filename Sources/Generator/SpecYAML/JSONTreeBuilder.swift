import Diagnostics

/// Turns JSON text into nodes. `YAMLLimits.depth` limits the recursion.
struct JSONTreeBuilder {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  private let limits: YAMLLimits
  private(set) var sink = DiagnosticSink()

  private var index = 0
  /// The position up to which lines and columns have been counted; it only moves forward.
  private var mark = SourceLocation(line: 1, column: 1, offset: 0)
  private var nodeCount = 0
  private var depth = 0

  /// Thrown after a fatal error has been reported.
  private struct Stop: Error {}

  init(bytes: UnsafeBufferPointer<UInt8>, file: String, limits: YAMLLimits) {
    self.bytes = bytes
    self.file = file
    self.limits = limits
  }

  /// The text's value; nil after a fatal error, which is in `sink`.
  mutating func build() -> YAMLNode? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      index = 3
      mark.offset = 3
    }
    do {
      skipSpace()
      let node = try value()
      skipSpace()
      if index < bytes.count { throw stop("expected the end of the file after the value") }
      return node
    } catch {
      return nil
    }
  }

  // MARK: Values

  private mutating func value() throws(Stop) -> YAMLNode {
    nodeCount += 1
    guard nodeCount <= limits.nodeCount else {
      throw stop("the file has more nodes than the limit of \(limits.nodeCount)", .tooManyNodes)
    }
    switch peek {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "t"): return try word("true")
    case UInt8(ascii: "f"): return try word("false")
    case UInt8(ascii: "n"): return try word("null")
    case .some(let byte) where byte == UInt8(ascii: "-") || isDigit(byte): return try number()
    case nil: throw stop("expected a value, and the file ends here")
    case UInt8(ascii: "'"): throw stop("JSON puts strings in double quotes")
    default: throw stop("expected a value")
    }
  }

  private mutating func object() throws(Stop) -> YAMLNode {
    let start = try open()
    var mapping = YAMLMapping(style: .flow)
    if !take("}") {
      repeat {
        skipSpace()
        if peek == UInt8(ascii: "}") { throw stop("a comma isn't allowed before '}'") }
        guard peek == UInt8(ascii: "\"") else { throw stop("expected a key in double quotes") }
        let key = try string()
        skipSpace()
        guard take(":") else { throw stop("expected ':' after the key") }
        skipSpace()
        let entry = YAMLMapping.Entry(key: key, value: try value())
        if let first = mapping.append(entry) { try reportDuplicate(key, first: first.key) }
        skipSpace()
      } while take(",")
      guard take("}") else { throw stop("expected ',' or '}'") }
    }
    depth -= 1
    return YAMLNode(.mapping(mapping), tag: nil, span: span(from: start))
  }

  private mutating func array() throws(Stop) -> YAMLNode {
    let start = try open()
    var items: [YAMLNode] = []
    if !take("]") {
      repeat {
        skipSpace()
        if peek == UInt8(ascii: "]") { throw stop("a comma isn't allowed before ']'") }
        items.append(try value())
        skipSpace()
      } while take(",")
      guard take("]") else { throw stop("expected ',' or ']'") }
    }
    depth -= 1
    return YAMLNode(.sequence(YAMLSequence(items: items, style: .flow)), tag: nil, span: span(from: start))
  }

  /// Reads the opening bracket and the white space after it.
  private mutating func open() throws(Stop) -> SourceLocation {
    depth += 1
    guard depth <= limits.depth else {
      throw stop(
        "objects and arrays are nested deeper than the limit of \(limits.depth) levels", .nestingTooDeep)
    }
    let start = location()
    index += 1
    skipSpace()
    return start
  }

  private mutating func word(_ word: StaticString) throws(Stop) -> YAMLNode {
    let start = location()
    let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    guard matches else { throw stop("expected a value") }
    index += word.utf8CodeUnitCount
    return scalar(word.description, style: .plain, from: start)
  }

  /// RFC 8259, section 6.
  private mutating func number() throws(Stop) -> YAMLNode {
    let start = location()
    let first = index
    _ = take("-")
    if take("0") {
      if let next = peek, isDigit(next) { throw stop("a number can't begin with 0") }
    } else {
      try digits()
    }
    if take(".") { try digits() }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      try digits()
    }
    return scalar(String(decoding: bytes[first..<index], as: UTF8.self), style: .plain, from: start)
  }

  private mutating func digits() throws(Stop) {
    let first = index
    while let byte = peek, isDigit(byte) { index += 1 }
    guard index > first else { throw stop("expected a digit") }
  }

  // MARK: Strings

  private mutating func string() throws(Stop) -> YAMLNode {
    let start = location()
    index += 1
    var text: [UInt8] = []
    var run = index
    while true {
      guard let byte = peek, byte != 0x0A, byte != 0x0D else {
        throw stop("this string has no closing quote", at: start)
      }
      if byte == UInt8(ascii: "\"") { break }
      if byte < 0x20 { throw stop("control characters in strings are written as escapes, such as \\n") }
      if byte == UInt8(ascii: "\\") {
        text += bytes[run..<index]
        try escape(into: &text)
        run = index
      } else {
        index += 1
      }
    }
    text += bytes[run..<index]
    index += 1
    guard text.count <= limits.scalarLength else {
      throw stop(
        "the string has \(text.count) bytes, more than the limit of \(limits.scalarLength)", .scalarTooLong,
        at: start)
    }
    let decoded = String(decoding: text, as: UTF8.self)
    guard decoded.utf8.elementsEqual(text) else {
      throw stop("the string is not valid UTF-8", .invalidEncoding, at: start)
    }
    return scalar(decoded, style: .doubleQuoted, from: start)
  }

  private mutating func escape(into text: inout [UInt8]) throws(Stop) {
    index += 1
    guard let byte = peek else { throw stop("the file ends within an escape") }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      index += 1
      text += String(try escapedScalar()).utf8
      return
    default: throw stop("unknown escape after '\\'")
    }
    index += 1
  }

  /// `XXXX` after `\u`, and the second half of a surrogate pair (RFC 8259, section 7).
  private mutating func escapedScalar() throws(Stop) -> Character {
    let first = try hexadecimal()
    var value = first
    if (0xD800...0xDBFF).contains(first), take("\\") {
      guard take("u") else { throw stop("half of a surrogate pair is missing") }
      let second = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(second) else { throw stop("half of a surrogate pair is missing") }
      value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw stop("half of a surrogate pair is missing") }
    return Character(scalar)
  }

  private mutating func hexadecimal() throws(Stop) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw stop("expected four hexadecimal digits")
      }
      value = value << 4 + UInt32(digit)
      index += 1
    }
    return value
  }

  // MARK: Text

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Line breaks only occur between values, so lines are counted here.
  private mutating func skipSpace() {
    while let byte = peek {
      switch byte {
      case 0x20, 0x09: index += 1
      case 0x0A, 0x0D:
        index += 1
        if byte == 0x0D, peek == 0x0A { index += 1 }
        mark = SourceLocation(line: mark.line + 1, column: 1, offset: index)
      default: return
      }
    }
  }

  // MARK: Places and errors

  private mutating func location() -> SourceLocation {
    while mark.offset < index {
      if bytes[mark.offset] & 0xC0 != 0x80 { mark.column += 1 }
      mark.offset += 1
    }
    return mark
  }

  private mutating func span(from start: SourceLocation) -> SourceSpan {
    SourceSpan(file: file, start: start, end: location())
  }

  private mutating func scalar(
    _ text: String, style: YAMLScalar.Style, from start: SourceLocation
  ) -> YAMLNode {
    YAMLNode(.scalar(YAMLScalar(text, style: style)), tag: nil, span: span(from: start))
  }

  private mutating func reportDuplicate(_ key: YAMLNode, first: YAMLNode) throws(Stop) {
    if limits.leavesOutEquivalentKeys, let warning = warning(ofEquivalent: key, first: first) {
      return sink.append(warning)
    }
    sink.error(
      .duplicateKey, "duplicate key \(excerpt(key.text ?? ""))", at: key.occurrence,
      notes: [Diagnostic.Note("first defined here", at: first.occurrence)])
    if sink.errorCount >= limits.errorCount {
      throw stop(
        "the file has \(limits.errorCount) errors, the limit; the rest of it was not read", .tooManyErrors)
    }
  }

  private mutating func stop(
    _ message: String, _ id: DiagnosticID = .jsonSyntax, at place: SourceLocation? = nil
  ) -> Stop {
    let place = place ?? location()
    sink.error(id, message, at: SourceSpan(file: file, start: place, end: place))
    return Stop()
  }
}
