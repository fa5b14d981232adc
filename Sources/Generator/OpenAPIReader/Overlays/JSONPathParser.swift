/// Parses paths of RFC 9535. Functions aren't supported.
struct JSONPathParser {
  private let bytes: [UInt8]
  private var position = 0
  /// How deep filters are within filters and parentheses.
  private var depth = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The whole text.
  mutating func path() throws(JSONPath.Mistake) -> [JSONPath.Segment] {
    skipSpace()
    guard take("$") else { throw mistake("it doesn't begin with '$'") }
    let segments = try self.segments()
    skipSpace()
    guard position == bytes.count else { throw mistake("there is more after its end") }
    return segments
  }

  // MARK: Segments

  private mutating func segments() throws(JSONPath.Mistake) -> [JSONPath.Segment] {
    var segments: [JSONPath.Segment] = []
    while true {
      let start = position
      skipSpace()
      if take("..") {
        var segment = next == UInt8(ascii: "[") ? try bracketed() : try shorthand()
        segment.isDescendant = true
        segments.append(segment)
      } else if take(".") {
        segments.append(try shorthand())
      } else if next == UInt8(ascii: "[") {
        segments.append(try bracketed())
      } else {
        position = start
        return segments
      }
      guard segments.count <= 64 else { throw mistake("it has more than 64 parts") }
    }
  }

  /// `name` or `*`.
  private mutating func shorthand() throws(JSONPath.Mistake) -> JSONPath.Segment {
    if take("*") { return .init(selectors: [.wildcard]) }
    let start = position
    while let byte = next, byte >= 0x80 || isNameByte(byte) { position += 1 }
    guard position > start else { throw mistake("a name is expected") }
    guard !(0x30...0x39).contains(bytes[start]) else {
      throw mistake("a name that begins with a digit is written in brackets, as in ['1v1']")
    }
    return .init(selectors: [.name(String(decoding: bytes[start..<position], as: UTF8.self))])
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
      // Not of RFC 9535, but no reader of overlays refuses `x-name`.
      || byte == UInt8(ascii: "-")
  }

  private mutating func bracketed() throws(JSONPath.Mistake) -> JSONPath.Segment {
    position += 1
    var selectors: [JSONPath.Selector] = []
    repeat {
      skipSpace()
      selectors.append(try selector())
      skipSpace()
    } while take(",")
    guard take("]") else { throw mistake("']' is expected") }
    return .init(selectors: selectors)
  }

  private mutating func selector() throws(JSONPath.Mistake) -> JSONPath.Selector {
    if take("*") { return .wildcard }
    if take("?") { return .filter(try alternatives()) }
    if next == UInt8(ascii: "'") || next == UInt8(ascii: "\"") { return .name(try quoted()) }
    let start = integer()
    skipSpace()
    guard take(":") else {
      guard let start else { throw mistake("a name in quotes, a number, '*' or '?' is expected") }
      return .index(start)
    }
    skipSpace()
    let end = integer()
    skipSpace()
    var step = 1
    if take(":") {
      skipSpace()
      step = integer() ?? 1
    }
    return .slice(start: start, end: end, step: step)
  }

  // MARK: Filters

  private mutating func alternatives() throws(JSONPath.Mistake) -> JSONPath.Filter {
    var filter = try conjunction()
    while takeAfterSpace("||") { filter = .or(filter, try conjunction()) }
    return filter
  }

  private mutating func conjunction() throws(JSONPath.Mistake) -> JSONPath.Filter {
    var filter = try condition()
    while takeAfterSpace("&&") { filter = .and(filter, try condition()) }
    return filter
  }

  private mutating func condition() throws(JSONPath.Mistake) -> JSONPath.Filter {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 32 else { throw mistake("its conditions are nested deeper than 32") }
    skipSpace()
    if take("!") { return .not(try condition()) }
    if take("(") {
      let filter = try alternatives()
      guard takeAfterSpace(")") else { throw mistake("')' is expected") }
      return filter
    }
    let left = try operand()
    skipSpace()
    guard let comparison = JSONPath.Comparison.allCases.first(where: { take($0.rawValue) }) else {
      guard case .query(let query) = left else { throw mistake("a comparison such as '==' is expected") }
      return .exists(query)
    }
    skipSpace()
    return .comparison(left, comparison, try operand())
  }

  private mutating func operand() throws(JSONPath.Mistake) -> JSONPath.Operand {
    if take("@") { return .query(.init(isFromRoot: false, segments: try segments())) }
    if take("$") { return .query(.init(isFromRoot: true, segments: try segments())) }
    if next == UInt8(ascii: "'") || next == UInt8(ascii: "\"") { return .text(try quoted()) }
    for (word, operand) in [
      ("true", JSONPath.Operand.boolean(true)), ("false", .boolean(false)), ("null", .null),
    ]
    where take(word) {
      return operand
    }
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { position += 1 }
    guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw mistake(
        "'@', a text in quotes, a number, true, false or null is expected; functions aren't supported")
    }
    return .number(number)
  }

  // MARK: Tokens

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func take(_ token: String) -> Bool {
    guard bytes[position...].starts(with: token.utf8) else { return false }
    position += token.utf8.count
    return true
  }

  private mutating func takeAfterSpace(_ token: String) -> Bool {
    skipSpace()
    return take(token)
  }

  private mutating func integer() -> Int? {
    let start = position
    _ = take("-")
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    guard let number = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      position = start
      return nil
    }
    return number
  }

  private mutating func quoted() throws(JSONPath.Mistake) -> String {
    guard let quote = next else { throw mistake("a text in quotes is expected") }
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), let escaped = next else {
        text.append(byte)
        continue
      }
      position += 1
      switch escaped {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "u"):
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(code)
        else { throw mistake("'\\u' needs four hexadecimal digits of a character") }
        position += 4
        text += String(Character(scalar)).utf8
      default: text.append(escaped)
      }
    }
    throw mistake("a quote isn't closed")
  }

  private func mistake(_ message: String) -> JSONPath.Mistake {
    JSONPath.Mistake(message: "\(message), at character \(position + 1)")
  }
}
