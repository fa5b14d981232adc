import SwiftEmitter

/// Markdown as HTML, as far as texts of specs need it: paragraphs, lists, code, emphasis and links to web pages.
///
/// Everything else stays the text that it is. No HTML of the text gets through, and no address but `http`, `https` and
/// `mailto`.
package func markdownHTML(_ markdown: String) -> String {
  var blocks = MarkdownBlocks()
  for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
    blocks.add(line.last == "\r" ? line.dropLast() : line)
  }
  return blocks.finished()
}

/// One line of Markdown as HTML, without a paragraph around it.
package func markdownLineHTML(_ markdown: String) -> String { MarkdownInline.html(markdown[...], depth: 0) }

private struct MarkdownBlocks {
  private var html = ""
  private var paragraph: [Substring] = []
  private var items: [[Substring]] = []
  private var isNumbered = false
  private var code: [Substring]?

  mutating func add(_ line: Substring) {
    if code != nil {
      if line.drop(while: { $0 == " " }).hasPrefix("```") { endCode() } else { code?.append(line) }
      return
    }
    let text = line.drop(while: { $0 == " " || $0 == "\t" })
    if text.hasPrefix("```") {
      endParagraph()
      endList()
      code = []
    } else if text.isEmpty {
      endParagraph()
    } else if let (item, numbered) = Self.item(text) {
      endParagraph()
      if numbered != isNumbered { endList() }
      isNumbered = numbered
      items.append([item])
    } else if !items.isEmpty, paragraph.isEmpty, line.first == " " {
      items[items.count - 1].append(text)
    } else if let title = Self.heading(text) {
      endParagraph()
      endList()
      html += "<p class=\"title\">\(MarkdownInline.html(title, depth: 0))</p>"
    } else {
      if paragraph.isEmpty { endList() }
      paragraph.append(text)
    }
  }

  mutating func finished() -> String {
    if code != nil { endCode() }
    endParagraph()
    endList()
    return html
  }

  private mutating func endCode() {
    html += "<pre><code>\(htmlText((code ?? []).joined(separator: "\n")))</code></pre>"
    code = nil
  }

  private mutating func endParagraph() {
    guard !paragraph.isEmpty else { return }
    html += "<p>\(MarkdownInline.html(paragraph.joined(separator: "\n")[...], depth: 0))</p>"
    paragraph = []
  }

  private mutating func endList() {
    guard !items.isEmpty else { return }
    let name = isNumbered ? "ol" : "ul"
    let list = items.map { "<li>\(MarkdownInline.html($0.joined(separator: "\n")[...], depth: 0))</li>" }
    html += "<\(name)>\(list.joined())</\(name)>"
    items = []
  }

  /// The text of a list's item, and whether the item has a number.
  private static func item(_ text: Substring) -> (Substring, isNumbered: Bool)? {
    if let first = text.first, "-*+".contains(first), text.dropFirst().first == " " {
      return (text.dropFirst(2), false)
    }
    let digits = text.prefix(while: \.isNumber)
    guard (1...3).contains(digits.count), case let rest = text[digits.endIndex...], rest.hasPrefix(". ")
    else {
      return nil
    }
    return (rest.dropFirst(2), true)
  }

  private static func heading(_ text: Substring) -> Substring? {
    let marks = text.prefix { $0 == "#" }
    guard (1...6).contains(marks.count), text[marks.endIndex...].first == " " else { return nil }
    return text[marks.endIndex...].dropFirst()
  }
}

private enum MarkdownInline {
  private static let deepest = 4
  /// How far the end of an element is looked for, so that time is proportional to a text's length.
  private static let longest = 2_000

  static func html(_ text: Substring, depth: Int) -> String {
    var html = ""
    var plain = text.startIndex
    var rest = text.startIndex
    func flush(_ end: Substring.Index) { html += htmlText(String(text[plain..<end])) }
    while rest < text.endIndex {
      let previous = rest > text.startIndex ? text[text.index(before: rest)] : nil
      guard depth < deepest, let found = element(text[rest...], after: previous, depth) else {
        rest = text.index(after: rest)
        continue
      }
      flush(rest)
      html += found.html
      rest = found.end
      plain = rest
    }
    flush(text.endIndex)
    return html
  }

  private static func element(
    _ whole: Substring, after previous: Character?, _ depth: Int
  ) -> (html: String, end: Substring.Index)? {
    guard let first = whole.first, "`*[<h".contains(first) else { return nil }
    let text = whole.prefix(longest)
    switch first {
    case "`":
      let marks = text.prefix { $0 == "`" }
      guard let end = text[marks.endIndex...].firstRange(of: marks) else { return nil }
      let code = text[marks.endIndex..<end.lowerBound]
      return code.isEmpty ? nil : ("<code>\(htmlText(String(code)))</code>", end.upperBound)
    case "*":
      let isStrong = text.hasPrefix("**")
      let mark = isStrong ? "**" : "*"
      let inner = text.dropFirst(mark.count)
      guard let first = inner.first, !first.isWhitespace, let end = inner.firstRange(of: mark),
        end.lowerBound > inner.startIndex, !inner[inner.index(before: end.lowerBound)].isWhitespace
      else { return nil }
      let name = isStrong ? "strong" : "em"
      return ("<\(name)>\(html(inner[..<end.lowerBound], depth: depth + 1))</\(name)>", end.upperBound)
    case "[":
      guard let close = text.firstRange(of: "]("), let end = text[close.upperBound...].firstIndex(of: ")")
      else {
        return nil
      }
      let title = text[text.index(after: text.startIndex)..<close.lowerBound]
      let address = text[close.upperBound..<end].prefix { !$0.isWhitespace }
      guard !title.contains("["), !title.contains("\n") else { return nil }
      let inner = html(title, depth: depth + 1)
      guard let link = link(address, inner) else { return (inner, text.index(after: end)) }
      return (link, text.index(after: end))
    case "<":
      guard let end = text.firstIndex(of: ">"),
        case let address = text[text.index(after: text.startIndex)..<end],
        let link = link(address, htmlText(String(address)))
      else { return nil }
      return (link, text.index(after: end))
    case "h":
      guard text.hasPrefix("https://"), previous.map({ !$0.isLetter && !$0.isNumber }) ?? true else {
        return nil
      }
      var address = text.prefix { !$0.isWhitespace && !"<>\"'`)]".contains($0) }
      while let last = address.last, ".,;:!?".contains(last) { address = address.dropLast() }
      return link(address, htmlText(String(address))).map { ($0, address.endIndex) }
    default: return nil
    }
  }

  private static func link(_ address: Substring, _ inner: String) -> String? {
    let schemes = ["https://", "http://", "mailto:"]
    let folded = address.lowercased()
    guard let scheme = schemes.first(where: folded.hasPrefix), folded.count > scheme.count,
      address.unicodeScalars.allSatisfy({
        $0.value > 0x20 && $0 != "\"" && $0 != "<" && $0 != ">" && $0 != "\\"
      })
    else { return nil }
    return "<a href=\"\(htmlText(String(address)))\" rel=\"noopener noreferrer\">\(inner)</a>"
  }
}
