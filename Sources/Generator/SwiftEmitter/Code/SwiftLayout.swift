/// Breaks Swift code into lines, in a way that `swift format` leaves unchanged.
struct SwiftLayout {
  /// The maximum width of a line.
  let width: Int

  /// The code on one line if it fits; otherwise with the elements of its first list on separate lines, and so on
  /// inwards.
  ///
  /// - Parameters:
  ///   - indent: the width of the indentation, of the first line and of all others.
  ///   - trailing: the width of the text that follows the code on its last line, such as 2 for an opening brace.
  ///   - isDeclaration: whether what looks like an array is a type.
  func wrap(_ code: Code, indent: Int, trailing: Int = 0, isDeclaration: Bool = false) -> String {
    let excess = indent + code.width + trailing - width
    // The formatter counts the trailing commas of lists of several elements, present or not.
    let commas = Self.trailingCommas(in: code)
    guard excess + commas > 0, let list = BreakableList(in: code) else { return code.text }
    // That of a sole array doesn't count.
    let sole =
      list.isCall && list.elements.count == 1
      ? list.elements.first.flatMap(BreakableList.init(arrayAlone:)) : nil
    let counted = commas - ((sole?.elements.count ?? 0) > 1 ? 1 : 0)
    guard excess > 0 || (list.suffix.isEmpty && excess + counted > 0) else { return code.text }
    if list.isCall, !isDeclaration, list.elements.count == 1, let only = list.elements.first,
      let inner = BreakableList(arrayAlone: only)
    {
      // The brackets of a sole array share lines with the call's parentheses.
      return list.prefix + "(" + broken(inner, indent: indent) + ")" + list.suffix
    }
    return list.prefix + broken(list, indent: indent) + list.suffix
  }

  /// How many trailing commas the lists in some code could have.
  private static func trailingCommas(in code: Code) -> Int {
    code.pieces.reduce(0) { sum, piece in
      guard case .list(let list) = piece else { return sum }
      let own = list.brackets == .square && list.elements.count > 1 ? 1 : 0
      return list.elements.reduce(sum + own) { $0 + trailingCommas(in: $1) }
    }
  }

  /// `head { first } else { second }`, on one line if it fits.
  func choice(_ head: Code, _ first: Code, _ second: Code, indent: Int) -> String {
    let line: Code = "\(head) { \(first) } else { \(second) }"
    guard indent + line.width > width else { return line.text }
    let margin = String(repeating: " ", count: indent)
    func block(_ code: Code) -> String { "{\n\(margin)  \(wrap(code, indent: indent + 2))\n\(margin)}" }
    return "\(wrap(head, indent: indent, trailing: 2)) \(block(first)) else \(block(second))"
  }

  /// A computed property, on one line if it fits.
  func getter(_ head: Code, _ value: Code, indent: Int) -> String {
    let line: Code = "\(head) { \(value) }"
    guard indent + line.width > width else { return line.text }
    let margin = String(repeating: " ", count: indent)
    return "\(head.text) {\n\(margin)  \(wrap(value, indent: indent + 2))\n\(margin)}"
  }

  /// The brackets, with each element on its own line.
  private func broken(_ list: BreakableList, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var text = (list.isCall ? "(" : "[") + "\n"
    for (position, element) in list.elements.enumerated() {
      let isLast = position + 1 == list.elements.count
      // The formatter wants a comma after the last of several elements.
      let comma = isLast && (list.isCall || list.elements.count == 1) ? "" : ","
      text += margin + "  " + wrap(element, indent: indent + 2, trailing: comma.count) + comma + "\n"
    }
    return text + margin + (list.isCall ? ")" : "]")
  }

  /// Indented text; empty lines stay empty.
  static func indented(_ text: String, by count: Int) -> String {
    let margin = String(repeating: " ", count: count)
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : margin + Substring($0) }
      .joined(separator: "\n")
  }
}

/// The first list at which lines can be broken: `prefix(elements)suffix`.
private struct BreakableList {
  var prefix = ""
  /// Whether the brackets are parentheses.
  var isCall: Bool
  var elements: [Code]
  var suffix = ""

  init?(in code: Code) {
    for (position, piece) in code.pieces.enumerated() {
      guard case .list(let list) = piece, !list.elements.isEmpty else { continue }
      let isLast = position + 1 == code.pieces.count
      isCall = list.brackets == .parentheses
      // Breaking `[Element]` in a type doesn't help; the next list may.
      guard isCall || isLast || list.elements.count > 1 else { continue }
      elements = list.elements
      prefix = Code.text(code.pieces[..<position])
      suffix = Code.text(code.pieces[(position + 1)...])
      return
    }
    return nil
  }

  /// Code that is only an array literal.
  init?(arrayAlone code: Code) {
    guard code.pieces.count == 1, case .list(let list)? = code.pieces.first, list.brackets == .square,
      !list.elements.isEmpty
    else { return nil }
    isCall = false
    elements = list.elements
  }
}
