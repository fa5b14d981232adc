import Diagnostics

/// The text of a description as Markdown without HTML, for documentation comments.
///
/// Descriptions are Markdown, in which HTML is allowed, and some documents use it for everything. Known tags become what
/// Markdown has for them, or go; whatever else is in angle brackets, such as `List<String>`, stays. Code in backticks and in
/// fences isn't touched.
func markdown(fromHTML text: String) -> String {
  let special = text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
  guard special, text.utf8.count <= 1 << 20 else { return text }
  var converter = HTMLConverter()
  return converter.converted(text)
}

/// Reads a text from its start. Functions that recognize something write it and return the rest.
private struct HTMLConverter {
  typealias Scalars = Substring.UnicodeScalarView

  /// Tags that wait for their ends, with the text in them. The first is the whole text.
  private var open: [(name: String, link: String?, text: String)] = [("", nil, "")]
  /// Code of several lines, in the order of its marks in the text. It isn't tidied.
  private var code: [String] = []
  private var listDepth = 0
  private var mayHaveComments = true
  /// Whether the text is laid out by HTML, so that spaces at the starts of lines mean nothing.
  private var hasBlocks = false

  // Control characters, which no description has.
  private static let codeMark: Unicode.Scalar = "\u{1}"
  private static let indent = "\u{2}"
  private static let blocks: Set<String> = [
    "p", "div", "blockquote", "table", "thead", "tbody", "tr", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5",
    "h6", "hr", "ul", "ol", "li", "pre",
  ]
  private static let emphases = [
    "b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "tt": "`", "kbd": "`", "samp": "`",
    "var": "*", "a": "",
  ]
  /// Tags that leave only their content.
  private static let ignored: Set<String> = [
    "span", "font", "u", "small", "big", "sup", "sub", "center", "th", "td", "img", "abbr", "nobr", "s",
    "del", "ins",
  ]
  private static let entities: [String: Unicode.Scalar] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": " ", "mdash": "—", "ndash": "–",
    "hellip": "…", "rarr": "→", "larr": "←", "copy": "©", "reg": "®", "trade": "™", "bull": "•",
    "middot": "·", "times": "×", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "le": "≤", "ge": "≥",
    "ne": "≠", "deg": "°", "euro": "€", "pound": "£", "sect": "§", "plusmn": "±", "laquo": "«", "raquo": "»",
  ]

  mutating func converted(_ html: String) -> String {
    var rest = html[...].unicodeScalars
    while let special = rest.firstIndex(where: { $0 == "<" || $0 == "&" || $0 == "`" }) {
      write(rest[..<special])
      rest = rest[special...]
      if let next = copiedCode(rest) ?? tag(rest) ?? comment(rest) ?? entity(rest) {
        rest = next
      } else {
        write(rest.prefix(1))
        rest = rest.dropFirst()
      }
    }
    write(rest)
    close(after: 1)
    let text = hasBlocks ? Self.tidied(open[0].text) : open[0].text
    let parts = text.unicodeScalars.split(separator: Self.codeMark, omittingEmptySubsequences: false)
    return zip(parts, code + Array(repeating: "", count: max(0, parts.count - code.count)))
      .map { String($0) + $1 }.joined()
  }

  private mutating func write(_ text: Scalars) { write(String(text)) }
  private mutating func write(_ text: String) { open[open.count - 1].text += text }

  private mutating func write(code text: String) {
    code.append(text)
    write(String(Self.codeMark))
  }

  private var isPreformatted: Bool { open.last?.name == "pre" }

  /// A code span or a fenced block. Backticks without an end are text.
  private mutating func copiedCode(_ rest: Scalars) -> Scalars? {
    let fence = rest.prefix { $0 == "`" }
    guard !fence.isEmpty, !isPreformatted else { return nil }
    let content = rest[fence.endIndex...]
    guard let end = content.firstRange(of: fence) else {
      write(fence)
      return content
    }
    let text = String(rest[..<end.upperBound])
    if text.contains("\n") { write(code: text) } else { write(text) }
    return rest[end.upperBound...]
  }

  private mutating func comment(_ rest: Scalars) -> Scalars? {
    guard mayHaveComments, rest.starts(with: "<!--".unicodeScalars) else { return nil }
    let end = rest.firstRange(of: "-->".unicodeScalars)
    mayHaveComments = end != nil
    return end.map { rest[$0.upperBound...] }
  }

  private mutating func entity(_ rest: Scalars) -> Scalars? {
    guard rest.first == "&", let end = rest.prefix(12).firstIndex(of: ";") else { return nil }
    let name = String(rest[..<end].dropFirst())
    let isHexadecimal = name.lowercased().hasPrefix("#x")
    let number = name.hasPrefix("#") ? name.dropFirst(isHexadecimal ? 2 : 1) : ""
    let numbered = UInt32(number, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    guard let scalar = Self.entities[name] ?? numbered, scalar.value >= 0x20, scalar.value != 0x7F else {
      return nil
    }
    let after = rest[end...].dropFirst()
    write(escaped(scalar, before: after))
    return after
  }

  /// Writes a literal character so that Markdown doesn't take it for the start of a tag or a character reference.
  private func escaped(_ scalar: Unicode.Scalar, before rest: Scalars) -> String {
    guard !isCode, let next = rest.first else { return String(scalar) }
    switch scalar {
    case "<" where next.properties.isAlphabetic || "/!?".unicodeScalars.contains(next): return "\\<"
    case "&":
      let word = rest.prefix(12).prefix {
        $0 == "#" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      }
      return !word.isEmpty && rest[word.endIndex...].first == ";" ? "&amp;" : "&"
    default: return String(scalar)
    }
  }

  private var isCode: Bool { open.contains { $0.name == "pre" || Self.emphases[$0.name] == "`" } }

  private mutating func tag(_ rest: Scalars) -> Scalars? {
    guard rest.first == "<" else { return nil }
    // A tag is short; the end of one that isn't is somewhere else.
    var remaining = 2_000
    let content = rest.dropFirst().prefix { scalar in
      remaining -= 1
      return remaining >= 0 && scalar != "<" && scalar != ">"
    }
    guard rest[content.endIndex...].first == ">" else { return nil }
    let after = rest[content.endIndex...].dropFirst()
    let isEnd = content.first == "/"
    let word = content.dropFirst(isEnd ? 1 : 0).prefix {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
    }
    let attributes = content[word.endIndex...]
    guard attributes.first.map({ $0 == "/" || $0.properties.isWhitespace }) ?? true else { return nil }
    let name = String(word).lowercased()
    let (isBlock, isEmphasis) = (Self.blocks.contains(name), Self.emphases[name] != nil)
    guard isBlock || isEmphasis || name == "br" || Self.ignored.contains(name) else { return nil }
    if isPreformatted, name != "pre" { return after }
    hasBlocks = hasBlocks || isBlock || name == "br"
    if isBlock { close(after: 1) }
    switch name {
    case "br":
      write("\n")
      // The end of the line would make it a paragraph.
      let next = after.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
      return next.first == "\n" ? next.dropFirst() : after
    case "ul", "ol":
      listDepth = max(0, listDepth + (isEnd ? -1 : 1))
      write(listDepth == 0 || (listDepth == 1 && !isEnd) ? "\n\n" : "\n")
    case "li": if !isEnd { write("\n" + String(repeating: Self.indent, count: max(0, listDepth - 1)) + "- ") }
    case "pre": if !isEnd { open.append((name, nil, "")) }
    case _ where isEmphasis && isEnd:
      if let position = open.lastIndex(where: { $0.name == name }) { close(after: position) }
    case _ where isEmphasis:
      // Each looks at its content again.
      if open.count <= 16 { open.append((name, name == "a" ? link(String(attributes)) : nil, "")) }
    // A paragraph in a list item begins on its line.
    case _ where isBlock: if listDepth == 0 { write("\n\n") }
    default: break
    }
    return after
  }

  /// The target of a link that Markdown can have: an absolute URL.
  private func link(_ attributes: String) -> String? {
    guard let match = attributes.firstMatch(of: /(?i)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/),
      let target = match.1 ?? match.2 ?? match.3
    else { return nil }
    let isPlain = target.unicodeScalars.allSatisfy {
      $0.isASCII && $0.value > 0x20 && !"()<>[]`\\".unicodeScalars.contains($0)
    }
    return isPlain && (target.hasPrefix("https://") || target.hasPrefix("http://")) ? String(target) : nil
  }

  /// Ends all tags but the first ones.
  private mutating func close(after count: Int) {
    while open.count > count, let tag = open.popLast() {
      guard tag.name != "pre" else {
        write("\n\n")
        // Nothing within may end the block.
        write(code: "```\n\(tag.text.replacing("`", with: "'"))\n```")
        write("\n\n")
        continue
      }
      let start = tag.text.prefix(while: \.isWhitespace)
      let end = tag.text.dropFirst(start.count).reversed().prefix(while: \.isWhitespace).reversed()
      let words = String(tag.text.dropFirst(start.count).dropLast(end.count))
      write(start + marked(words, as: tag.name, tag.link) + end)
    }
  }

  private func marked(_ words: String, as name: String, _ link: String?) -> String {
    let mark = Self.emphases[name] ?? ""
    let isLine = !words.isEmpty && !words.unicodeScalars.contains { $0 == "\n" || $0 == Self.codeMark }
    if let link {
      // A URL is its own text.
      return isLine && words != link && !words.contains { "[]".contains($0) } ? "[\(words)](\(link))" : words
    }
    return isLine && !words.contains { $0 == "`" || $0 == mark.first } ? mark + words + mark : words
  }

  /// The text without spaces that HTML doesn't show, and with single empty lines.
  private static func tidied(_ text: String) -> String {
    func isItem(_ line: String) -> Bool { line.drop { $0 == " " }.hasPrefix("-") }
    func isEmptyItem(_ line: String) -> Bool { line.drop { $0 == " " } == "-" }
    var lines: [String] = []
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = trimmed(String(part)).replacing(indent, with: "  ")
      let last = lines.last ?? ""
      if line.isEmpty {
        if !last.isEmpty, !isEmptyItem(last) { lines.append("") }
      } else if isEmptyItem(last), !isItem(line) {
        // The text of an item is on the next line.
        lines[lines.count - 1] = last + " " + line
      } else {
        if last.isEmpty, isItem(line), lines.dropLast().last.map(isItem) == true { lines.removeLast() }
        lines.append(line)
      }
    }
    lines.removeAll(where: isEmptyItem)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
