/// How Swift code is broken into lines: in a way that `swift format` leaves alone.
struct SwiftLayout {
  /// How wide a line may get, the columns that are added later taken off.
  var width: Int

  /// - Parameter offset: how far the code will be moved to the right after it was laid out.
  init(offset: Int = 0) { width = 110 - offset }

  /// Code on one line if it fits, else with the elements of its outermost brackets on lines of their own, and so on
  /// inwards.
  ///
  /// - Parameters:
  ///   - indent: the columns before the code, on its first line and on all others.
  ///   - trailing: the columns that what follows on the last line takes, such as 2 for an opening brace.
  func wrap(_ code: String, indent: Int, trailing: Int = 0) -> String {
    let excess = indent + code.count + trailing - width
    guard excess >= 0, let group = BracketGroup(code) else { return code }
    // To the formatter, a list of several elements has a comma at its end, seen or not.
    guard excess > 0 || (!group.isCall && group.elements.count > 1 && group.suffix.isEmpty) else {
      return code
    }
    let margin = String(repeating: " ", count: indent)
    if group.elements.count == 1, let only = group.elements.first, let inner = BracketGroup(only),
      inner.isArray,
      group.isCall
    {
      // A sole array keeps company with the call's parentheses.
      return group.prefix + "(" + inner.broken(indent: indent, margin: margin, layout: self) + inner.suffix
        + ")" + group.suffix
    }
    return group.broken(indent: indent, margin: margin, layout: self) + group.suffix
  }

  /// A text moved to the right; empty lines stay empty.
  static func indented(_ text: String, by count: Int) -> String {
    let margin = String(repeating: " ", count: count)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : margin + $0 }
      .joined(separator: "\n")
  }
}

/// The first pair of brackets of an expression: `prefix(elements)suffix`.
private struct BracketGroup {
  var prefix: String
  /// Whether the brackets are parentheses.
  var isCall: Bool
  var elements: [String]
  var suffix: String

  /// Whether it is an array literal and nothing else.
  var isArray: Bool { !isCall && prefix.isEmpty && suffix.isEmpty }

  init?(_ code: String) {
    var scanner = BracketScanner(code)
    while let group = scanner.next() {
      let elements = group.elements.map(Self.trimmed).filter { !$0.isEmpty }
      let end = code.utf8.index(after: group.close)
      isCall = code.utf8[group.open] == UInt8(ascii: "(")
      // To break `[Element]` in a type is of no use; the next pair may do.
      guard !elements.isEmpty, elements.count > 1 || end == code.endIndex || isCall else { continue }
      prefix = String(code[..<group.open])
      self.elements = elements
      suffix = String(code[end...])
      return
    }
    return nil
  }

  private static func trimmed(_ element: Substring) -> String {
    String(Substring(element.utf8.drop { $0 == UInt8(ascii: " ") }))
  }

  /// The prefix and the brackets, an element a line.
  func broken(indent: Int, margin: String, layout: SwiftLayout) -> String {
    var text = prefix + (isCall ? "(" : "[") + "\n"
    for (position, element) in elements.enumerated() {
      let isLast = position + 1 == elements.count
      // The formatter wants a comma behind the last of several elements.
      let comma = isLast && (isCall || elements.count == 1) ? "" : ","
      text += margin + "  " + layout.wrap(element, indent: indent + 2, trailing: comma.count) + comma + "\n"
    }
    return text + margin + (isCall ? ")" : "]")
  }
}

/// Finds an expression's outermost pairs of brackets, one after the other.
///
/// It goes by bytes, as the compiler does: a character may be a bracket or a quote together with a mark of a spec's text.
private struct BracketScanner {
  struct Group {
    var open: String.Index
    var close: String.Index
    var elements: [Substring]
  }

  private let code: String
  private var position: String.Index

  init(_ code: String) {
    self.code = code
    position = code.startIndex
  }

  mutating func next() -> Group? {
    let bytes = code.utf8
    var open: String.Index?
    var elementStart = position
    var elements: [Substring] = []
    var depth = 0
    var inString = false
    while position < bytes.endIndex {
      let index = position
      position = bytes.index(after: index)
      switch bytes[index] {
      case UInt8(ascii: "\\") where inString:
        if position < bytes.endIndex { position = bytes.index(after: position) }
      case UInt8(ascii: "\""): inString.toggle()
      case _ where inString: break
      case UInt8(ascii: "("), UInt8(ascii: "["):
        depth += 1
        if open == nil {
          open = index
          elementStart = position
        }
      case UInt8(ascii: ",") where depth == 1:
        elements.append(code[elementStart..<index])
        elementStart = position
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        depth -= 1
        guard depth == 0, let open else { continue }
        return Group(open: open, close: index, elements: elements + [code[elementStart..<index]])
      default: break
      }
    }
    return nil
  }
}
