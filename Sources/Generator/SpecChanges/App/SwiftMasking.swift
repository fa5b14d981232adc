/// Replaces comments and the literal parts of strings with spaces. Interpolations stay, because they are code.
struct SwiftMasking {
  private enum Place {
    /// Code, with the number of open parentheses of an interpolation; nil at the top.
    case code(parentheses: Int?)
    case string(hashes: Int, isMultiline: Bool)
  }

  private let text: [UInt8]
  private var result: [UInt8]
  private var places: [Place] = [.code(parentheses: nil)]
  private var position = 0

  init(_ text: [UInt8]) { (self.text, result) = (text, text) }

  mutating func run() -> [UInt8] {
    while position < text.count {
      switch places.last {
      case .string(let hashes, let isMultiline): stepInString(hashes, isMultiline)
      case .code(let parentheses): stepInCode(parentheses)
      case nil: return result
      }
    }
    return result
  }

  private func has(_ bytes: String, at start: Int) -> Bool {
    text.count - start >= bytes.utf8.count && text[start...].starts(with: bytes.utf8)
  }

  private mutating func blank(_ count: Int) {
    let end = min(position + count, text.count)
    for index in position..<end where text[index] != UInt8(ascii: "\n") { result[index] = 0x20 }
    position = end
  }

  private func count(_ byte: String, at start: Int, most: Int = .max) -> Int {
    var count = 0
    while count < most, has(byte, at: start + count) { count += 1 }
    return count
  }

  // MARK: Code

  private mutating func stepInCode(_ parentheses: Int?) {
    if has("//", at: position) {
      return blank(text[position...].prefix { $0 != UInt8(ascii: "\n") }.count)
    }
    if has("/*", at: position) { return blankComment() }
    let hashes = count("#", at: position)
    if has("\"", at: position + hashes) {
      let isMultiline = has("\"\"\"", at: position + hashes)
      blank(hashes + (isMultiline ? 3 : 1))
      places.append(.string(hashes: hashes, isMultiline: isMultiline))
      return
    }
    if let parentheses {
      if has("(", at: position) { places[places.count - 1] = .code(parentheses: parentheses + 1) }
      if has(")", at: position) {
        if parentheses == 1 {
          places.removeLast()
          return blank(1)
        }
        places[places.count - 1] = .code(parentheses: parentheses - 1)
      }
    }
    position += max(hashes, 1)
  }

  /// Comments nest.
  private mutating func blankComment() {
    var depth = 0
    repeat {
      let isStart = has("/*", at: position)
      let isEnd = has("*/", at: position)
      depth += isStart ? 1 : isEnd ? -1 : 0
      blank(isStart || isEnd ? 2 : 1)
    } while depth > 0 && position < text.count
  }

  // MARK: Strings

  private mutating func stepInString(_ hashes: Int, _ isMultiline: Bool) {
    let quotes = isMultiline ? 3 : 1
    if count("\"", at: position, most: quotes) == quotes,
      count("#", at: position + quotes, most: hashes) == hashes
    {
      places.removeLast()
      return blank(quotes + hashes)
    }
    // A single-line string that isn't closed on its line is a mistake, or isn't a string.
    if !isMultiline, has("\n", at: position) {
      places.removeLast()
      return
    }
    guard has("\\", at: position), count("#", at: position + 1, most: hashes) == hashes else {
      return blank(1)
    }
    if has("(", at: position + 1 + hashes) {
      blank(2 + hashes)
      places.append(.code(parentheses: 1))
    } else {
      blank(2 + hashes)
    }
  }
}
