/// Breaks the long lines of rendered Swift code, as `swift format` would.
///
/// Templates write each declaration and each entry on one line; this pass is the only place that knows the width of a
/// line. It leaves short lines, lines with comments, lines of literals with several lines and lines without a list as they
/// are, and so also what a template has broken itself.
enum LineBreaker {
  /// The maximum width of a line.
  static let width = 110

  /// The code with its long lines broken.
  static func broken(_ text: String) -> String {
    let bytes = text.utf8
    var result = ""
    // Where the text begins that isn't in the result yet.
    var copied = bytes.startIndex
    var start = bytes.startIndex
    var isInLiteral = false
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      let wasInLiteral = isInLiteral
      let code = bytes[start..<end]
      if isInLiteral ? code.endsLiteral : code.beginsLiteral { isInLiteral.toggle() }
      // A line of exactly the width may have to be broken, too.
      if !wasInLiteral, bytes.distance(from: start, to: end) >= width,
        let line = line(text[start..<end])
      {
        result += text[copied..<start]
        result += line
        copied = end
      }
      start = end == bytes.endIndex ? end : bytes.index(after: end)
    }
    return copied == bytes.startIndex ? text : result + text[copied...]
  }

  /// The lines that a long line becomes; nil if it stays as it is.
  private static func line(_ line: Substring) -> String? {
    let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
    let code = Array(line.utf8.dropFirst(indent))
    var parser = BracketParser(code[...])
    guard let whole = parser.code() else { return nil }
    let layout = SwiftLayout(width: width)
    let margin = String(repeating: " ", count: indent)
    if let (head, value) = getter(code, braces: parser.braces) {
      return margin + layout.getter(head, value, indent: indent)
    }
    return margin + layout.wrap(whole, indent: indent)
  }

  /// The two parts of `head { value }`, where `head` is that of a computed property.
  private static func getter(_ line: [UInt8], braces: [Int]) -> (head: Code, value: Code)? {
    guard let opening = braces.first, braces.count == 1, line.suffix(2).elementsEqual(" }".utf8) else {
      return nil
    }
    let words = line[..<opening].split(separator: UInt8(ascii: " "))
    guard words.contains(where: { $0.elementsEqual("var".utf8) }) else { return nil }
    var head = BracketParser(line[..<(opening - 1)])
    var value = BracketParser(line[(opening + 2)...].dropLast(2))
    guard let head = head.code(), let value = value.code() else { return nil }
    return (head, value)
  }
}

extension Substring.UTF8View {
  /// Whether a literal of several lines begins in this line of code, which it does at the end of a line.
  fileprivate var beginsLiteral: Bool {
    guard last == UInt8(ascii: "\""), suffix(3).elementsEqual("\"\"\"".utf8) else { return false }
    return !drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8)
  }

  /// Whether a literal of several lines ends in this line.
  fileprivate var endsLiteral: Bool {
    drop { $0 == UInt8(ascii: " ") }.starts(with: "\"\"\"".utf8)
  }
}
