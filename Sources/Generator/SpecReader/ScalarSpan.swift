import Diagnostics
import SpecYAML

/// Finds the positions of parts of a scalar's text.
struct ScalarSpan {
  private let whole: SourceSpan
  /// The position of the text's first character; nil if the file spells the text differently.
  private let start: SourceLocation?
  private let scalars: [Unicode.Scalar]

  init(_ node: YAMLNode) {
    whole = node.occurrence
    let scalar = node.scalar
    scalars = Array((scalar?.text ?? "").unicodeScalars)
    let quotes = scalar?.style == .singleQuoted || scalar?.style == .doubleQuoted ? 1 : 0
    let width = whole.end.column - whole.start.column
    guard node.aliasedFrom == nil, node.tag == nil, whole.start.line == whole.end.line,
      width == scalars.count + 2 * quotes, let style = scalar?.style, style != .literal, style != .folded
    else {
      start = nil
      return
    }
    start = SourceLocation(
      line: whole.start.line, column: whole.start.column + quotes, offset: whole.start.offset + quotes)
  }

  /// The position of a range of the text, or of all of it if the file spells it differently.
  func callAsFunction(_ range: Range<Int>) -> SourceSpan {
    guard let start, range.upperBound <= scalars.count else { return whole }
    let before = scalars[..<range.lowerBound].reduce(0) { $0 + UTF8.width($1) }
    let within = scalars[range].reduce(0) { $0 + UTF8.width($1) }
    var span = whole
    span.start = SourceLocation(
      line: start.line, column: start.column + range.lowerBound, offset: start.offset + before)
    span.end = SourceLocation(
      line: start.line, column: start.column + range.upperBound, offset: start.offset + before + within)
    return span
  }
}
