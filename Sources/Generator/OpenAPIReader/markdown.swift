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

private struct HTMLConverter {
  /// A tag that waits for its end.
  private struct Open {
    var name: String
    /// Where its content begins in the output.
    var start: Int
    var link: String?
  }

  private enum Piece {
    case text([Unicode.Scalar])
    case tag(name: String, isEnd: Bool, link: String?)
  }

  private var output: [Unicode.Scalar] = []
  private var open: [Open] = []
  private var listDepth = 0
  private var mayHaveComments = true
  /// Whether the text is laid out by HTML, so that spaces at the starts of lines mean nothing.
  private var hasBlocks = false
  /// Where preformatted code begins in the output.
  private var preformattedStart: Int?

  /// How many tags may be open at once. Each looks at its content again.
  private static let maximumDepth = 16
  private static let blocks: Set<String> = [
    "p", "div", "blockquote", "table", "thead", "tbody", "tr", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5",
    "h6", "hr",
  ]
  private static let emphases = [
    "b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "tt": "`", "kbd": "`", "samp": "`",
    "var": "*",
  ]
  /// Tags that leave only their content.
  private static let ignored: Set<String> = [
    "span", "font", "u", "small", "big", "sup", "sub", "center", "th", "td", "img", "abbr", "nobr", "s",
    "del", "ins",
  ]

  mutating func converted(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.first {
      if scalar == "`", preformattedStart == nil {
        copyCode(&scalars)
      } else if scalar == "<", let (tag, rest) = tag(scalars) {
        scalars = rest
        write(tag)
        if case .tag("br", _, _) = tag, preformattedStart == nil { skipLineEnd(&scalars) }
      } else if scalar == "<", mayHaveComments, scalars.starts(with: "<!--".unicodeScalars) {
        let rest = behind("-->", in: scalars)
        mayHaveComments = rest != nil
        scalars = rest ?? scalars
      } else if scalar == "&", let (character, rest) = entity(scalars) {
        scalars = rest
        output += character
      } else {
        output.append(scalar)
        scalars.removeFirst()
      }
    }
    closeAll()
    return hasBlocks ? tidied() : String(String.UnicodeScalarView(output))
  }

  /// Skips the end of the line after a line break, which would make it a paragraph; not an empty line.
  private func skipLineEnd(_ scalars: inout ArraySlice<Unicode.Scalar>) {
    let rest = scalars.drop { " \t\r".unicodeScalars.contains($0) }
    guard rest.first == "\n" else { return }
    let next = rest.dropFirst()
    if next.drop(while: { " \t\r".unicodeScalars.contains($0) }).first != "\n" { scalars = next }
  }

  /// Copies a code span or a fenced block as it is; a backtick without an end is text.
  private mutating func copyCode(_ scalars: inout ArraySlice<Unicode.Scalar>) {
    let fence = scalars.prefix { $0 == "`" }
    var rest = scalars.dropFirst(fence.count)
    while let next = rest.firstIndex(of: "`") {
      let run = rest[next...].prefix { $0 == "`" }
      if run.count == fence.count {
        output += scalars[..<run.endIndex]
        scalars = rest[run.endIndex...]
        return
      }
      rest = rest[run.endIndex...]
    }
    output += fence
    scalars = scalars.dropFirst(fence.count)
  }

  // MARK: Tags

  private func tag(_ scalars: ArraySlice<Unicode.Scalar>) -> (Piece, ArraySlice<Unicode.Scalar>)? {
    var rest = scalars.dropFirst()
    let isEnd = rest.first == "/"
    if isEnd { rest.removeFirst() }
    let word = rest.prefix { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) }
    let name = String(String.UnicodeScalarView(word)).lowercased()
    guard !name.isEmpty, isKnown(name) else { return nil }
    rest = rest.dropFirst(word.count)
    guard let first = rest.first, first == ">" || first == "/" || first.properties.isWhitespace else {
      return nil
    }
    // A tag is short; the end of one that isn't is somewhere else.
    guard let end = rest.prefix(2_000).firstIndex(of: ">") else { return nil }
    let attributes = String(String.UnicodeScalarView(rest[..<end]))
    guard !attributes.unicodeScalars.contains("<") else { return nil }
    return (.tag(name: name, isEnd: isEnd, link: name == "a" ? link(attributes) : nil), rest[(end + 1)...])
  }

  private func isKnown(_ name: String) -> Bool {
    Self.blocks.contains(name) || Self.emphases[name] != nil || Self.ignored.contains(name)
      || ["a", "br", "ul", "ol", "li", "pre"].contains(name)
  }

  /// The target of a link that Markdown can have: an absolute URL.
  private func link(_ attributes: String) -> String? {
    guard let match = attributes.firstMatch(of: /(?i)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/),
      let target = match.1 ?? match.2 ?? match.3
    else { return nil }
    let url = String(target)
    let isPlain = url.unicodeScalars.allSatisfy {
      $0.isASCII && $0.value > 0x20 && !"()<>[]`\\".unicodeScalars.contains($0)
    }
    return isPlain && (url.hasPrefix("https://") || url.hasPrefix("http://")) ? url : nil
  }

  private mutating func write(_ piece: Piece) {
    guard case .tag(let name, let isEnd, let link) = piece else { return }
    if preformattedStart != nil, name != "pre" { return }
    switch name {
    case "br":
      write("\n")
      hasBlocks = true
    case "ul", "ol":
      closeAll()
      listDepth = max(0, listDepth + (isEnd ? -1 : 1))
      write(listDepth == 0 || (listDepth == 1 && !isEnd) ? "\n\n" : "\n")
      hasBlocks = true
    case "li":
      closeAll()
      hasBlocks = true
      if !isEnd { write("\n" + Self.item(at: listDepth)) }
    case "pre": writePreformatted(isEnd: isEnd)
    case _ where Self.blocks.contains(name):
      closeAll()
      hasBlocks = true
      // A paragraph in a list item begins on its line.
      if listDepth == 0 { write("\n\n") }
    case _ where Self.emphases[name] != nil || name == "a":
      if isEnd {
        close(name)
      } else if open.count < Self.maximumDepth {
        open.append(Open(name: name, start: output.count, link: link))
      }
    default: break
    }
  }

  /// Marks an item until the text is tidied, which removes spaces at the starts of lines.
  private static func item(at depth: Int) -> String {
    String(repeating: "\u{1}", count: max(0, depth - 1)) + "- "
  }

  private mutating func writePreformatted(isEnd: Bool) {
    closeAll()
    hasBlocks = true
    if let start = preformattedStart {
      preformattedStart = nil
      // Nothing within may end the block.
      for index in output[start...].indices where output[index] == "`" { output[index] = "'" }
      write("\n```\n\n")
    } else if !isEnd {
      write("\n\n```\n")
      preformattedStart = output.count
    }
  }

  private mutating func closeAll() {
    while let last = open.last { close(last.name) }
  }

  /// Ends a tag, and with it those that were begun in it.
  private mutating func close(_ name: String) {
    guard let position = open.lastIndex(where: { $0.name == name }) else { return }
    while open.count > position + 1, let inner = open.last { close(inner.name) }
    let tag = open.removeLast()
    let content = output[tag.start...]
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let (before, after) = (content.prefix(while: isSpace), content.reversed().prefix(while: isSpace))
    guard before.count < content.count else { return }
    let words = Array(content.dropFirst(before.count).dropLast(after.count))
    output.removeSubrange(tag.start...)
    output += before
    let mark = Self.emphases[name] ?? ""
    if name == "a", let link = tag.link {
      // A URL stands for itself.
      let isURL = words.elementsEqual(link.unicodeScalars)
      let isSafe = !words.contains { "[]\n".unicodeScalars.contains($0) }
      if isURL || !isSafe {
        output += words
      } else {
        write("[\(String(String.UnicodeScalarView(words)))](\(link))")
      }
    } else if words.contains(where: { "`\n".unicodeScalars.contains($0) || mark.unicodeScalars.first == $0 })
    {
      output += words
    } else {
      write(mark + String(String.UnicodeScalarView(words)) + mark)
    }
    output += after.reversed()
  }

  private mutating func write(_ text: String) { output += text.unicodeScalars }

  // MARK: Entities

  private static let entities: [String: Unicode.Scalar] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": " ", "mdash": "—", "ndash": "–",
    "hellip": "…",
    "rarr": "→", "larr": "←", "copy": "©", "reg": "®", "trade": "™", "bull": "•", "middot": "·", "times": "×",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "le": "≤", "ge": "≥", "ne": "≠", "deg": "°",
    "euro": "€",
    "pound": "£", "sect": "§", "plusmn": "±", "laquo": "«", "raquo": "»",
  ]

  private func entity(_ scalars: ArraySlice<Unicode.Scalar>) -> (
    [Unicode.Scalar], ArraySlice<Unicode.Scalar>
  )? {
    guard let end = scalars.prefix(12).firstIndex(of: ";") else { return nil }
    let name = String(String.UnicodeScalarView(scalars[(scalars.startIndex + 1)..<end]))
    let rest = scalars[(end + 1)...]
    if let scalar = Self.entities[name] { return ([scalar], rest) }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.dropFirst().first.map { $0 == "x" || $0 == "X" } ?? false
    let number = isHexadecimal ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(), radix: 10)
    guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value >= 0x20, scalar.value != 0x7F else {
      return nil
    }
    return ([scalar], rest)
  }

  private func behind(_ mark: String, in scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>? {
    let wanted = Array(mark.unicodeScalars)
    return scalars.firstRange(of: wanted).map { scalars[$0.upperBound...] }
  }

  // MARK: Lines

  /// The output without spaces that HTML doesn't show, and with single empty lines.
  private func tidied() -> String {
    var lines: [String] = []
    var isInFence = false
    for line in String(String.UnicodeScalarView(output)).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.drop(while: \.isWhitespace).hasPrefix("```") { isInFence.toggle() }
      var text = String(line)
      if hasBlocks, !isInFence { text = String(line.drop { $0 == " " || $0 == "\t" }) }
      if !isInFence { while text.last?.isWhitespace == true { text.removeLast() } }
      text = text.replacing("\u{1}", with: "  ")
      // An empty item is the start of one whose text is on the next line.
      if text.isEmpty, !isInFence, lines.last?.isEmpty ?? true { continue }
      let isItem = text.drop { $0 == " " }.hasPrefix("-")
      if isItem, !isInFence, lines.last?.isEmpty == true, lines.dropLast().last.map(Self.isItem) == true {
        lines.removeLast()
      }
      if !text.isEmpty, !isItem, let last = lines.last, last.hasSuffix("- ") {
        lines[lines.count - 1] = last + text
      } else {
        lines.append(text.drop(while: { $0 == " " }) == "-" ? text + " " : text)
      }
    }
    lines.removeAll { $0.drop(while: { $0 == " " }) == "- " }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private static func isItem(_ line: String) -> Bool { line.drop { $0 == " " }.hasPrefix("- ") }
}
