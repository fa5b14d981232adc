// Rainbow's settings are global variables, which Swift 6 rejects otherwise.
@preconcurrency import Rainbow

/// Returns lines as the text for a terminal, each with a line break.
///
/// - Parameter colors: Whether to color the text by escape sequences.
public func rendered(_ lines: [Line], colors: Bool) -> String {
  if colors { _ = alwaysColored }
  return lines.map { line in
    let text =
      colors
      ? Rainbow.generateString(for: Rainbow.Entry(segments: line.spans.map(\.segment)))
      : line.spans.map(\.text).joined()
    return text + "\n"
  }.joined()
}

/// Turns Rainbow on, because the caller of ``rendered(_:colors:)`` has already decided about colors.
private let alwaysColored: Void = {
  Rainbow.enabled = true
  Rainbow.outputTarget = .console
}()

extension Span {
  fileprivate var segment: Rainbow.Segment {
    Rainbow.Segment(text: text, color: tint.map { .named($0.named) }, styles: isBold ? [.bold] : nil)
  }
}

extension Tint {
  fileprivate var named: NamedColor {
    switch self {
    case .blue: .lightBlue
    case .cyan: .cyan
    case .faint: .lightBlack
    case .green: .green
    case .magenta: .magenta
    case .red: .red
    case .yellow: .yellow
    }
  }
}
