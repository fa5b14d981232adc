/// Breaks the long lines of rendered Swift code, as `swift format` would.
///
/// Templates write each declaration and each entry on one line; this pass is the only place that knows the width of a
/// line. It leaves short lines, lines with comments, lines of literals with several lines and lines without a list as they
/// are, and so also what a template has broken itself.
enum LineBreaker {
  /// The maximum width of a line.
  static let width = 110

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The code with its long lines broken.
  static func broken(_ text: String) -> String {
    var code = text
    return code.withUTF8(broken) ?? text
  }

  /// Whether each line of code, apart from comments, fits and is ASCII, so that the formatter has nothing to object to.
  static func isTidy(_ text: String) -> Bool {
    var code = text
    return code.withUTF8 { code in
      code.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
        line.count <= width && line.allSatisfy { $0 < 0x80 }
          || line.drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8)
      }
    }
  }

  /// The code with its long lines broken; nil if there are none.
  private static func broken(_ text: Bytes) -> String? {
    var result: [UInt8] = []
    // Where the text begins that isn't in the result yet.
    var copied = 0
    var start = 0
    var isInLiteral = false
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      let code = text[start..<end]
      let wasInLiteral = isInLiteral
      if isInLiteral ? endsLiteral(code) : beginsLiteral(code) { isInLiteral.toggle() }
      // A shorter line may have to be broken, too, because of commas that aren't there.
      if !wasInLiteral, code.count >= width - 10, let lines = lines(code) {
        result += text[copied..<start]
        result += lines.utf8
        copied = end
      }
      start = end + 1
    }
    return copied == 0 ? nil : String(decoding: result + text[copied...], as: UTF8.self)
  }

  /// The lines that a long line becomes; nil if it stays as it is.
  private static func lines(_ line: Bytes.SubSequence) -> String? {
    let code = Array(line.drop { $0 == UInt8(ascii: " ") })
    let indent = line.count - code.count
    var parser = BracketParser(code[...])
    guard let whole = parser.code() else { return nil }
    let layout = SwiftLayout(width: width)
    let margin = String(repeating: " ", count: indent)
    if let (head, value) = getter(code, braces: parser.braces) {
      return margin + layout.getter(head, value, indent: indent)
    }
    if let (head, first, second) = choice(code, braces: parser.braces) {
      return margin + layout.choice(head, first, second, indent: indent)
    }
    return margin + layout.wrap(whole, indent: indent, isDeclaration: code.starts(with: "case ".utf8))
  }

  /// The three parts of `if head { first } else { second }`.
  private static func choice(_ line: [UInt8], braces: [Int]) -> (head: Code, first: Code, second: Code)? {
    let middle = Array("} else {".utf8)
    guard braces.count == 2, line.starts(with: "if ".utf8), line.suffix(2).elementsEqual(" }".utf8) else {
      return nil
    }
    let end = braces[1] - middle.count + 1
    guard end > braces[0] + 2, line[end...braces[1]].elementsEqual(middle), braces[1] + 2 < line.count - 2
    else {
      return nil
    }
    var head = BracketParser(line[..<(braces[0] - 1)])
    var first = BracketParser(line[(braces[0] + 2)..<(end - 1)])
    var second = BracketParser(line[(braces[1] + 2)...].dropLast(2))
    guard let head = head.code(), let first = first.code(), let second = second.code() else { return nil }
    return (head, first, second)
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

  /// Whether a literal of several lines begins in this line of code, which it does at the end of a line.
  private static func beginsLiteral(_ line: Bytes.SubSequence) -> Bool {
    guard line.last == UInt8(ascii: "\""), line.suffix(3).elementsEqual("\"\"\"".utf8) else { return false }
    return !line.drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8)
  }

  /// Whether a literal of several lines ends in this line.
  private static func endsLiteral(_ line: Bytes.SubSequence) -> Bool {
    line.drop { $0 == UInt8(ascii: " ") }.starts(with: "\"\"\"".utf8)
  }
}
