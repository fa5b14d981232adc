import Rainbow

/// A picture (SVG) of a terminal.
public struct Picture {
  private static let (cell, lineHeight, margin, titleBar) = (8.4, 18.0, 16.0, 24.0)

  private let title: String
  private let lines: [[Rainbow.Segment]]

  /// Creates a picture of the output of a program, with the escape sequences of its colors.
  public init(of output: String, title: String) {
    self.title = title
    lines = output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      Rainbow.extractEntry(for: String(line)).segments
    }
  }

  /// The picture as an SVG document, which needs no other file.
  public var svg: String {
    let texts = lines.map { $0.map { String(printable: $0.text) }.joined() }
    let columns = max(texts.map(\.columns).max() ?? 0, 40)
    let width = Self.number(Double(columns) * Self.cell + 2 * Self.margin)
    let height = Self.number(Double(lines.count) * Self.lineHeight + 2 * Self.margin + Self.titleBar)
    var body: [String] = []
    for (row, segments) in lines.enumerated() {
      let baseline = Self.number(Self.margin + Self.titleBar + Double(row) * Self.lineHeight + 14)
      var column = 0
      for segment in segments {
        let text = String(printable: segment.text)
        body += Self.elements(text, of: segment, column: column, baseline: baseline)
        column += text.columns
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img">
      <title>\(Self.escaped(String(printable: title)))</title>
      <rect width="100%" height="100%" rx="10" fill="#1b1f27"/>
      <circle cx="20" cy="18" r="6" fill="#ff5f57"/><circle cx="40" cy="18" r="6" fill="#febc2e"/><circle cx="60" cy="18" r="6" fill="#28c840"/>
      <g font-family="ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace" font-size="14" fill="#d7dae0">
      \(body.joined(separator: "\n"))
      </g>
      </svg>

      """
  }

  /// Returns the elements of a piece of text: one for each run of characters of the same width, with the length that it
  /// has in a terminal, so that columns stay aligned in any font.
  private static func elements(
    _ text: String, of segment: Rainbow.Segment, column: Int, baseline: String
  ) -> [String] {
    var elements: [String] = []
    var column = column
    for run in runs(of: text) {
      let width = run.columns
      defer { column += width }
      guard run.contains(where: { $0 != " " }) else { continue }
      let x = number(margin + Double(column) * cell)
      let weight = segment.styles?.contains(.bold) == true ? #" font-weight="bold""# : ""
      let fill = segment.color.flatMap(color).map { #" fill="\#($0)""# } ?? ""
      elements.append(
        #"<text x="\#(x)" y="\#(baseline)" textLength="\#(number(Double(width) * cell))""#
          + #" lengthAdjust="spacingAndGlyphs"\#(fill)\#(weight)>\#(escaped(run))</text>"#)
    }
    return elements
  }

  /// Returns the text in pieces: of characters of the same width, and of spaces.
  private static func runs(of text: String) -> [String] {
    var runs: [String] = []
    var lastKind: Int?
    for character in text {
      let kind = character == " " ? 0 : character.columns
      if kind == lastKind || (character != " " && character.columns == 0), let last = runs.popLast() {
        runs.append(last + String(character))
      } else {
        runs.append(String(character))
      }
      if character == " " || kind > 0 { lastKind = kind }
    }
    return runs
  }

  private static func color(_ color: ColorType) -> String? {
    switch color {
    case .named(.red): "#f7768e"
    case .named(.green): "#9ece6a"
    case .named(.yellow): "#e0af68"
    case .named(.blue), .named(.lightBlue): "#7aa2f7"
    case .named(.magenta): "#bb9af7"
    case .named(.cyan): "#7dcfff"
    case .named(.lightBlack): "#7d8590"
    default: nil
    }
  }

  /// Returns a number with at most one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }
}
