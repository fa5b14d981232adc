import SwiftEmitter

/// The elements within a paragraph: code, emphasis and links.
///
/// Time is proportional to the text's length: a mark is looked for only behind the place where it was found last.
struct MarkdownInline {
  private static let deepest = 4

  private let bytes: [UInt8]
  private let range: Range<Int>
  private let depth: Int
  private let isInLink: Bool
  /// Where each mark was found last, and from where it was looked for; nil for nowhere.
  private var places: [Mark: (from: Int, place: Int?)] = [:]
  /// How many bytes were looked at, for tests.
  private(set) var work = 0

  private enum Element {
    case markup(String, end: Int)
    /// Text until an end.
    case text(end: Int)
  }

  private enum Mark: Hashable {
    case code(Int)
    case emphasis, underscore, strong, titleEnd, linkEnd, tagEnd

    var bytes: [UInt8] {
      switch self {
      case .code(let count): Array(repeating: UInt8(ascii: "`"), count: count)
      case .emphasis: Array("*".utf8)
      case .underscore: Array("_".utf8)
      case .strong: Array("**".utf8)
      case .titleEnd: Array("](".utf8)
      case .linkEnd: Array(")".utf8)
      case .tagEnd: Array(">".utf8)
      }
    }
  }

  static func html(_ text: String) -> String {
    var inline = MarkdownInline(text)
    return inline.html()
  }

  init(_ text: String) {
    bytes = Array(text.utf8)
    (range, depth, isInLink) = (bytes.indices, 0, false)
  }

  private init(_ outer: MarkdownInline, _ range: Range<Int>, isInLink: Bool) {
    (bytes, depth) = (outer.bytes, outer.depth + 1)
    (self.range, self.isInLink) = (range, isInLink || outer.isInLink)
  }

  mutating func html() -> String {
    var html = ""
    var (plain, rest) = (range.lowerBound, range.lowerBound)
    while depth < Self.deepest, rest < range.upperBound {
      work += 1
      guard Self.isMark(bytes[rest]) else {
        rest += 1
        continue
      }
      switch element(at: rest) {
      case .text(let end): rest = end
      case .markup(let markup, let end):
        html += text(plain..<rest) + markup
        (plain, rest) = (end, end)
      }
    }
    return html + text(plain..<range.upperBound)
  }

  private func text(_ range: Range<Int>) -> String {
    htmlText(String(decoding: bytes[range], as: UTF8.self))
  }

  private mutating func inner(_ range: Range<Int>, isInLink: Bool = false) -> String {
    var inner = MarkdownInline(self, range, isInLink: isInLink)
    let html = inner.html()
    work += inner.work
    return html
  }

  /// Whether an element may begin with a byte; `h` begins addresses.
  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "<"),
      UInt8(ascii: "h"), UInt8(ascii: "\\"), UInt8(ascii: "&"):
      true
    default: false
    }
  }

  private mutating func element(at start: Int) -> Element {
    switch bytes[start] {
    case UInt8(ascii: "`"): code(at: start)
    case UInt8(ascii: "*"): emphasis(at: start)
    case UInt8(ascii: "_"): underscored(at: start)
    case UInt8(ascii: "["): namedLink(at: start)
    case UInt8(ascii: "<"): enclosedAddress(at: start)
    case UInt8(ascii: "\\"): escaped(at: start)
    case UInt8(ascii: "&"): reference(at: start)
    default: address(at: start)
    }
  }

  // MARK: Marks

  /// The first place of a mark from a position on.
  private mutating func place(of mark: Mark, from start: Int) -> Int? {
    if let (from, place) = places[mark], from <= start, place.map({ $0 >= start }) ?? true { return place }
    let found = firstPlace(of: mark.bytes, from: start)
    places[mark] = (start, found)
    return found
  }

  private mutating func firstPlace(of mark: [UInt8], from start: Int) -> Int? {
    var position = start
    while position + mark.count <= range.upperBound {
      work += 1
      let isEscaped =
        position > start && bytes[position - 1] == UInt8(ascii: "\\") && mark[0] != UInt8(ascii: "`")
      if bytes[position] == mark[0], !isEscaped,
        bytes[position..<(position + mark.count)].elementsEqual(mark)
      {
        return position
      }
      position += 1
    }
    return nil
  }

  /// The end of the bytes from a position on that have a property.
  private mutating func end(from start: Int, to limit: Int? = nil, while holds: (UInt8) -> Bool) -> Int {
    let limit = limit ?? range.upperBound
    var position = start
    while position < limit, holds(bytes[position]) { position += 1 }
    work += position - start + 1
    return position
  }

  // MARK: Elements

  /// A punctuation character behind a backslash, which means itself.
  private func escaped(at start: Int) -> Element {
    guard start + 1 < range.upperBound, Self.isPunctuation(bytes[start + 1]) else {
      return .text(end: start + 1)
    }
    return .markup(text((start + 1)..<(start + 2)), end: start + 2)
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
      || (0x7B...0x7E).contains(byte)
  }

  /// A reference to a character that HTML escapes, such as `&lt;`.
  private func reference(at start: Int) -> Element {
    let known = ["&lt;", "&gt;", "&amp;", "&quot;", "&#39;"].first {
      bytes[start..<range.upperBound].starts(with: $0.utf8)
    }
    return known.map { .markup($0, end: start + $0.utf8.count) } ?? .text(end: start + 1)
  }

  private mutating func code(at start: Int) -> Element {
    let open = end(from: start) { $0 == UInt8(ascii: "`") }
    guard open - start < 4, let close = place(of: .code(open - start), from: open), close > open else {
      return .text(end: open)
    }
    return .markup("<code>\(text(open..<close))</code>", end: close + open - start)
  }

  private mutating func emphasis(at start: Int) -> Element {
    let isStrong = start + 1 < range.upperBound && bytes[start + 1] == UInt8(ascii: "*")
    let open = start + (isStrong ? 2 : 1)
    guard open < range.upperBound, !Self.isSpace(bytes[open]),
      let close = place(of: isStrong ? .strong : .emphasis, from: open),
      close > open, !Self.isSpace(bytes[close - 1])
    else { return .text(end: start + 1) }
    let name = isStrong ? "strong" : "em"
    return .markup("<\(name)>\(inner(open..<close))</\(name)>", end: close + open - start)
  }

  /// `_text_`, but not the underscores of `snake_case`.
  private mutating func underscored(at start: Int) -> Element {
    let open = start + 1
    let isInWord = start > range.lowerBound && Self.isWord(bytes[start - 1])
    guard !isInWord, open < range.upperBound, !Self.isSpace(bytes[open]) else { return .text(end: open) }
    var from = open + 1
    for _ in 0..<8 {
      guard let close = place(of: .underscore, from: from) else { break }
      if !Self.isSpace(bytes[close - 1]), close + 1 == range.upperBound || !Self.isWord(bytes[close + 1]) {
        return .markup("<em>\(inner(open..<close))</em>", end: close + 1)
      }
      from = close + 1
    }
    return .text(end: open)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }

  /// `[title](address)`; of another address, the title. There are no links in the title of a link.
  private mutating func namedLink(at start: Int) -> Element {
    guard let close = place(of: .titleEnd, from: start), let last = place(of: .linkEnd, from: close + 2),
      case let title = (start + 1)..<close,
      end(from: title.lowerBound, to: close, while: { !"[\n".utf8.contains($0) }) == close
    else { return .text(end: start + 1) }
    let address = (close + 2)..<end(from: close + 2, to: last) { !Self.isSpace($0) }
    guard let opening = link(address) else { return .markup(inner(title), end: last + 1) }
    return .markup("\(opening)\(inner(title, isInLink: true))</a>", end: last + 1)
  }

  /// `<address>`
  private mutating func enclosedAddress(at start: Int) -> Element {
    guard let close = place(of: .tagEnd, from: start), let opening = link((start + 1)..<close) else {
      return .text(end: start + 1)
    }
    return .markup("\(opening)\(text((start + 1)..<close))</a>", end: close + 1)
  }

  private mutating func address(at start: Int) -> Element {
    let previous = start > range.lowerBound ? bytes[start - 1] : 0
    guard bytes[start..<range.upperBound].starts(with: "https://".utf8),
      !(0x61...0x7A).contains(previous | 0x20), !(0x30...0x39).contains(previous), previous < 0x80
    else { return .text(end: start + 1) }
    let end = end(from: start) { !Self.isSpace($0) && !"<>\"'`)]".utf8.contains($0) }
    var close = end
    while close > start, ".,;:!?".utf8.contains(bytes[close - 1]) { close -= 1 }
    guard let opening = link(start..<close) else { return .text(end: end) }
    return .markup("\(opening)\(text(start..<close))</a>", end: close)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// The tag that begins a link; nil for what is no address, and in a link.
  private mutating func link(_ address: Range<Int>) -> String? {
    guard !isInLink else { return nil }
    let head = bytes[address].prefix(8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let schemes = ["https://", "http://", "mailto:"]
    guard let scheme = schemes.first(where: { head.starts(with: $0.utf8) }),
      address.count > scheme.utf8.count,
      end(
        from: address.lowerBound, to: address.upperBound,
        while: { $0 > 0x20 && !"\"<>\\".utf8.contains($0) }) == address.upperBound
    else { return nil }
    return "<a href=\"\(text(address))\" rel=\"noopener noreferrer\">"
  }
}
