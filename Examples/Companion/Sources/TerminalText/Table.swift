/// The alignment of text in a column.
public enum Alignment: Sendable {
  case left, right
}

/// Rows of cells that are aligned in columns.
public struct Table {
  /// A column.
  public struct Column: Sendable {
    public let title: String
    public let alignment: Alignment
    /// Whether the column may shrink if the terminal is too narrow.
    public let isFlexible: Bool
    /// Whether the column may be left out if shrinking isn't enough.
    public let isOptional: Bool

    public init(
      _ title: String, _ alignment: Alignment = .left, isFlexible: Bool = false, isOptional: Bool = false
    ) {
      self.title = title
      self.alignment = alignment
      self.isFlexible = isFlexible
      self.isOptional = isOptional
    }
  }

  private static let gap = "  "
  /// The minimum width of a flexible column.
  private static let narrowest = 8

  private let columns: [Column]
  private var rows: [[Line]] = []

  public init(columns: [Column]) { self.columns = columns }

  /// Adds a row with a cell for each column.
  public mutating func add(_ cells: Line...) { rows.append(cells) }

  /// Returns the table's lines for a terminal of this width, the titles first.
  public func lines(width: Int) -> [Line] {
    let titled = [columns.map { Line($0.title, .faint) }] + rows
    let natural = naturalWidths(of: titled)
    let shown = shownColumns(natural, width)
    let widths = fitted(natural, shown, to: width)
    return titled.map { row in
      var line = Line()
      for index in shown where row.indices.contains(index) {
        if index != shown.first { line.spans.append(Span(Self.gap)) }
        let cut = row[index].truncated(toColumns: widths[index])
        // A line needs no spaces at its end.
        let isBare = index == shown.last && columns[index].alignment == .left
        line.spans += (isBare ? cut : cut.padded(toColumns: widths[index], columns[index].alignment)).spans
      }
      return line.truncated(toColumns: width)
    }
  }

  private func naturalWidths(of rows: [[Line]]) -> [Int] {
    columns.indices.map { index in
      rows.map { $0.indices.contains(index) ? $0[index].columns : 0 }.max() ?? 0
    }
  }

  /// Returns the indices of the columns that fit, leaving out optional ones from the right.
  private func shownColumns(_ widths: [Int], _ width: Int) -> [Int] {
    var shown = Array(columns.indices)
    while let last = shown.last(where: { columns[$0].isOptional }) {
      let narrowest = shown.map { columns[$0].isFlexible ? min(widths[$0], Self.narrowest) : widths[$0] }
      if narrowest.reduce(gaps(shown), +) <= width { break }
      shown.removeAll { $0 == last }
    }
    return shown
  }

  private func gaps(_ shown: [Int]) -> Int { Self.gap.count * max(shown.count - 1, 0) }

  /// Shrinks the widest flexible column until the table fits or none can shrink further.
  private func fitted(_ widths: [Int], _ shown: [Int], to width: Int) -> [Int] {
    var widths = widths
    for _ in 0..<max(shown.map { widths[$0] }.reduce(gaps(shown), +) - width, 0) {
      let candidates = shown.filter { columns[$0].isFlexible && widths[$0] > Self.narrowest }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }
}
