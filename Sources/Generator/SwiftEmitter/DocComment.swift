import APIModel
import SchemaValues

/// The lines of a documentation comment, including the slashes.
///
/// Text of a spec can't leave the comment: it is split into lines, and characters that affect the compiler, a
/// terminal or the text's direction are removed.
enum DocComment {
  /// The maximum width of a line, including slashes and indentation.
  static let width = 110

  /// The summary, the details and further remarks, as paragraphs.
  static func lines(summary: String?, details: String? = nil, remarks: [String] = [], indent: Int = 0)
    -> [String]
  {
    var paragraphs: [[String]] = []
    if let summary, let text = nonEmpty(summary) {
      let isOneLine = !trimmedEnd(text).utf8.contains(UInt8(ascii: "\n"))
      paragraphs.append(isOneLine ? wrapped(text, indent: indent) : markdown(text, indent: indent))
    }
    if let details, nonEmpty(details) != nil { paragraphs.append(markdown(details, indent: indent)) }
    paragraphs += remarks.compactMap { nonEmpty($0) }.map { wrapped($0, indent: indent) }
    return paragraphs.joined(separator: [""]).map { $0.isEmpty ? "///" : "/// \($0)" }
  }

  /// A short text as a code span; nil if it is long, or has a backtick, which would end the span.
  static func quoted(_ text: String) -> String? {
    text.unicodeScalars.count <= 80 && !text.unicodeScalars.contains("`") ? "`\(clean(text))`" : nil
  }

  /// A summary; nil if it only repeats a name, like titles of schemas in many documents: "Account settings" of
  /// `AccountSettings`.
  static func summary(_ text: String?, of name: String) -> String? {
    guard let text, text.utf8.count <= 2 * name.utf8.count else { return text }
    func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber }.lowercased() }
    return letters(text) == letters(name) ? nil : text
  }

  /// Short notes, as one paragraph.
  static func paragraph(_ notes: [String]) -> [String] {
    notes.isEmpty ? [] : [notes.joined(separator: " ")]
  }

  /// A summary and notes, as one text.
  static func sentence(_ summary: String?, _ notes: [String]) -> String? {
    guard var text = summary.flatMap(nonEmpty).map(trimmedEnd) else {
      return notes.isEmpty ? nil : notes.joined(separator: " ")
    }
    let isOpen = text.last.map { $0.isLetter || $0.isNumber || "`)]\"'".contains($0) } ?? false
    if isOpen, !notes.isEmpty { text += "." }
    return ([text] + notes).joined(separator: " ")
  }

  /// A text for use within a line of a comment.
  static func plain(_ text: String) -> String { clean(text) }

  /// A list item, with its continuation lines indented.
  static func item(_ text: String, indent: Int) -> [String] {
    wrapped(text, indent: indent + 4).enumerated().map { ($0 == 0 ? "///   - " : "///     ") + $1 }
  }

  /// An item of a method's outermost list.
  static func outerItem(_ text: String) -> [String] {
    wrapped(text, indent: 4).enumerated().map { ($0 == 0 ? "/// - " : "///   ") + $1 }
  }

  /// A list item about a parameter of a method, in the list of parameters or in one of its own.
  static func item(_ name: String, _ text: String, isParameter: Bool) -> [String] {
    isParameter ? item("\(name): \(text)", indent: 2) : outerItem("`\(name)`: \(text)")
  }

  /// A name of the spec, as a code span.
  static func code(_ name: String) -> String {
    name.unicodeScalars.contains("`") ? "'\(clean(name))'" : "`\(clean(name))`"
  }

  /// One line of text, wrapped.
  private static func wrapped(_ text: String, indent: Int) -> [String] {
    let limit = width - indent - 4
    let text = clean(text)
    // Most texts are a line already.
    if text.utf8.count <= limit, isPlain(text) { return [text] }
    var lines: [String] = []
    var line = ""
    var taken = 0
    for word in words(of: text) {
      let width = columns(word)
      if taken > 0, taken + 1 + width > limit {
        lines.append(line)
        (line, taken) = ("", 0)
      }
      if taken > 0 {
        line += " "
        taken += 1
      }
      line += word
      taken += width
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// The words of a cleaned text. ASCII, which most texts are, needs no search for the ends of characters.
  private static func words(of text: String) -> [Substring] {
    isASCII(text)
      ? text.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
      : text.split(whereSeparator: \.isWhitespace)
  }

  /// The width of a text in a line.
  private static func columns(_ text: some StringProtocol) -> Int {
    isASCII(text) ? text.utf8.count : text.count
  }

  private static func isASCII(_ text: some StringProtocol) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// Whether it is words of plain ASCII, with single spaces between them.
  private static func isPlain(_ text: String) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      guard (0x20..<0x7F).contains(byte), byte != UInt8(ascii: " ") || previous != byte else { return false }
      previous = byte
    }
    return previous != UInt8(ascii: " ")
  }

  /// Markdown keeps its lines, because wrapping would break code blocks and lists.
  private static func markdown(_ text: String, indent: Int) -> [String] {
    let source = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var lines = source.flatMap { line -> [String] in
      let cleaned = clean(String(Substring(line)))
      let isProse = !cleaned.hasPrefix(" ") && !cleaned.hasPrefix("`") && !cleaned.hasPrefix("|")
      if columns(cleaned) <= width - indent - 4 || !isProse { return [trimmedEnd(cleaned)] }
      return wrapped(cleaned, indent: indent)
    }
    while lines.last == "" { lines.removeLast() }
    while lines.first == "" { lines.removeFirst() }
    return lines
  }

  private static func trimmedEnd(_ text: String) -> String {
    var text = text
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static func nonEmpty(_ text: String) -> String? {
    text.contains { !$0.isWhitespace } ? text : nil
  }

  /// Keeps all scalars that are safe in a comment. Two backticks, which DocC takes for a symbol link, become one.
  private static func clean(_ text: String) -> String {
    let text = withoutImages(withoutLinks(text))
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\r" || scalar == "\t" || scalar.value == 0x2028
        || scalar.value == 0x2029
      {
        result.append(" ")
      } else if SwiftLiteral.isPlain(scalar) || scalar == "\u{A0}" {
        result.append(scalar)
      } else if scalar.properties.isEmoji || scalar.value == 0x200D || scalar.value == 0xFE0F {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func withoutLinks(_ text: String) -> String {
    guard zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == UInt8(ascii: "`") && $1 == $0 })
    else {
      return text
    }
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.first {
      let run = scalars.prefix { $0 == "`" }
      if run.isEmpty {
        result.append(scalar)
        scalars.removeFirst()
      } else {
        result += run.count == 2 ? run.prefix(1) : run
        scalars.removeFirst(run.count)
      }
    }
    return String(result)
  }
}
