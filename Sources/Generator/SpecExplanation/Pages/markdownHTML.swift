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
  /// How far the end of an element is looked for, in bytes, so that time is proportional to a text's length.
  private static let longest = 2_000

  typealias Element = (html: String, end: Substring.Index)

  static func html(_ text: Substring, depth: Int) -> String {
    var html = ""
    var plain = text.startIndex
    var rest = text.startIndex
    while depth < deepest, let start = text.utf8[rest...].firstIndex(where: isMark) {
      rest = text.utf8.index(after: start)
      let previous = start > text.startIndex ? text.utf8[text.utf8.index(before: start)] : 0
      guard let found = element(text[start...], after: previous, depth) else { continue }
      html += htmlText(String(text[plain..<start])) + found.html
      (plain, rest) = (found.end, found.end)
    }
    return html + htmlText(String(text[plain...]))
  }

  /// Whether an element may begin with a byte; `h` begins addresses.
  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "h"): true
    default: false
    }
  }

  private static func element(_ text: Substring, after previous: UInt8, _ depth: Int) -> Element? {
    switch text.utf8.first {
    case UInt8(ascii: "`"): code(text)
    case UInt8(ascii: "*"): emphasis(text, depth)
    case UInt8(ascii: "["): namedLink(text, depth)
    case UInt8(ascii: "<"):
      find(">", in: text).flatMap { end in
        let address = text[text.utf8.index(after: text.startIndex)..<end.lowerBound]
        return link(address, htmlText(String(address))).map { ($0, end.upperBound) }
      }
    case UInt8(ascii: "h"): address(text, after: previous)
    default: nil
    }
  }

  /// The first place of a mark in the part of a text that is searched.
  private static func find(_ mark: String, in text: Substring) -> Range<Substring.Index>? {
    let bytes = text.utf8
    let limit = bytes.index(bytes.startIndex, offsetBy: longest, limitedBy: bytes.endIndex) ?? bytes.endIndex
    guard let first = mark.utf8.first else { return nil }
    var rest = bytes.startIndex
    while let start = bytes[rest..<limit].firstIndex(of: first) {
      if bytes[start...].starts(with: mark.utf8) {
        return start..<bytes.index(start, offsetBy: mark.utf8.count)
      }
      rest = bytes.index(after: start)
    }
    return nil
  }

  private static func code(_ text: Substring) -> Element? {
    let marks = text.utf8.prefix { $0 == UInt8(ascii: "`") }
    guard marks.count < 4, let end = find(String(text[..<marks.endIndex]), in: text[marks.endIndex...]),
      end.lowerBound > marks.endIndex
    else { return nil }
    let code = text[marks.endIndex..<end.lowerBound]
    return ("<code>\(htmlText(String(code)))</code>", end.upperBound)
  }

  private static func emphasis(_ text: Substring, _ depth: Int) -> Element? {
    let mark = text.utf8.starts(with: "**".utf8) ? "**" : "*"
    let inner = text[text.utf8.index(text.startIndex, offsetBy: mark.utf8.count)...]
    guard let first = inner.utf8.first, !isSpace(first), let end = find(mark, in: inner),
      end.lowerBound > inner.startIndex, !isSpace(inner.utf8[inner.utf8.index(before: end.lowerBound)])
    else { return nil }
    let name = mark == "**" ? "strong" : "em"
    return ("<\(name)>\(html(inner[..<end.lowerBound], depth: depth + 1))</\(name)>", end.upperBound)
  }

  /// `[title](address)`; of another address, the title.
  private static func namedLink(_ text: Substring, _ depth: Int) -> Element? {
    guard let close = find("](", in: text), let end = find(")", in: text[close.upperBound...]) else {
      return nil
    }
    let title = text[text.utf8.index(after: text.startIndex)..<close.lowerBound]
    guard !title.utf8.contains(UInt8(ascii: "[")), !title.utf8.contains(UInt8(ascii: "\n")) else {
      return nil
    }
    let address = text[close.upperBound..<end.lowerBound].utf8.prefix { !isSpace($0) }
    let inner = html(title, depth: depth + 1)
    return (link(Substring(address), inner) ?? inner, end.upperBound)
  }

  private static func address(_ text: Substring, after previous: UInt8) -> Element? {
    guard text.utf8.starts(with: "https://".utf8), !(0x61...0x7A).contains(previous | 0x20),
      !(0x30...0x39).contains(previous), previous < 0x80
    else { return nil }
    var address = text.utf8.prefix { !isSpace($0) && !"<>\"'`)]".utf8.contains($0) }
    while let last = address.last, ".,;:!?".utf8.contains(last) { address = address.dropLast() }
    let end = address.endIndex
    return link(Substring(address), htmlText(String(Substring(address)))).map { ($0, end) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func link(_ address: Substring, _ inner: String) -> String? {
    let schemes = ["https://", "http://", "mailto:"]
    let folded = address.lowercased()
    guard let scheme = schemes.first(where: folded.hasPrefix), folded.utf8.count > scheme.utf8.count,
      address.unicodeScalars.allSatisfy({ $0.value > 0x20 && !"\"<>\\".unicodeScalars.contains($0) })
    else { return nil }
    return "<a href=\"\(htmlText(String(address)))\" rel=\"noopener noreferrer\">\(inner)</a>"
  }
}
