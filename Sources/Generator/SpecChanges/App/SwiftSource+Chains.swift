/// Chains of members, as in `shop?.items[0].title`.
extension SwiftSource {
  /// Whether the member whose name is at a place ends a chain with `?` in it: then the chain's value is an optional, whether or not
  /// the member is one.
  ///
  /// - Returns: False also if the text alone doesn't tell.
  func isEndOfOptionalChain(_ line: Int, _ column: Int) -> Bool {
    guard let start = offset(line, column), isEndOfChain(start) else { return false }
    var position = start
    if position > 0, code[position - 1] == UInt8(ascii: "`") { position -= 1 }
    // Back from member to member.
    while let dot = last(before: position), code[dot] == UInt8(ascii: "."),
      let operand = last(before: dot)
    {
      if code[operand] == UInt8(ascii: "?") { return isChaining(operand, dot) }
      guard let name = startOfMember(endingAt: operand) else { return false }
      position = name
    }
    return false
  }

  /// Whether nothing is asked of the value of the member that begins here.
  private func isEndOfChain(_ start: Int) -> Bool {
    var end = skipWord(code[start] == UInt8(ascii: "`") ? start + 1 : start)
    if end < code.count, code[end] == UInt8(ascii: "`") { end += 1 }
    guard end < code.count else { return true }
    if "([{?!.".utf8.contains(code[end]) { return false }
    guard let next = code[end...].firstIndex(where: { !$0.isBlank }) else { return true }
    let isOnLine = !code[end..<next].contains(UInt8(ascii: "\n"))
    return code[next] != UInt8(ascii: ".") && !(isOnLine && code[next] == UInt8(ascii: "("))
  }

  /// Whether a `?` before a dot unwraps what is before it, and isn't a part of `try?`, `??` or `a ? .b : c`.
  private func isChaining(_ mark: Int, _ dot: Int) -> Bool {
    guard mark > 0, dot == mark + 1 || code[mark..<dot].contains(UInt8(ascii: "\n")) else { return false }
    let last = code[mark - 1]
    if [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "`")].contains(last) { return true }
    guard last.isWord else { return false }
    let start = startOfWord(endingAt: mark - 1)
    return !["try", "as"].contains(String(decoding: code[start..<mark], as: UTF8.self))
  }

  /// Where a member's name begins that ends at a place, or the name of a call or a subscript; nil for anything else.
  private func startOfMember(endingAt end: Int) -> Int? {
    var end = end
    while code[end] == UInt8(ascii: ")") || code[end] == UInt8(ascii: "]") {
      guard let open = startOfBrackets(endingAt: end), open > 0 else { return nil }
      end = open - 1
    }
    if code[end] == UInt8(ascii: "`") {
      return code[..<end].lastIndex(of: UInt8(ascii: "`"))
    }
    return code[end].isWord ? startOfWord(endingAt: end) : nil
  }

  private func startOfWord(endingAt end: Int) -> Int {
    var start = end
    while start > 0, code[start - 1].isWord { start -= 1 }
    return start
  }

  private func startOfBrackets(endingAt end: Int) -> Int? {
    var depth = 0
    for position in stride(from: end, through: 0, by: -1) {
      depth += code[position].bracketStep
      if depth == 0 { return position }
    }
    return nil
  }

  /// The last place with code before another one.
  private func last(before position: Int) -> Int? { code[..<position].lastIndex { !$0.isBlank } }
}
