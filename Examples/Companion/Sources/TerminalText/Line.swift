/// A color of text.
public enum Tint: Sendable {
  case blue, cyan, faint, green, magenta, red, yellow
}

/// A piece of text in one style.
public struct Span: Hashable, Sendable {
  /// The text, without characters that a terminal acts on.
  public let text: String
  /// The color; nil for the terminal's own.
  public let tint: Tint?
  public let isBold: Bool

  /// Creates a piece of text that a terminal shows and doesn't act on. All text of the output passes through here, so this
  /// is the place to make it safe.
  public init(_ text: String, _ tint: Tint? = nil, bold: Bool = false) {
    self.text = String(printable: text)
    self.tint = tint
    isBold = bold
  }

  func truncated(toColumns limit: Int) -> Span { Span(text.truncated(toColumns: limit), tint, bold: isBold) }
}

/// A line of a terminal.
public struct Line: Hashable, Sendable {
  public var spans: [Span]

  public init(_ spans: [Span] = []) { self.spans = spans }

  public init(_ text: String, _ tint: Tint? = nil, bold: Bool = false) {
    self.init([Span(text, tint, bold: bold)])
  }

  /// The number of columns that the line takes.
  public var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

  /// Returns the line, cut off with an ellipsis if it takes more columns than there are.
  public func truncated(toColumns limit: Int) -> Line {
    guard columns > limit else { return self }
    var room = limit
    var kept: [Span] = []
    for span in spans where room > 0 {
      // A span that just fits also needs an ellipsis, because another one follows.
      let cut = span.text.columns < room ? span : Span(span.text + " ", span.tint, bold: span.isBold)
      kept.append(cut.truncated(toColumns: room))
      room -= cut.text.columns
    }
    return Line(kept)
  }

  /// Returns the line with spaces up to a number of columns.
  func padded(toColumns width: Int, _ alignment: Alignment) -> Line {
    let space = Span(String(repeating: " ", count: max(width - columns, 0)))
    guard !space.text.isEmpty else { return self }
    return Line(alignment == .left ? spans + [space] : [space] + spans)
  }
}

extension Line: ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  public init(arrayLiteral elements: Span...) { self.init(elements) }
  public init(stringLiteral value: String) { self.init(value) }
}
