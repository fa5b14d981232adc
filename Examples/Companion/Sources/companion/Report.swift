import Foundation
import TerminalText

/// The result of a command: lines for people, JSON for programs.
protocol Report: Encodable, Sendable {
  /// Returns the lines for a terminal of this width.
  func lines(width: Int, now: Date) -> [Line]
}

extension Report {
  /// Returns the report as JSON.
  ///
  /// - Parameter isCompact: Whether it is a single line.
  func json(isCompact: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !isCompact { encoder.outputFormatting.insert(.prettyPrinted) }
    let text = String(decoding: try encoder.encode(self), as: UTF8.self)
    return text.unicodeScalars.map { escaped($0) }.joined() + "\n"
  }
}

/// Returns a character of a JSON text in a form that a terminal doesn't act on. JSON requires escapes only for ASCII control
/// characters; others occur only in strings.
private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar.properties.generalCategory {
  case .control where scalar != "\n", .format where scalar.value <= 0xFFFF:
    "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
      + String(scalar.value, radix: 16)
  default: String(scalar)
  }
}
