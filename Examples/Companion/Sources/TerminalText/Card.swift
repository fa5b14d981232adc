/// A title with labelled values below it, in a frame.
public struct Card {
  private let title: Line
  private var rows: [(label: String, value: Line)] = []

  public init(_ title: Line) { self.title = title }

  /// Adds a value.
  public mutating func add(_ label: String, _ value: Line) { rows.append((label, value)) }

  /// Returns the card's lines for a terminal of this width.
  public func lines(width: Int) -> [Line] {
    let labelWidth = rows.map(\.label.columns).max() ?? 0
    let contents = rows.map { row in
      Line(
        [Span(row.label, .faint), Span(String(repeating: " ", count: labelWidth + 2 - row.label.columns))]
          + row.value.spans)
    }
    let frame = 4  // "│ " and " │"
    let natural = ([title.columns + 2] + contents.map(\.columns)).max() ?? 0
    let inner = min(natural, max(width - frame, 1))
    let heading = title.truncated(toColumns: max(inner - 2, 1))
    let rest = String(repeating: "─", count: max(inner - heading.columns - 1, 0))
    let bar = String(repeating: "─", count: inner + 2)
    return [Line([Span("╭─ ", .faint)] + heading.spans + [Span(" \(rest)╮", .faint)])]
      + contents.map { content in
        let cell = content.truncated(toColumns: inner).padded(toColumns: inner, .left)
        return Line([Span("│ ", .faint)] + cell.spans + [Span(" │", .faint)])
      } + [Line("╰\(bar)╯", .faint)]
  }
}
