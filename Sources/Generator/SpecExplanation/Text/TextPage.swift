import Diagnostics

/// A text for a terminal: headings, paragraphs, rows, and code.
struct TextPage {
  private static let width = 100

  private(set) var text = ""

  /// A heading in capitals, or with its own case.
  mutating func heading(_ title: String) { text += (text.isEmpty ? "" : "\n") + title + "\n" }

  /// Markdown, with lines of prose wrapped.
  mutating func paragraph(_ markdown: String?, indent: Int = 0) {
    guard let markdown else { return }
    var isCode = false
    let margin = String(repeating: " ", count: indent)
    var lines = textLines(markdown)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    for line in lines {
      let shown = Self.visible(line)
      if shown.hasPrefix("```") { isCode.toggle() }
      if isCode || shown.hasPrefix("|") || shown.hasPrefix(" ") {
        text += shown.isEmpty ? "\n" : margin + shown + "\n"
      } else {
        for piece in Self.wrapped(shown, to: Self.width - indent) {
          text += piece.isEmpty ? "\n" : margin + piece + "\n"
        }
      }
    }
  }

  /// Adds lines unchanged.
  mutating func code(_ source: String, indent: Int = 2) {
    let margin = String(repeating: " ", count: indent)
    var lines = textLines(source)
    while lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines { text += line.isEmpty ? "\n" : margin + Self.visible(line) + "\n" }
  }

  /// Rows whose first columns are aligned, with a text at the end of each, wrapped in its column.
  mutating func rows(_ rows: [(columns: [String], text: String)], indent: Int = 2) {
    guard let first = rows.first else { return }
    let shown = rows.map { row in (columns: row.columns.map { Self.visible($0[...]) }, text: row.text) }
    let most = 36
    let widths = first.columns.indices.map { column in
      min(most, shown.map { $0.columns[column].count }.max() ?? 0)
    }
    let margin = String(repeating: " ", count: indent)
    let start = widths.reduce(indent) { $0 + ($1 > 0 ? $1 + 2 : 0) }
    for row in shown {
      var line = margin
      for (cell, width) in zip(row.columns, widths) where width > 0 {
        line += cell + String(repeating: " ", count: max(0, width - cell.count)) + "  "
      }
      let lines = textLines(row.text).filter { !$0.isEmpty }.flatMap {
        Self.wrapped(Self.visible($0), to: max(30, Self.width - start))
      }
      if line.count > start, !lines.isEmpty {
        text += Self.trimmed(line) + "\n"
        line = String(repeating: " ", count: start)
      }
      text += Self.trimmed(line + (lines.first ?? "")) + "\n"
      for more in lines.dropFirst() { text += String(repeating: " ", count: start) + more + "\n" }
    }
  }

  private static func visible(_ line: Substring) -> String {
    // A tab becomes four spaces, so columns stay aligned.
    line.split(separator: "\t", omittingEmptySubsequences: false).map { visibleText(String($0)) }
      .joined(separator: "    ")
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func wrapped(_ line: String, to width: Int) -> [String] {
    guard line.count > width else { return [line] }
    var lines: [String] = []
    var current = ""
    for word in line.split(separator: " ") {
      if !current.isEmpty, current.count + 1 + word.count > width {
        lines.append(current)
        current = ""
      }
      current += (current.isEmpty ? "" : " ") + word
    }
    return lines + [current]
  }
}
