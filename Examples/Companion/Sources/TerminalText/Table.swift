/// The side that text in a column begins at.
public enum Alignment: Sendable {
  case left, right
}

/// Rows of cells that are aligned in columns.
public struct Table {
  /// A column.
  public struct Column: Sendable {
    public let title: String
    public let alignment: Alignment
    /// Whether the column may get narrower if the terminal is too narrow.
    public let isFlexible: Bool

    public init(_ title: String, _ alignment: Alignment = .left, isFlexible: Bool = false) {
      self.title = title
      self.alignment = alignment
      self.isFlexible = isFlexible
    }
  }

  private static let gap = "  "
  /// Flexible columns never get narrower than this.
  private static let narrowest = 8

  private let columns: [Column]
  private var rows: [[Line]] = []

  public init(columns: [Column]) { self.columns = columns }

  /// Adds a row with a cell for each column.
  public mutating func add(_ cells: Line...) { rows.append(cells) }

  /// Returns the table's lines, the titles first, for a terminal of a width.
  public func lines(width: Int) -> [Line] {
    let titles = columns.map { Line($0.title, .faint) }
    let widths = fitted(naturalWidths(of: [titles] + rows), to: width)
    return ([titles] + rows).map { row in
      var line = Line()
      for (index, (cell, column)) in zip(row, columns).enumerated() {
        if index > 0 { line.spans.append(Span(Self.gap)) }
        let cut = cell.truncated(toColumns: widths[index])
        // Spaces at the end of a line are of no use.
        let isLast = index == columns.count - 1 && column.alignment == .left
        line.spans += (isLast ? cut : cut.padded(toColumns: widths[index], column.alignment)).spans
      }
      return line.truncated(toColumns: width)
    }
  }

  private func naturalWidths(of rows: [[Line]]) -> [Int] {
    columns.indices.map { index in
      rows.map { $0.indices.contains(index) ? $0[index].columns : 0 }.max() ?? 0
    }
  }

  /// Takes columns away from the widest flexible column until the table fits or none can get narrower.
  private func fitted(_ widths: [Int], to width: Int) -> [Int] {
    var widths = widths
    let gaps = Self.gap.count * max(columns.count - 1, 0)
    for _ in 0..<max(widths.reduce(gaps, +) - width, 0) {
      let candidates = widths.indices.filter { columns[$0].isFlexible && widths[$0] > Self.narrowest }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }
}
