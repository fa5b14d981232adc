/// Finds the brackets of Swift code on one line. String literals and names in backticks are text, and so is everything
/// outside brackets.
struct BracketParser {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// The nesting of the brackets.
  private var depth = 0
  /// The positions of opening braces outside brackets.
  private(set) var braces: [Int] = []

  /// The maximum nesting of brackets.
  private static let mostDepth = 200

  /// - Parameter bytes: the line, as UTF-8.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The whole line; nil if it isn't complete, such as one whose brackets don't match, or nested too deeply.
  mutating func code() -> Code? {
    guard let code = element(), position == bytes.endIndex else { return nil }
    return code
  }

  /// Code up to the end, or within brackets up to a comma or a closing bracket.
  private mutating func element() -> Code? {
    var code = Code()
    var start = position
    // The nesting of generic arguments, whose commas are text.
    var angles = 0
    func text(upTo end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }
    scan: while position < bytes.endIndex {
      switch bytes[position] {
      case UInt8(ascii: "("), UInt8(ascii: "["):
        code.append(text(upTo: position))
        guard let list = list() else { return nil }
        code.append(Code(list))
        start = position
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard depth > 0 else { return nil }
        break scan
      case UInt8(ascii: ",") where depth > 0 && angles == 0: break scan
      case UInt8(ascii: "<") where isBehindName():
        angles += 1
        position += 1
      case UInt8(ascii: ">") where angles > 0 && bytes[position - 1] != UInt8(ascii: "-"):
        angles -= 1
        position += 1
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        guard skipLiteral() else { return nil }
      case UInt8(ascii: "/") where [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(next):
        // A comment.
        return nil
      case UInt8(ascii: "`"):
        guard let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "`")) else { return nil }
        position = end + 1
      case let byte:
        if byte == UInt8(ascii: "{"), depth == 0 { braces.append(position) }
        position += 1
      }
    }
    code.append(text(upTo: position))
    return code
  }

  /// A list with its brackets.
  private mutating func list() -> Code.List? {
    guard depth < Self.mostDepth else { return nil }
    let isCall = bytes[position] == UInt8(ascii: "(")
    let closing = isCall ? UInt8(ascii: ")") : UInt8(ascii: "]")
    var list = Code.List(brackets: isCall ? .parentheses : .square, elements: [])
    position += 1
    depth += 1
    defer { depth -= 1 }
    while true {
      skipSpaces()
      guard position < bytes.endIndex else { return nil }
      if bytes[position] != closing {
        guard let element = element(), position < bytes.endIndex else { return nil }
        list.elements.append(element)
      }
      let end = bytes[position]
      position += 1
      if end == closing { return list }
      guard end == UInt8(ascii: ",") else { return nil }
    }
  }

  /// The byte behind the position.
  private var next: UInt8? { position + 1 < bytes.endIndex ? bytes[position + 1] : nil }

  /// Whether the byte before the position belongs to a name. An operator has a space before it.
  private func isBehindName() -> Bool {
    guard position > bytes.startIndex else { return false }
    let byte = bytes[position - 1]
    return byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "`")
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private mutating func skipSpaces() {
    while position < bytes.endIndex, bytes[position] == UInt8(ascii: " ") { position += 1 }
  }

  /// Skips a string literal, which may have `#` around it and interpolations in it, or the `#` of a directive. False if the
  /// literal doesn't end.
  private mutating func skipLiteral() -> Bool {
    let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    position += hashes
    guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else { return hashes > 0 }
    position += 1
    while let end = bytes[position...].firstIndex(where: {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }) {
      position = end + 1
      // In a literal with `#`, quotes and backslashes need as many to mean something.
      guard bytes[position...].prefix(hashes).count(where: { $0 == UInt8(ascii: "#") }) == hashes else {
        continue
      }
      position += hashes
      if bytes[end] == UInt8(ascii: "\"") { return true }
      guard position < bytes.endIndex else { return false }
      if bytes[position] == UInt8(ascii: "(") {
        guard list() != nil else { return false }
      } else {
        position += 1
      }
    }
    return false
  }
}
