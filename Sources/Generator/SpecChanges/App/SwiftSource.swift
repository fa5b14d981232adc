/// Reads from the text of a Swift file what an index store doesn't have: the labels of calls and the cases of switches.
///
/// Columns count bytes of UTF-8 from 1, as in the index.
struct SwiftSource {
  /// A `switch` statement or expression.
  struct Switch {
    var line: Int
    var column: Int
    /// Where its patterns are.
    var patterns: [Range<Int>]
    /// Whether it has a case for everything else.
    var hasDefault: Bool
    var body: Range<Int>
  }

  /// An argument of a call.
  struct Argument {
    var label: String
    /// Whether the value begins like a literal.
    var isLiteral: Bool
  }

  private let text: [UInt8]
  /// The text with spaces in place of comments and the literal parts of strings.
  let code: [UInt8]
  private let lines: [Int]
  private(set) var switches: [Switch] = []

  init(_ text: [UInt8]) {
    self.text = text
    var masking = SwiftMasking(text)
    code = masking.run()
    lines = [0] + text.indices.filter { text[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    switches = findSwitches()
  }

  func offset(_ line: Int, _ column: Int) -> Int? {
    guard lines.indices.contains(line - 1) else { return nil }
    let offset = lines[line - 1] + column - 1
    return code.indices.contains(offset) ? offset : nil
  }

  /// Whether the name at a place is a property wrapper's projected value.
  func isProjected(_ line: Int, _ column: Int) -> Bool {
    // The index has the place of the name after the `$`.
    guard let offset = offset(line, column), offset > 0 else { return false }
    return text[offset - 1] == UInt8(ascii: "$") || text[offset] == UInt8(ascii: "$")
  }

  /// The `switch` that has a place among its patterns.
  func choice(around line: Int, _ column: Int) -> Switch? {
    guard let offset = offset(line, column) else { return nil }
    let around = switches.filter { $0.body.contains(offset) }
    guard let inner = around.min(by: { $0.body.count < $1.body.count }) else { return nil }
    return inner.patterns.contains { $0.contains(offset) } ? inner : nil
  }

  // MARK: Calls

  /// The arguments of a call.
  ///
  /// - Returns: Nil if the name at this place isn't followed by arguments.
  func arguments(_ line: Int, _ column: Int) -> [Argument]? {
    guard let range = argumentRange(line, column) else { return nil }
    var arguments: [Argument] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = self.end(from: start) { $0 == UInt8(ascii: ",") } ?? range.upperBound
      if let first = code[start..<end].firstIndex(where: { !$0.isBlank }) {
        let (label, value) = label(at: first)
        arguments.append(Argument(label: label, isLiteral: isLiteral(at: value)))
      }
      start = end + 1
    }
    return arguments
  }

  /// What is between the parentheses after the name at a place; nil if there are none.
  func argumentRange(_ line: Int, _ column: Int) -> Range<Int>? {
    guard var position = offset(line, column) else { return nil }
    if code[position] == UInt8(ascii: "`") { position += 1 }
    position = skipWord(position)
    if position < code.count, code[position] == UInt8(ascii: "`") { position += 1 }
    position = skipBlanks(position)
    guard position < code.count, code[position] == UInt8(ascii: "("), let end = end(from: position + 1)
    else { return nil }
    return position + 1..<end
  }

  /// Where a bracket is closed that was opened before, or, outside of those opened since, one of these bytes is; nil for nowhere.
  private func end(from start: Int, at isEnd: (UInt8) -> Bool = { _ in false }) -> Int? {
    var depth = 0
    for position in start..<max(start, code.count) {
      let byte = code[position]
      if depth == 0, isEnd(byte) { return position }
      depth += byte.bracketStep
      if depth < 0 { return position }
    }
    return nil
  }

  /// The label of an argument, and where its value begins.
  private func label(at start: Int) -> (String, Int) {
    var position = start
    if code[position] == UInt8(ascii: "`") { position += 1 }
    let end = skipWord(position)
    let name = String(decoding: code[position..<end], as: UTF8.self)
    var rest = end
    if rest < code.count, code[rest] == UInt8(ascii: "`") { rest += 1 }
    rest = skipBlanks(rest)
    guard end > position, rest < code.count, code[rest] == UInt8(ascii: ":") else { return ("", start) }
    return (name, rest + 1)
  }

  private func isLiteral(at start: Int) -> Bool {
    // Strings are blank in `code`, so this reads `text`.
    var position = start
    while position < text.count, text[position].isBlank { position += 1 }
    guard text.indices.contains(position) else { return false }
    let first = text[position]
    return first.isDigit || [UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "[")].contains(first)
      || first == UInt8(ascii: "-") && position + 1 < text.count && text[position + 1].isDigit
  }

  func skipWord(_ start: Int) -> Int {
    var position = start
    while position < code.count, code[position].isWord { position += 1 }
    return position
  }

  private func skipBlanks(_ start: Int) -> Int {
    var position = start
    while position < code.count, code[position].isBlank, code[position] != UInt8(ascii: "\n") {
      position += 1
    }
    return position
  }

  // MARK: Switches

  private func findSwitches() -> [Switch] {
    var found: [Switch] = []
    /// Open brackets, each with the `switch` whose body it is.
    var open: [Int?] = []
    /// Each `switch` whose body hasn't begun, with the number of brackets open at its keyword.
    var pending: [(index: Int, depth: Int)] = []
    var position = 0
    var previous = ""
    while position < code.count {
      let byte = code[position]
      if byte.isWord {
        let end = skipWord(position)
        let word = String(decoding: code[position..<end], as: UTF8.self)
        let isName = previous == "." || previous == "`"
        if word == "switch", !isName {
          let line = self.line(of: position)
          found.append(
            Switch(
              line: line, column: position - lines[line - 1] + 1, patterns: [], hasDefault: false,
              body: position..<position))
          pending.append((found.count - 1, open.count))
        } else if let index = open.last ?? nil, !isName {
          if word == "default" { found[index].hasDefault = true }
          if word == "case", !["if", "guard", "while", "for", ","].contains(previous) {
            let pattern = pattern(after: end)
            found[index].patterns.append(pattern)
            if isCatchAll(pattern) { found[index].hasDefault = true }
          }
        }
        previous = word
        position = end
        continue
      }
      if byte == UInt8(ascii: "{"), let last = pending.last, last.depth == open.count {
        pending.removeLast()
        open.append(last.index)
        found[last.index].body = position..<position
      } else if byte.bracketStep > 0 {
        open.append(nil)
      } else if byte.bracketStep < 0, let index = open.popLast() ?? nil {
        found[index].body = found[index].body.lowerBound..<position
      }
      if !byte.isBlank { previous = String(decoding: [byte], as: UTF8.self) }
      position += 1
    }
    return found
  }

  /// From the keyword to the colon.
  private func pattern(after start: Int) -> Range<Int> {
    start..<(end(from: start) { $0 == UInt8(ascii: ":") } ?? code.count)
  }

  /// `_`, or a name for every value.
  private func isCatchAll(_ pattern: Range<Int>) -> Bool {
    let words = String(decoding: code[pattern], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    if words == ["_"] { return true }
    return words.count == 2 && ["let", "var"].contains(words[0]) && words[1].utf8.allSatisfy(\.isWord)
  }

  func place(of offset: Int) -> (line: Int, column: Int) {
    let line = line(of: offset)
    return (line, offset - lines[line - 1] + 1)
  }

  private func line(of offset: Int) -> Int {
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  /// By how many this changes the number of open brackets.
  var bracketStep: Int {
    switch self {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): -1
    default: 0
    }
  }
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
  var isWord: Bool {
    isDigit || self == UInt8(ascii: "_") || self >= 0x80
      || (self | 0x20) >= UInt8(ascii: "a")
        && (self | 0x20) <= UInt8(ascii: "z")
  }
}
