import APIModel

/// Why a text can't be read as JSON.
package struct JSONTextError: Error, CustomStringConvertible {
  package var message: String
  /// The index of the byte.
  package var offset: Int
  /// Whether the text is valid JSON, and more than is read.
  package var isLimit = false

  /// `isn't JSON: a key is missing, at byte 1`, or `is valid JSON, but nested more than 100 levels deep`.
  package var description: String {
    isLimit ? "is valid JSON, but \(message)" : "isn't JSON: \(message), at byte \(offset)"
  }
}

/// Reads JSON (RFC 8259), up to 100 levels deep.
package struct JSONText {
  private static let deepest = 100

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  /// The first limit that the text exceeds: what follows decides whether it is JSON.
  private var exceeded: JSONTextError?

  package static func value(of bytes: [UInt8]) throws(JSONTextError) -> Literal {
    var text = JSONText(bytes: bytes)
    let value = try text.value()
    text.skipSpace()
    guard text.position == bytes.count else { throw text.error("nothing may follow the value") }
    if let exceeded = text.exceeded { throw exceeded }
    return value
  }

  package static func value(of text: String) throws(JSONTextError) -> Literal {
    try value(of: Array(text.utf8))
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func error(_ message: String) -> JSONTextError { JSONTextError(message: message, offset: position) }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(JSONTextError) -> Literal {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try nested { text throws(JSONTextError) in try text.object() }
    case UInt8(ascii: "["): return try nested { text throws(JSONTextError) in try text.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("a value is missing")
    default: return .number(try number())
    }
  }

  private mutating func nested(
    _ body: (inout JSONText) throws(JSONTextError) -> Literal
  ) throws(JSONTextError) -> Literal {
    guard depth < Self.deepest else {
      exceed("nested more than \(Self.deepest) levels deep")
      try skipNested()
      return .null
    }
    depth += 1
    position += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func exceed(_ message: String) {
    if exceeded == nil { exceeded = JSONTextError(message: message, offset: position, isLimit: true) }
  }

  /// Skips an object or an array of any depth, without recursion.
  private mutating func skipNested() throws(JSONTextError) {
    var open: [UInt8] = []
    repeat {
      // A value, and the brackets that end after it.
      skipSpace()
      if let bracket = next, bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "[") {
        position += 1
        open.append(bracket)
        skipSpace()
        if !skip(bracket == UInt8(ascii: "{") ? "}" : "]") {
          if bracket == UInt8(ascii: "{") { try skipKey() }
          continue
        }
        open.removeLast()
      } else {
        _ = try value()
      }
      while let bracket = open.last {
        let isObject = bracket == UInt8(ascii: "{")
        skipSpace()
        if skip(isObject ? "}" : "]") {
          open.removeLast()
          continue
        }
        guard skip(",") else { throw error(isObject ? "',' or '}' is missing" : "',' or ']' is missing") }
        if isObject { try skipKey() }
        break
      }
    } while !open.isEmpty
  }

  private mutating func skipKey() throws(JSONTextError) {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw error("a key is missing") }
    _ = try string()
    skipSpace()
    guard skip(":") else { throw error("':' is missing") }
  }

  private mutating func object() throws(JSONTextError) -> Literal {
    var members: [Literal.Member] = []
    // Compared byte by byte: to Swift, two spellings of `é` are equal.
    var names: Set<[UInt8]> = []
    skipSpace()
    if skip("}") { return .object([]) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a key is missing") }
      let start = position
      let name = try string()
      guard names.insert(Array(name.utf8)).inserted else {
        position = start
        throw error("a key that the object has already (RFC 8259, section 4)")
      }
      skipSpace()
      guard skip(":") else { throw error("':' is missing") }
      members.append(.init(name: name, value: try value()))
      skipSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { throw error("',' or '}' is missing") }
    }
  }

  private mutating func array() throws(JSONTextError) -> Literal {
    var items: [Literal] = []
    skipSpace()
    if skip("]") { return .array([]) }
    while true {
      items.append(try value())
      skipSpace()
      if skip("]") { return .array(items) }
      guard skip(",") else { throw error("',' or ']' is missing") }
    }
  }

  private mutating func word(_ word: String, _ value: Literal) throws(JSONTextError) -> Literal {
    guard bytes[position...].starts(with: word.utf8) else { throw error("this isn't a JSON value") }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONTextError) -> NumberText {
    let start = position
    func digits(_ text: inout JSONText) -> Int {
      let first = text.position
      while let byte = text.next, (0x30...0x39).contains(byte) { text.position += 1 }
      return text.position - first
    }
    _ = skip("-")
    let isZero = next == UInt8(ascii: "0")
    let count = digits(&self)
    guard count > 0, !isZero || count == 1 else {
      position = start
      throw error("this isn't a JSON value")
    }
    if skip("."), digits(&self) == 0 { throw error("a digit is missing") }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      if digits(&self) == 0 { throw error("a digit is missing") }
    }
    guard position - start <= 1000 else {
      exceed("a number has more than 1,000 characters")
      return NumberText("0")
    }
    return NumberText(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  // MARK: Strings

  private mutating func string() throws(JSONTextError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        let string = String(decoding: text, as: UTF8.self)
        guard string.utf8.elementsEqual(text) else { throw error("the text isn't UTF-8") }
        return string
      case UInt8(ascii: "\\"): try escape(&text)
      case 0..<0x20: throw error("a control character must be escaped")
      default: text.append(byte)
      }
    }
    throw error("the text doesn't end")
  }

  private mutating func escape(_ text: inout [UInt8]) throws(JSONTextError) {
    guard let byte = next else { throw error("the text doesn't end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"):
      var code = try codeUnit()
      if (0xD800..<0xDC00).contains(code), skip("\\") {
        guard skip("u") else { throw error("half of a surrogate pair") }
        let low = try codeUnit()
        guard (0xDC00..<0xE000).contains(low) else { throw error("half of a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair") }
      text += Array(String(Character(scalar)).utf8)
    default: throw error("an escape that JSON doesn't have")
    }
  }

  private mutating func codeUnit() throws(JSONTextError) -> UInt32 {
    let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let code = UInt32(digits, radix: 16)
    else { throw error("four hexadecimal digits are missing") }
    position += 4
    return code
  }
}
