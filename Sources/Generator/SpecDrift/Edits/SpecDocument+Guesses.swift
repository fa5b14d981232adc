import Diagnostics
import GeneratorKit
import SpecInference

/// Guesses of `infer` that nobody has edited: `any   # only null so far`.
extension SpecDocument {
  /// The lines with a comment that calls a type a guess, from 1.
  static func guesses(in bytes: [UInt8]) -> [Int: GuessComment] {
    var result: [Int: GuessComment] = [:]
    for (position, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard let mark = line.lastIndex(of: UInt8(ascii: "#")) else { continue }
      if let comment = comment(line[mark...]) { result[position + 1] = comment }
    }
    return result
  }

  private static func comment(_ text: ArraySlice<UInt8>) -> GuessComment? {
    let words = String(decoding: text.drop { [0x20, 0x23].contains($0) }, as: UTF8.self)
    return GuessComment.allCases.first { $0.rawValue == words || $0.rawValue + "\r" == words }
  }

  /// Writes a type in place of `any`, and another comment, or none, in place of that behind it.
  func replaceGuess(_ type: SpecValue, _ comment: String?, _ span: SourceSpan) throws(EditRefusal)
    -> TextChange
  {
    guard let found = scalar(around: span), let scalar = found.node.scalar, found.node.tag == nil,
      found.node.aliasedFrom == nil
    else { throw EditRefusal("the type isn't plain text") }
    let value: SpecValue
    switch scalar.text {
    case "any": value = type
    case "[any]": value = type.listed()
    case "[any]?": value = type.listed("?")
    default: throw EditRefusal("the type isn't written as 'infer' wrote it")
    }
    let (start, end) = (found.node.span.start.offset, found.node.span.end.offset)
    var last = bytes[end...].firstIndex(of: 0x0A) ?? bytes.count
    if last > end, bytes[last - 1] == 0x0D { last -= 1 }
    let rest = bytes[end..<last].drop { $0 == 0x20 }
    guard rest.first == UInt8(ascii: "#"), Self.comment(rest) != nil else {
      throw EditRefusal("something else follows it")
    }
    let isInFlow = !quotes(around: found.node, at: found.path).isEmpty
    let text = (isInFlow ? value.flow : value.line) + (comment.map { "   # \($0)" } ?? "")
    return TextChange(range: start..<last, text: text, path: found.path) { _ in value.yaml }
  }
}
