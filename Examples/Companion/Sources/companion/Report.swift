import Foundation
import TerminalText

/// What a command has found: for people as lines, for programs as JSON.
protocol Report: Encodable, Sendable {
  /// Returns the report for a terminal of a width.
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

/// Returns a character of a JSON text so that a terminal doesn't act on it. JSON only demands to escape the controls of
/// ASCII, and outside of strings there are no others.
private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar.properties.generalCategory {
  case .control where scalar != "\n", .format where scalar.value <= 0xFFFF:
    "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
      + String(scalar.value, radix: 16)
  default: String(scalar)
  }
}
