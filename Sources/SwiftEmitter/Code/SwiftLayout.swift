/// How Swift code is broken into lines: in a way that `swift format` leaves alone.
struct SwiftLayout {
  /// How wide a line may get, the columns that are added later taken off.
  var width: Int

  /// - Parameter offset: how far the code will be moved to the right after it was laid out.
  init(offset: Int = 0) { width = 110 - offset }

  /// Code on one line if it fits, else with the elements of its first list on lines of their own, and so on inwards.
  ///
  /// - Parameters:
  ///   - indent: the columns before the code, on its first line and on all others.
  ///   - trailing: the columns that what follows on the last line takes, such as 2 for an opening brace.
  func wrap(_ code: Code, indent: Int, trailing: Int = 0) -> String {
    let excess = indent + code.width + trailing - width
    guard excess >= 0, let list = BreakableList(in: code) else { return code.text }
    // To the formatter, a list of several elements has a comma at its end, seen or not.
    guard excess > 0 || (!list.isCall && list.elements.count > 1 && list.suffix.isEmpty) else {
      return code.text
    }
    if list.isCall, list.elements.count == 1, let only = list.elements.first,
      let inner = BreakableList(arrayAlone: only)
    {
      // A sole array keeps company with the call's parentheses.
      return list.prefix + "(" + broken(inner, indent: indent) + ")" + list.suffix
    }
    return list.prefix + broken(list, indent: indent) + list.suffix
  }

  /// A computed property, on one line if it fits.
  func getter(_ head: Code, _ value: Code, indent: Int) -> String {
    let line: Code = "\(head) { \(value) }"
    guard indent + line.width > width else { return line.text }
    let margin = String(repeating: " ", count: indent)
    return "\(head.text) {\n\(margin)  \(value.text)\n\(margin)}"
  }

  /// The brackets, and an element a line.
  private func broken(_ list: BreakableList, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var text = (list.isCall ? "(" : "[") + "\n"
    for (position, element) in list.elements.enumerated() {
      let isLast = position + 1 == list.elements.count
      // The formatter wants a comma behind the last of several elements.
      let comma = isLast && (list.isCall || list.elements.count == 1) ? "" : ","
      text += margin + "  " + wrap(element, indent: indent + 2, trailing: comma.count) + comma + "\n"
    }
    return text + margin + (list.isCall ? ")" : "]")
  }

  /// A text moved to the right; empty lines stay empty.
  static func indented(_ text: String, by count: Int) -> String {
    let margin = String(repeating: " ", count: count)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : margin + $0 }
      .joined(separator: "\n")
  }
}

/// The first list of some code that lines can be broken at: `prefix(elements)suffix`.
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
      // To break `[Element]` in a type is of no use; the next list may do.
      guard isCall || isLast || list.elements.count > 1 else { continue }
      elements = list.elements
      prefix = Code.text(code.pieces[..<position])
      suffix = Code.text(code.pieces[(position + 1)...])
      return
    }
    return nil
  }

  /// An array literal and nothing else.
  init?(arrayAlone code: Code) {
    guard code.pieces.count == 1, case .list(let list)? = code.pieces.first, list.brackets == .square,
      !list.elements.isEmpty
    else { return nil }
    isCall = false
    elements = list.elements
  }
}
