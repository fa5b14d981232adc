/// One line of a file and the underline below it, as a terminal shows them.
struct SourceExcerpt {
  /// The line: tabs expanded, hidden characters made visible, trimmed around the underlined part.
  private(set) var text = ""

  /// The underline's distance from the start of `text`, in terminal columns.
  private(set) var indent = 0

  /// `^~~~`, at least one column wide.
  private(set) var underline = ""

  private var width = 0
  private static let tabWidth = 4
  private static let ellipsis = "…"

  /// Lays out the line in which `span` starts; nil if the text has no such line. The underline ends with the line.
  init?(of source: SourceText, span: SourceSpan, maximumWidth: Int) {
    let maximumWidth = max(20, maximumWidth)
    let caret = span.start.column - 1
    // A long line is cut so that the caret is at two thirds of the width; only the visible part is decoded.
    let first = caret < maximumWidth - 10 ? 0 : caret - maximumWidth * 2 / 3
    let isSingleLine = span.end.line == span.start.line
    let end = isSingleLine ? max(span.end.column - 1, caret + 1) : Int.max
    guard let line = source.line(span.start.line, fromScalar: first) else { return nil }

    if first > 0 { add(Self.ellipsis, columns: 1) }
    var underlineEnd: Int?
    var index = first
    var isCut = false
    // As many as any terminal can show.
    var visible = String(decoding: line.prefix(4096), as: UTF8.self).unicodeScalars.makeIterator()
    while let scalar = visible.next() {
      if index == caret { indent = width }
      if index == end { underlineEnd = width }
      if width >= maximumWidth {
        isCut = true
        break
      }
      add(scalar)
      index += 1
    }
    if index <= caret { indent = width + max(0, min(caret - index, 1)) }
    let columns = max(1, (underlineEnd ?? width) - indent)
    underline = "^" + String(repeating: "~", count: columns - 1)
    if isCut { add(Self.ellipsis, columns: 1) }
  }

  private mutating func add(_ string: String, columns: Int) {
    text += string
    width += columns
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    if scalar == "\t" {
      let columns = Self.tabWidth - width % Self.tabWidth
      add(String(repeating: " ", count: columns), columns: columns)
    } else if scalar.isSafeToPrint {
      add(String(Character(scalar)), columns: scalar.terminalWidth)
    } else {
      let name = scalar.visibleName
      add(name, columns: name.utf8.count)
    }
  }
}
