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
      let isOneLine = !trimmedEnd(text).contains("\n")
      paragraphs.append(isOneLine ? wrapped(text, indent: indent) : markdown(text, indent: indent))
    }
    if let details, nonEmpty(details) != nil { paragraphs.append(markdown(details, indent: indent)) }
    paragraphs += remarks.compactMap { nonEmpty($0) }.map { wrapped($0, indent: indent) }
    return paragraphs.joined(separator: [""]).map { $0.isEmpty ? "///" : "/// \($0)" }
  }

  /// The first short example, as a paragraph.
  static func example(of schema: Schema, _ title: String = "Example") -> [String] {
    let texts = schema.examples.lazy.map(\.json)
    let short = texts.first { text in
      // A backtick would end the code span.
      text.unicodeScalars.count <= 80 && !text.unicodeScalars.contains("`")
    }
    return short.map { ["\(title): `\($0)`"] } ?? []
  }

  /// A text for use within a line of a comment.
  static func plain(_ text: String) -> String { clean(text) }

  /// A list item, with its continuation lines indented.
  static func item(_ text: String, indent: Int) -> [String] {
    wrapped(text, indent: indent + 4).enumerated().map { ($0 == 0 ? "///   - " : "///     ") + $1 }
  }

  /// The comment of a memberwise initializer. The properties document the parameters; DocC warns about incomplete
  /// lists.
  static func initializer(isRequired: [Bool]) -> [String] {
    ["/// Creates a value from its properties\(isRequired.contains(false) ? "; omitted ones are nil" : "")."]
  }

  /// A name of the spec, as a code span.
  static func code(_ name: String) -> String {
    name.unicodeScalars.contains("`") ? "'\(clean(name))'" : "`\(clean(name))`"
  }

  /// One line of text, wrapped.
  private static func wrapped(_ text: String, indent: Int) -> [String] {
    let limit = width - indent - 4
    var lines: [String] = []
    var line = ""
    for word in clean(text).split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + 1 + word.count > limit {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// Markdown keeps its lines, because wrapping would break code blocks and lists.
  private static func markdown(_ text: String, indent: Int) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      let cleaned = clean(String(line))
      let isProse = !cleaned.hasPrefix(" ") && !cleaned.hasPrefix("`") && !cleaned.hasPrefix("|")
      if cleaned.count <= width - indent - 4 || !isProse { return [trimmedEnd(cleaned)] }
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
    let text = withoutLinks(text)
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
    guard text.utf8.contains(UInt8(ascii: "`")) else { return text }
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
