import SwiftEmitter

/// Converts the Markdown that is usual in specs to HTML: paragraphs, lists, code, emphasis and links to web pages.
///
/// Everything else stays plain text. HTML in the text is escaped, and addresses have one of the schemes `http`, `https` and
/// `mailto`.
package func markdownHTML(_ markdown: String) -> String {
  var blocks = MarkdownBlocks()
  for line in textLines(markdown) { blocks.add(line) }
  return blocks.finished()
}

/// One line of Markdown as HTML, without a paragraph around it.
package func markdownLineHTML(_ markdown: String) -> String { MarkdownInline.html(markdown) }

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
      html += "<p class=\"title\">\(MarkdownInline.html(String(title)))</p>"
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
    html += "<p>\(MarkdownInline.html(paragraph.joined(separator: "\n")))</p>"
    paragraph = []
  }

  private mutating func endList() {
    guard !items.isEmpty else { return }
    let name = isNumbered ? "ol" : "ul"
    let list = items.map { "<li>\(MarkdownInline.html($0.joined(separator: "\n")))</li>" }
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
